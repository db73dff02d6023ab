package main

import (
	"io"

	"rag-context/rag"
)

// The events of --ndjson, in order: one startedEvent, a passageEvent and a
// diagnosticEvent for each, one finishedEvent. Together they say what --json
// says.
type startedEvent struct {
	Event  string `json:"event"` // "started"
	Tenant string `json:"tenant"`
}

type passageEvent struct {
	Event   string    `json:"event"` // "passage"
	Passage rag.Found `json:"passage"`
}

type diagnosticEvent struct {
	Event      string         `json:"event"` // "diagnostic"
	Diagnostic rag.Diagnostic `json:"diagnostic"`
}

type finishedEvent struct {
	Event  string `json:"event"`  // "finished"
	Status string `json:"status"` // "done", "nothing_found" or "failed"
	// Passages and Diagnostics are how many events of these there were.
	Passages    int `json:"passages"`
	Diagnostics int `json:"diagnostics"`
	// Result is what --json prints, without those lists; nil after a failure.
	Result *rag.Result `json:"result,omitempty"`
}

// eventWriter writes events, unless it is silent.
type eventWriter struct {
	out    io.Writer
	silent bool
}

func (w eventWriter) write(event any) error {
	if w.silent {
		return nil
	}
	return printJSONLine(w.out, event)
}

// result writes all events that follow the first one.
func (w eventWriter) result(result rag.Result) error {
	for _, passage := range result.Passages {
		if err := w.write(passageEvent{"passage", passage}); err != nil {
			return err
		}
	}
	for _, diagnostic := range result.Diagnostics {
		if err := w.write(diagnosticEvent{"diagnostic", diagnostic}); err != nil {
			return err
		}
	}
	finished := finishedEvent{Event: "finished", Status: "done", Passages: len(result.Passages), Diagnostics: len(result.Diagnostics)}
	if finished.Passages == 0 {
		finished.Status = "nothing_found"
	}
	result.Passages, result.Diagnostics = []rag.Found{}, []rag.Diagnostic{}
	finished.Result = &result
	return w.write(finished)
}
