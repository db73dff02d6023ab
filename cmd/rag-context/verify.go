package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"rag-context/pack/cite"
	"rag-context/rag"
	"rag-context/transport/desktop"
)

type verifyCommand struct {
	File string `arg:"" optional:"" help:"The file with the answer; - reads standard input, nothing the clipboard."`
	JSON bool   `help:"Print the result as JSON."`
}

// Help implements kong's HelpProvider.
func (verifyCommand) Help() string {
	return `Examples:
  rag-context verify
  rag-context verify answer.md
  llm-client | rag-context verify --json -

Quotes have to stand word for word in the source that is cited. A statement in the
model's own words is held against the words of the sources: that finds a wrong
number and what is from nowhere, but proves nothing.

Exit status: 0 everything is right, 1 something is not, 3 nothing is cited or quoted.`
}

// maxAnswer is the longest answer that is checked, in bytes.
const maxAnswer = 1 << 20

var errUnsupported = errors.New("the answer is not all from its sources")

// Run implements the command.
func (c verifyCommand) Run(a *app) error {
	block, err := a.keptBlock(1)
	if err != nil {
		return err
	}
	answer, err := c.answer(a)
	if err != nil {
		return err
	}
	if isBlock(answer, block) {
		return hinted{usageError{errors.New("the clipboard still has the block, not the model's answer")}, "copy the answer in the chat page, then: rag-context verify"}
	}
	report := cite.Check(answer, block.sources())
	if c.JSON {
		err = a.printJSON(report)
	} else {
		err = a.printListing(verified(report))
	}
	if err != nil {
		return err
	}
	return c.judge(report)
}

// judge makes the exit status.
func (verifyCommand) judge(report cite.Report) error {
	all := len(report.Citations) + len(report.Quotes)
	switch wrong := report.Wrong(); {
	case all == 0:
		return hinted{fmt.Errorf("%w: the answer cites and quotes no source", errNothingFound), "ask the model to cite its sources like [1]"}
	case wrong > 0:
		return hinted{fmt.Errorf("%w: %d of %d citations and quotes", errUnsupported, wrong, all), "rag-context source N shows what [N] says"}
	}
	return nil
}

// answer reads what is to be checked.
func (c verifyCommand) answer(a *app) (string, error) {
	var read func() (string, error)
	switch c.File {
	case "":
		return a.fromClipboard()
	case "-":
		read = func() (string, error) { return readAnswer(a.env.stdin) }
	default:
		read = func() (string, error) {
			file, err := os.Open(c.File)
			if err != nil {
				return "", hinted{usageError{fmt.Errorf("%s: no such file", c.File)}, "check the path"}
			}
			defer file.Close()
			return readAnswer(file)
		}
	}
	return unlessInterrupted(a.ctx, read)
}

func readAnswer(from io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxAnswer+1))
	if err == nil && len(text) > maxAnswer {
		err = &rag.RequestError{Field: "answer", Problem: fmt.Sprintf("has more than %d bytes", maxAnswer)}
	}
	return string(text), err
}

func (a *app) fromClipboard() (string, error) {
	text, err := a.env.clipboard.Read(a.ctx)
	switch {
	case errors.Is(err, desktop.ErrNoClipboard):
		return "", hinted{errors.New("there is no clipboard here that can be read"), "rag-context verify FILE reads a file, verify - standard input"}
	case err != nil:
		return "", hinted{fmt.Errorf("the clipboard gives no text: %w", err), "copy the model's answer first; rag-context verify FILE reads a file, verify - standard input"}
	case len(text) > maxAnswer:
		return readAnswer(strings.NewReader(text))
	}
	return text, nil
}

// isBlock reports whether a text is the block itself, whatever a clipboard has
// made of its line ends.
func isBlock(text string, block kept) bool {
	lines := func(text string) string { return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")) }
	return lines(text) == lines(block.Block) || lines(text) == lines(block.handout().paste)
}

// sources are what the block gave the model.
func (k kept) sources() []cite.Source {
	var sources []cite.Source
	for i, source := range k.Receipt.Sources {
		sources = append(sources, cite.Source{ID: source.ID, Text: k.Texts[i]})
	}
	return sources
}

// verdictWords are what a person reads.
var verdictWords = map[cite.Verdict]string{cite.Right: "right", cite.WrongPassage: "wrong passage", cite.NotFound: "not found"}

// verified shows what was found, a line for each citation and quote, safe for a
// terminal.
func verified(report cite.Report) string {
	var list strings.Builder
	table := tabwriter.NewWriter(&list, 0, 0, 2, ' ', 0)
	for _, c := range report.Citations {
		row(table, c.Line, fmt.Sprintf("[%d]", c.Source), c.Verdict, c.Found, c.Statement)
	}
	for _, q := range report.Quotes {
		row(table, q.Line, "quote", q.Verdict, q.Found, q.Text)
	}
	_ = table.Flush() // a strings.Builder does not fail
	return list.String()
}

func row(table io.Writer, line int, what string, verdict cite.Verdict, found []int, text string) {
	where := ""
	if verdict == cite.WrongPassage || what == "quote" && len(found) > 0 {
		where = ": stands in"
		for _, id := range found {
			where += " [" + strconv.Itoa(id) + "]"
		}
	}
	fmt.Fprintf(table, "line %d\t%s\t%s\t%s\n", line, what, verdictWords[verdict]+where, shortened(visible(text), 70))
}
