package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"rag-context/rag"
	"rag-context/transport/tui"
)

type searchCommand struct {
	Question []string `arg:"" optional:"" help:"The question; its words need no quotes. - reads it from standard input."`

	querying
	learnFlags
	Limit   int    `short:"n" aliases:"top-k,max-count,max-results,count" default:"${default_limit}" placeholder:"N" help:"The most passages to list, 1 to 50, with --json and --format to 1000 (default 10)."`
	Cursor  string `placeholder:"CURSOR" help:"Go on after the passages before: next_cursor of that answer; all else as it was."`
	Explain bool   `help:"Say what each score is made of."`
	Format  string `placeholder:"FORM" enum:"cli,json,ndjson,csv,tsv,md,xml,files,vimgrep," default:"" help:"How to print: cli, json, ndjson, csv, tsv, md, xml, files or vimgrep (default cli)."`
	JSON    bool   `xor:"form" help:"Print the result as one JSON object."`
	NDJSON  bool   `name:"ndjson" xor:"form" help:"Print events as they happen, one JSON object a line: started, passage, diagnostic, finished."`
}

// Help implements kong's HelpProvider.
func (searchCommand) Help() string {
	return `Examples:
  rag-context search restore a backup -n 5
  rag-context search '"signing keys" -ssh modified:30d'
  rag-context search --json "error LG-4012" | jq -r '.passages[].path'
  vim -q <(rag-context search --format vimgrep restore a backup)`
}

// Run implements the command.
func (c searchCommand) Run(a *app) error {
	question, err := a.question(c.Question)
	if err != nil {
		return err
	}
	request, err := c.request(a, question, c.Limit, c.form() != formCLI)
	if err != nil {
		return err
	}
	request.Explain, request.Cursor = c.Explain, c.Cursor
	events := eventWriter{a.env.stdout, c.form() != formNDJSON}
	if err := events.write(startedEvent{Event: "started", Tenant: a.line.Tenant}); err != nil {
		return err
	}
	err = c.withLibrary(a, func(library *rag.Library) error {
		result, err := rag.Query(a.ctx, library, request)
		if err != nil {
			return err
		}
		defer c.learnAfter(a, library, c.learnFlags)
		return c.show(a, result, events)
	})
	if err != nil && !errors.Is(err, errNothingFound) {
		return errors.Join(err, events.write(finishedEvent{Event: "finished", Status: "failed"}))
	}
	return err
}

func (c searchCommand) form() string { return formOf(c.Format, c.JSON, c.NDJSON) }

func (c searchCommand) show(a *app, result rag.Result, events eventWriter) error {
	a.remarks(result)
	empty := len(result.Passages) == 0
	if err := c.print(a, result, events); err != nil {
		return err
	}
	if empty {
		return nothingFound(result)
	}
	if result.NextCursor != "" {
		a.say("more passages match: --cursor %s goes on after these", result.NextCursor)
	}
	return nil
}

func (c searchCommand) print(a *app, result rag.Result, events eventWriter) error {
	switch form := c.form(); form {
	case formJSON:
		return a.printJSON(result)
	case formNDJSON:
		return events.result(result)
	case formCSV, formTSV:
		return printPassageRows(a.env.stdout, form, result.Passages)
	case formXML:
		return printPassageXML(a.env.stdout, result)
	case formCLI:
		return a.printListing(listing(result, a.env.stdoutTerminal && a.env.colour))
	default:
		return printPassageText(a.env.stdout, form, result)
	}
}

// printListing prints what listing has made safe for a terminal already.
func (a *app) printListing(list string) error {
	_, err := io.WriteString(a.env.stdout, list)
	return err
}

// listing shows each passage's place, heading and the lines that say most.
func listing(result rag.Result, colour bool) string {
	bold, dim, plain := "", "", ""
	if colour {
		bold, dim, plain = "\x1b[1m", "\x1b[2m", "\x1b[0m"
	}
	var list strings.Builder
	for _, p := range result.Passages {
		path := p.Heading
		if len(path) == 0 || path[0] != p.Title {
			path = append([]string{p.Title}, path...)
		}
		heading := visible(strings.Join(path, " > "))
		fmt.Fprintf(&list, "%2d  %s%s/%s:%d-%d%s  %s%s  %.2f%s\n", p.Rank,
			bold, p.Collection, visible(p.Path), p.Lines[0], p.Lines[1], plain, dim, p.ID, p.Score, plain)
		fmt.Fprintf(&list, "    %s\n", heading)
		for _, part := range p.Explanation {
			fmt.Fprintf(&list, "    %s%.4f %s%s\n", dim, part.Score, part.Name, plain)
		}
		for _, line := range rag.Snippet(result.Query, p.Text, 3) {
			line = shortened(visible(strings.TrimSpace(line)), 100)
			fmt.Fprintf(&list, "    %s| %s%s\n", dim, line, plain)
		}
	}
	return list.String()
}

// shortened cuts a line to a terminal's width.
func shortened(line string, width int) string {
	if runes := []rune(line); len(runes) > width {
		return string(runes[:width-1]) + "…"
	}
	return line
}

// visible is text that can't steer the terminal.
func visible(text string) string { return tui.Visible(text) }
