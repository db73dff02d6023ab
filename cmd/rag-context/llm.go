package main

import (
	"context"
	"fmt"

	"rag-context/health"
	"rag-context/pack"
)

// defaultLLM is where llama.cpp's server listens unless told otherwise.
const defaultLLM = "http://127.0.0.1:8080"

type llmFlags struct {
	LLM        string `name:"llm" placeholder:"URL" default:"http://127.0.0.1:8080" help:"Address of the local LLM's server (default http://127.0.0.1:8080)."`
	NoLLM      bool   `name:"no-llm" help:"Don't look for an LLM."`
	RequireLLM bool   `name:"require-llm" help:"Exit with status 4 if the LLM is not ready; the block is made all the same."`
}

// address is the LLM's base URL, "" for none.
func (f llmFlags) address() (string, error) {
	parsed, err := health.ParseURL(f.LLM)
	if err != nil {
		return "", usageError{err}
	}
	if f.NoLLM {
		return "", nil
	}
	return parsed.String(), nil
}

// check starts asking the LLM for its health; the function it returns waits
// for the answer, which is nil where none was asked.
func (f llmFlags) check(ctx context.Context, address string) func() *health.Report {
	if address == "" {
		return func() *health.Report { return nil }
	}
	answer := make(chan health.Report, 1)
	go func() { answer <- health.Check(ctx, address, health.Options{}) }()
	return func() *health.Report {
		report := <-answer
		return &report
	}
}

// judgeLLM warns of an LLM that is not ready and reports whether it is.
func (a *app) judgeLLM(report *health.Report) (ready bool) {
	if report == nil || report.State == health.Ready {
		return report != nil
	}
	a.warn("the LLM "+troubleWith(report), report.Remedy()+"; --no-llm does without")
	return false
}

// troubleWith says in words what keeps an LLM from being ready.
func troubleWith(report *health.Report) string {
	return fmt.Sprintf("at %s is %s: %s", report.URL, stateWords[report.State], report.Message)
}

// stateWords say a state in the middle of a sentence.
var stateWords = map[health.State]string{
	health.Loading: "loading", health.NoModel: "without a model", health.Unauthorized: "closed to us", health.Slow: "silent",
	health.Down: "not there", health.NotLLM: "something else", health.Invalid: "no address",
}

// Bounds of a block whose size the window decides, in tokens. Few good
// passages beat a full window.
const (
	maxBlock     = 8000
	minReserve   = 1024 // for the answer, or a quarter of the window if that is more
	chatTemplate = 256  // what a chat page wraps around a message
)

// budgetFor returns the tokens that a block may have.
func budgetFor(report *health.Report) int {
	if report == nil || report.Window <= 0 {
		return pack.DefaultBudget
	}
	room := report.Window - max(minReserve, report.Window/4) - chatTemplate
	if room < minReserve { // a window of less than 2,304: half of it is for the block
		room = report.Window / 2
	}
	return max(1, min(room, maxBlock))
}
