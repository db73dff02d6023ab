package health

import (
	"fmt"
	"regexp"
	"strings"
)

// State says whether a server can be chatted with.
type State string

// States.
const (
	Ready        State = "ready"
	Sleeping     State = "sleeping"     // the model is put aside; the next message wakes it
	Loading      State = "loading"      // up, its model is not yet
	NoModel      State = "no_model"     // up, has no model or none loaded
	Unauthorized State = "unauthorized" // up, wants a key or another one
	Slow         State = "slow"         // no answer in time
	Failing      State = "failing"      // up, but answers with errors of its own
	Down         State = "down"         // nothing there: refused, unreachable, no such host
	NotLLM       State = "not_llm"      // something else answers
	Invalid      State = "invalid_url"  // nothing was asked; see [ParseURL]
)

// WindowKind says how sure a window is.
type WindowKind string

// Kinds of windows. What a model was trained for is neither.
const (
	Effective  WindowKind = "effective"  // what the loaded model runs with
	Configured WindowKind = "configured" // what it would be loaded with
)

// Report is the answer of [Check] and [Find]. Its JSON form is a contract: fields
// are added, never renamed; lists are never null.
type Report struct {
	URL        string     `json:"url"`   // base URL as it was asked, cleaned by [ParseURL]; "" where nothing was found
	Found      bool       `json:"found"` // by looking around, not by an address that was given
	State      State      `json:"state"`
	Kind       Kind       `json:"kind"`           // which software, for programs: what answers, else what was looked for; "" unknown
	Server     string     `json:"server"`         // which software, for people; "" unknown
	Version    string     `json:"version"`        // its own word; "" unknown
	Model      string     `json:"model"`          // the model that a chat would use, a file without its folder; "" unknown
	Models     []Model    `json:"models"`         // all that the server tells of
	Window     int        `json:"window"`         // tokens of prompt and answer together; 0 unknown
	WindowKind WindowKind `json:"window_kind"`    // "" where Window is 0
	Trained    int        `json:"trained_window"` // the most the model was trained for; 0 unknown. Never use it as the window
	Progress   float64    `json:"progress"`       // of loading, 0 to 1; 0 unknown
	CanCount   bool       `json:"can_count"`      // tokens, by [NewCounter]: on this machine, without loading or waking anything
	CanEmbed   bool       `json:"can_embed"`      // known to have an endpoint and a model for it
	CanRerank  bool       `json:"can_rerank"`     // likewise
	LatencyMS  int64      `json:"latency_ms"`     // until the state was known
	Message    string     `json:"message"`        // what happened, one line
	Note       string     `json:"note"`           // what to beware of though it is ready, and what to do, one line; "" nothing

	id string // of the model, as its server knows it; Model may be shortened
}

// Model is one that a server tells of.
type Model struct {
	ID    string     `json:"id"`
	State ModelState `json:"state"` // "" where the server does not tell
}

// ModelState is how far a model is.
type ModelState string

// States of models.
const (
	ModelLoaded   ModelState = "loaded"
	ModelLoading  ModelState = "loading"
	ModelSleeping ModelState = "sleeping"
	ModelUnloaded ModelState = "unloaded"
)

// Usable reports whether a message sent now is answered: the server is ready, or
// wakes its model by itself.
func (r Report) Usable() bool { return r.State == Ready || r.State == Sleeping }

// add lists a model.
func (r *Report) add(id string, state ModelState) {
	r.Models = append(r.Models, Model{ID: oneLine(shortened(id)), State: state})
}

// shortened is a model's name where a server tells the whole path of its file or
// folder: where somebody's files lie concerns nobody else.
func shortened(id string) string {
	if !absolutePath.MatchString(id) {
		return id
	}
	if cached := hubCache.FindStringSubmatch(id); cached != nil {
		return cached[1] + "/" + cached[2]
	}
	id = strings.TrimRight(id, `/\`)
	return id[strings.LastIndexAny(id, `/\`)+1:]
}

var (
	// absolutePath begins a path that is not relative, on Windows too.
	absolutePath = regexp.MustCompile(`^(file:|[A-Za-z]:)?[/\\]`)
	// hubCache ends the folder of a model that was loaded from Hugging Face, which
	// is named after a revision.
	hubCache = regexp.MustCompile(`[/\\]models--([^/\\]+?)--([^/\\]+)[/\\]snapshots[/\\]`)
)

// setWindow notes a window if the server told one.
func (r *Report) setWindow(tokens int, kind WindowKind) {
	if tokens > 0 {
		r.Window, r.WindowKind = tokens, kind
	}
}

// fail ends a report early.
func (r *Report) fail(state State, message string) {
	r.State, r.Message = state, message
}

// finish makes names safe to print, fills in what is not said yet, and holds the
// report to what its state allows.
func (r *Report) finish() {
	r.id = r.Model
	r.Model, r.Version = oneLine(shortened(r.Model)), oneLine(r.Version)
	if r.Models == nil {
		r.Models = []Model{}
	}
	if r.State != Ready {
		r.CanCount = false
	}
	if r.Message == "" {
		r.Message = r.describe()
	}
}

func (r *Report) describe() string {
	switch r.State {
	case Ready:
		if len(r.Models) > 1 {
			return fmt.Sprintf("ready, has %d models", len(r.Models))
		}
		return "ready"
	case Sleeping:
		return "its model sleeps until the next message"
	case Loading:
		if r.Progress > 0 {
			return fmt.Sprintf("the server is still loading its model: %.0f %%", 100*r.Progress)
		}
		return "the server is still loading its model"
	case NoModel:
		switch len(r.Models) {
		case 0:
			return "the server has no model loaded"
		case 1:
			return "the server's model is not loaded"
		}
		return fmt.Sprintf("none of the server's %d models is loaded", len(r.Models))
	case Unauthorized:
		return "the server wants an API key, or another one"
	}
	return string(r.State)
}
