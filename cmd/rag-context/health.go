package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"rag-context/health"
)

type healthCommand struct {
	llmPlace
	Wait time.Duration `placeholder:"TIME" help:"Wait so long for the LLM to be ready, for example 60s."`
	JSON bool          `help:"Print the report as one JSON object."`
}

// Help implements kong's HelpProvider.
func (healthCommand) Help() string {
	return `Examples:
  rag-context health
  rag-context health --llm ollama --json
  rag-context health --wait 60s && rag-context how do we restore a backup

It looks and does not touch: no model is loaded, unloaded or woken.
Exit status 0 means that a message is answered now, 4 that it is not.`
}

// waitInterval is the time between two looks at a server that is not ready.
const waitInterval = 250 * time.Millisecond

// Run implements the command.
func (c healthCommand) Run(a *app) error {
	places, err := c.places()
	if err != nil {
		return err
	}
	if places.None() {
		return hinted{errNotReady, "it is switched off by --llm none, or by the settings: rag-context config"}
	}
	report := c.await(a, places)
	if err := c.show(a, report); err != nil {
		return err
	}
	if err := a.ctx.Err(); err != nil {
		return err
	}
	if !report.Usable() {
		return hinted{errNotReady, report.Remedy()}
	}
	return nil
}

// await looks until the LLM is ready, waiting can't help, or the time is over.
func (c healthCommand) await(a *app, places health.Places) health.Report {
	options := c.options(a)
	options.Thorough = true
	end := a.env.now().Add(c.Wait)
	said := ""
	for {
		report := a.findLLM(a.ctx, places, options)
		hopeless := report.State == health.Unauthorized || report.State == health.Invalid
		if report.Usable() || hopeless || !a.env.now().Before(end) {
			return report
		}
		if trouble := troubleWith(&report); trouble != said {
			a.say("waiting: %s", trouble)
			said = trouble
		}
		select {
		case <-a.ctx.Done():
			return report
		case <-time.After(waitInterval):
		}
	}
}

func (c healthCommand) show(a *app, report health.Report) error {
	if c.JSON {
		return a.printJSON(report)
	}
	table := tabwriter.NewWriter(a.env.stdout, 0, 0, 2, ' ', 0)
	for _, row := range reportRows(report) {
		fmt.Fprintf(table, "%s\t%s\n", row[0], visible(row[1]))
	}
	return table.Flush()
}

// reportRows are a report for people: names and values.
func reportRows(r health.Report) [][2]string {
	rows := [][2]string{{"state", string(r.State) + explained(r)}}
	add := func(name, value string) {
		if value != "" {
			rows = append(rows, [2]string{name, value})
		}
	}
	add("server", strings.TrimSpace(r.Server+" "+r.Version))
	add("address", r.URL)
	add("model", r.Model)
	if r.Usable() {
		add("window", windowOf(r))
		add("counting", map[bool]string{true: "exact, by the server", false: "estimated"}[r.CanCount])
		add("also", alsoOf(r))
	}
	if len(r.Models) > 1 {
		add("models", modelList(r.Models))
	}
	add("latency", fmt.Sprintf("%d ms", r.LatencyMS))
	add("note", r.Note)
	return rows
}

func explained(r health.Report) string {
	if r.State == health.Ready {
		return ""
	}
	return ": " + r.Message
}

// windowOf says how large a window is and how sure that is.
func windowOf(r health.Report) string {
	text := "unknown"
	switch r.WindowKind {
	case health.Effective:
		text = fmt.Sprintf("%d tokens", r.Window)
	case health.Configured:
		text = fmt.Sprintf("%d tokens as configured", r.Window)
	}
	if r.Trained > r.Window {
		text += fmt.Sprintf(" (trained for %d)", r.Trained)
	}
	return text
}

func alsoOf(r health.Report) string {
	var abilities []string
	if r.CanEmbed {
		abilities = append(abilities, "embeds")
	}
	if r.CanRerank {
		abilities = append(abilities, "reranks")
	}
	return strings.Join(abilities, ", ")
}

// modelList names models, ten at most.
func modelList(models []health.Model) string {
	const most = 10
	var words []string
	for _, m := range models[:min(most, len(models))] {
		word := m.ID
		if m.State != "" && m.State != health.ModelUnloaded {
			word += " (" + string(m.State) + ")"
		}
		words = append(words, word)
	}
	if len(models) > most {
		words = append(words, fmt.Sprintf("%d more", len(models)-most))
	}
	return strings.Join(words, ", ")
}
