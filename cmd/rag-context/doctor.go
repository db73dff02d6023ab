package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"rag-context/health"
)

type doctorCommand struct {
	llmFlags
	Chat string `placeholder:"PAGE" help:"The chat page that --open opens (default: the LLM's own page)."`
	JSON bool   `help:"Print the findings as JSON."`
}

// Help implements kong's HelpProvider.
func (doctorCommand) Help() string {
	return `Examples:
  rag-context doctor
  rag-context doctor --json --llm http://127.0.0.1:11434

Exit status 1 means that the main job, a block for a question, can't be done.`
}

// finding is what one check found. No path of this machine stands in what
// programs read.
type finding struct {
	Check  string `json:"check"`
	State  string `json:"state"` // "ok", "warning" or "failed"
	Detail string `json:"detail"`
	Remedy string `json:"remedy"`

	place string // of the file or folder that was looked at, for people
}

const (
	stateOK      = "ok"
	stateWarning = "warning"
	stateFailed  = "failed"
)

// diagnosis is the JSON form of doctor.
type diagnosis struct {
	Version   string          `json:"version"`
	Tenant    string          `json:"tenant"`
	Checks    []finding       `json:"checks"`
	LLM       *health.Report  `json:"llm"`        // the one that blocks are made for; null with --no-llm
	OtherLLMs []health.Report `json:"other_llms"` // that answer, too
}

// Run implements the command.
func (c doctorCommand) Run(a *app) error {
	d := c.diagnose(a)
	err := c.show(a, d)
	if err != nil {
		return err
	}
	for _, f := range d.Checks {
		if f.State == stateFailed {
			return hinted{fmt.Errorf("%s: %s", f.Check, f.Detail), f.Remedy}
		}
	}
	return nil
}

// diagnose looks after the LLM while everything else is checked.
func (c doctorCommand) diagnose(a *app) diagnosis {
	d := diagnosis{Version: programVersion(), Tenant: a.line.Tenant, OtherLLMs: []health.Report{}}
	places, placesErr := c.places()
	options := c.options(a)
	options.Thorough = true
	waitForLLM := a.startFinding(a.ctx, places, options)
	if _, err := a.models(); err == nil { // else no index can be opened
		d.Checks = a.checkIndex()
	}
	d.Checks = append(d.Checks, a.checkModels()...)
	d.Checks = append(d.Checks, a.checkCache())
	d.Checks = append(d.Checks, a.checkSettings()...)
	d.LLM = waitForLLM()
	if d.LLM != nil {
		d.OtherLLMs = others(*d.LLM, health.Survey(a.ctx, places, options))
	}
	if placesErr != nil {
		d.Checks = append(d.Checks, finding{Check: "LLM", State: stateFailed, Detail: placesErr.Error(), Remedy: a.hint(placesErr)})
	} else {
		d.Checks = append(d.Checks, checkLLMs(d.LLM, d.OtherLLMs)...)
	}
	d.Checks = append(d.Checks, a.checkClipboard(), a.checkBrowser(), checkPage(d.LLM, c.Chat))
	return d
}

func (c doctorCommand) show(a *app, d diagnosis) error {
	if c.JSON {
		return a.printJSON(d)
	}
	return printFindings(a.env.stdout, d.Checks)
}

func printFindings(out io.Writer, findings []finding) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, f := range findings {
		detail := f.Detail
		if f.place != "" {
			detail += " (" + f.place + ")"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", f.Check, f.State, visible(detail))
		if f.Remedy != "" {
			fmt.Fprintf(table, "\t\t  -> %s\n", visible(f.Remedy))
		}
	}
	return table.Flush()
}

// checkSettings tells how many settings there are, of each that can't be used,
// and of one with which no question can be asked.
func (a *app) checkSettings() []finding {
	var findings []finding
	for _, p := range a.settings.problems {
		findings = append(findings, finding{"settings", stateFailed, p.cause.Error(), p.hint, p.file})
	}
	if err := a.tryAsking(); err != nil {
		findings = append(findings, finding{Check: "settings", State: stateFailed, Detail: err.Error(), Remedy: "rag-context config shows where the value comes from"})
	}
	switch {
	case findings != nil:
		return findings
	case a.settings.values == nil:
		return []finding{{Check: "settings", State: stateOK, Detail: "all defaults; there is no file yet", place: a.settings.path}}
	}
	return []finding{{Check: "settings", State: stateOK, Detail: count(len(a.settings.values), "setting") + " from the file", place: a.settings.path}}
}

// tryAsking goes as far with a question as one can without an index.
func (a *app) tryAsking() error {
	const question = "what?"
	trial := &app{env: a.env}
	parser, err := newParser(trial, func(int) {})
	if err == nil {
		trial.selected, err = parser.Parse([]string{"ask", question})
	}
	if err != nil {
		return err
	}
	ask := trial.line.Ask
	if _, err := ask.request(trial, question, ask.Limit, false); err != nil {
		return err
	}
	return ask.sizeFlags.validate()
}
