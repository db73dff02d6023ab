package main

import (
	"fmt"
	"io"
	"strconv"

	"rag-context/rag"
)

// grepPrinter prints documents as they are found.
type grepPrinter struct {
	command grepCommand
	app     *app
	out     io.Writer
	rows    *rowWriter // of a table; nil for other forms
	result  grepResult // of --json
	printed bool       // whether anything was, for the line between groups
}

func newGrepPrinter(command grepCommand, a *app, out io.Writer) *grepPrinter {
	p := &grepPrinter{command: command, app: a, out: out, result: grepResult{Documents: []rag.Grepped{}}}
	if form := command.form(); form == formCSV || form == formTSV {
		p.rows = newRowWriter(out, form, "collection", "path", "line", "column", "text", "passage")
	}
	return p
}

func (p *grepPrinter) document(found rag.Grepped) error {
	place := visible(found.Collection + "/" + found.Path)
	switch form := p.command.form(); {
	case form == formJSON:
		p.result.Documents = append(p.result.Documents, found)
		p.result.Matches += found.Matches
		return nil
	case form == formNDJSON:
		return printJSONLine(p.out, found)
	case form == formFiles:
		_, err := fmt.Fprintln(p.out, place)
		return err
	case p.command.Count:
		_, err := fmt.Fprintf(p.out, "%s:%d\n", place, found.Matches)
		return err
	case p.rows != nil:
		for _, line := range found.Lines {
			p.rows.write(found.Collection, found.Path, strconv.Itoa(line.Line), strconv.Itoa(line.Column), line.Text, line.Passage)
		}
		return nil
	}
	return p.lines(place, found.Lines)
}

func (p *grepPrinter) lines(place string, lines []rag.GreppedLine) error {
	around := p.command.AfterContext+p.command.BeforeContext+p.command.Context > 0
	for i, line := range lines {
		if around && p.printed && (i == 0 || line.Line > lines[i-1].Line+1) {
			if _, err := fmt.Fprintln(p.out, "--"); err != nil {
				return err
			}
		}
		p.printed = true
		if _, err := fmt.Fprintln(p.out, p.line(place, line)); err != nil {
			return err
		}
	}
	return nil
}

// line is "path:line:text"; for a line around a match "path-line-text".
func (p *grepPrinter) line(place string, line rag.GreppedLine) string {
	sign := ":"
	if line.Column == 0 {
		sign = "-"
	}
	text := line.Text
	if p.app.env.stdoutTerminal {
		text = visible(text)
	}
	switch {
	case p.command.form() == formVimgrep:
		return fmt.Sprintf("%s:%d:%d:%s", place, line.Line, max(line.Column, 1), text)
	case !p.command.LineNumber:
		return place + sign + text
	}
	return place + sign + strconv.Itoa(line.Line) + sign + text
}

// end prints what needs all documents, and where the next page begins.
func (p *grepPrinter) end(next string) error {
	if p.command.form() == formJSON {
		p.result.NextCursor = next
		return printJSONObject(p.out, p.result)
	}
	return p.rows.end()
}
