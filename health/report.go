package health

import (
	"fmt"
	"net/url"
	"strings"
)

// State says whether a server can be chatted with.
type State string

// States.
const (
	Ready        State = "ready"
	Loading      State = "loading"      // up, its model is not yet
	NoModel      State = "no_model"     // up, has no model or none loaded
	Unauthorized State = "unauthorized" // up, wants a key or another one
	Slow         State = "slow"         // no answer in time
	Down         State = "down"         // nothing there: refused, unreachable, no such host
	NotLLM       State = "not_llm"      // something else answers
	Invalid      State = "invalid_url"  // nothing was asked; see [ParseURL]
)

// Report is the answer of [Check]. Its JSON form is a contract: fields are
// added, never renamed.
type Report struct {
	URL       string `json:"url"` // as it was asked, cleaned by [ParseURL]
	State     State  `json:"state"`
	Server    string `json:"server"`     // which software, as a best guess; "" unknown
	Model     string `json:"model"`      // its id; "" unknown
	Window    int    `json:"window"`     // tokens of prompt and answer together; 0 unknown
	LatencyMS int64  `json:"latency_ms"` // until the state was known
	Message   string `json:"message"`    // what happened, one line
}

// Remedy says in one line what to do so that the server becomes ready; "" where
// it is.
func (r Report) Remedy() string {
	switch r.State {
	case Ready:
		return ""
	case Loading:
		return fmt.Sprintf("wait until %s has loaded its model, then try again", r.URL)
	case NoModel:
		return fmt.Sprintf("load a model in the server at %s, or start one with it, e.g. %s", r.URL, r.start())
	case Unauthorized:
		return fmt.Sprintf("give the API key that %s expects, or start it without one", r.URL)
	case Slow:
		return fmt.Sprintf("see whether %s is busy or hangs; restart it if it stays silent", r.URL)
	case NotLLM:
		return fmt.Sprintf("give the URL of the LLM server: %s is something else", r.URL)
	case Invalid:
		return "give a URL like http://127.0.0.1:8080"
	}
	remedy := "start it, e.g. " + r.start() + ", or say where it is with --llm URL"
	if strings.HasPrefix(r.URL, "https:") {
		remedy += "; if it speaks no TLS, write http:// in the URL"
	}
	return remedy
}

// start is the command that would make the URL answer.
func (r Report) start() string {
	command := "llama-server -m MODEL"
	u, err := url.Parse(r.URL)
	if err != nil {
		return command
	}
	port := u.Port()
	switch {
	case port == "" && u.Scheme == "https":
		port = "443"
	case port == "":
		port = "80"
	}
	return command + " --port " + port
}
