package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rag-context/health"
	"rag-context/pack"
	"rag-context/rag"
)

// llmPlace is where the LLM's server is.
type llmPlace struct {
	LLM    string `name:"llm" placeholder:"WHERE" default:"auto" help:"Where the local LLM's server is: auto (looks at the usual ports of this machine), its kind (ollama, llama.cpp, lmstudio, ...), a URL, or none; several with commas, in order (default auto)."`
	LLMKey string `name:"llm-key" hidden:"" placeholder:"KEY" help:"The API key that the LLM's server expects; better kept in RAG_CONTEXT_LLM_KEY or in the settings, where no list of processes shows it."`
}

type llmFlags struct {
	llmPlace
	NoLLM      bool `name:"no-llm" help:"Don't look for an LLM."`
	RequireLLM bool `name:"require-llm" help:"Exit with status 4 if the LLM is not ready; the block is made all the same."`
}

// places checks where to look before anything else happens.
func (f llmPlace) places() (health.Places, error) {
	places, err := health.ParsePlaces(f.LLM)
	if err != nil {
		return health.Places{}, usageError{err}
	}
	return places, nil
}

// places is nowhere with --no-llm.
func (f llmFlags) places() (health.Places, error) {
	places, err := f.llmPlace.places()
	if f.NoLLM {
		return health.Places{}, err
	}
	return places, err
}

func (f llmPlace) options(a *app) health.Options {
	return health.Options{APIKey: f.LLMKey, Now: a.env.now}
}

// startFinding starts looking for the LLM; the function it returns waits for the
// report, which is nil where there is nowhere to look.
func (a *app) startFinding(ctx context.Context, places health.Places, options health.Options) func() *health.Report {
	if places.None() {
		return func() *health.Report { return nil }
	}
	answer := make(chan health.Report, 1)
	go func() { answer <- a.findLLM(ctx, places, options) }()
	return func() *health.Report {
		report := <-answer
		return &report
	}
}

// findLLM looks for the LLM, first where it was found the last time, which saves
// asking a dozen ports.
func (a *app) findLLM(ctx context.Context, places health.Places, options health.Options) health.Report {
	path := filepath.Join(a.env.folders.cache, "llm")
	hint, _ := os.ReadFile(path) // without it the search takes a little longer
	report := health.Find(ctx, places, strings.TrimSpace(string(hint)), options)
	if report.Found && report.Usable() && report.URL != strings.TrimSpace(string(hint)) {
		if os.MkdirAll(a.env.folders.cache, 0o700) == nil {
			_ = os.WriteFile(path, []byte(report.URL+"\n"), 0o600)
		}
	}
	return report
}

// judgeLLM says in a line that an LLM is not ready, and reports whether it is.
func (a *app) judgeLLM(report *health.Report) (ready bool) {
	switch {
	case report == nil:
		return false
	case !report.Usable():
		a.say("rag-context: warning: %s; rag-context health tells more", troubleWith(report))
		return false
	case report.Note != "":
		a.say("rag-context: warning: %s", report.Note)
	}
	return true
}

// troubleWith says in words what keeps an LLM from being ready.
func troubleWith(report *health.Report) string {
	if report.URL == "" {
		return "no LLM server answers on this machine"
	}
	return fmt.Sprintf("the LLM at %s is %s: %s", report.URL, stateWords[report.State], report.Message)
}

// stateWords say a state in the middle of a sentence.
var stateWords = map[health.State]string{
	health.Ready: "ready", health.Sleeping: "asleep",
	health.Loading: "loading", health.NoModel: "without a loaded model", health.Unauthorized: "closed to us", health.Slow: "silent", health.Failing: "failing",
	health.Down: "not there", health.NotLLM: "something else", health.Invalid: "no address",
}

// sizeFlags are how large a block may be.
type sizeFlags struct {
	Budget   int `placeholder:"TOKENS" help:"The most tokens the block may have (default: what fits the loaded model's window, 3000 where that is unknown)."`
	Reserve  int `placeholder:"TOKENS" help:"Tokens of the window to keep free for the answer (default: a quarter of it, and at least 1024)."`
	MaxBlock int `name:"max-block" placeholder:"TOKENS" help:"The most tokens of a block that the window decides, however large that is (default 8000)."`
}

func (f sizeFlags) validate() error {
	for name, value := range map[string]int{"budget": f.Budget, "reserve": f.Reserve, "max-block": f.MaxBlock} {
		if value < 0 {
			return &rag.RequestError{Field: name, Problem: fmt.Sprintf("must be at least 1 token, not %d", value)}
		}
	}
	return nil
}

// defaultCountTimeout is how long counting may take; after that the block goes
// by estimates.
const defaultCountTimeout = time.Second

// packing is how a block is made for the LLM that was found.
func (f sizeFlags) packing(ctx context.Context, a *app, report *health.Report, options health.Options) (pack.Options, context.CancelFunc) {
	sizing := pack.Sizing{Reserve: f.Reserve, MaxBlock: f.MaxBlock}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(a.env.countTimeout, defaultCountTimeout))
	o := pack.Options{MinShare: pack.DefaultMinShare, Stretch: f.Budget == 0}
	if report != nil {
		sizing.Window, sizing.Template = report.Window, pack.TemplateFor(report.Model)
		o.Estimate = pack.EstimatorFor(report.Model)
		if counter := health.NewCounter(*report, options); counter != nil {
			o.Count = func(text string) (int, error) { return counter.Count(ctx, text) }
			if n, err := counter.Template(ctx); err == nil {
				sizing.Template = max(1, n)
			}
		}
	}
	o.Budget = cmp.Or(f.Budget, sizing.Budget())
	return o, cancel
}
