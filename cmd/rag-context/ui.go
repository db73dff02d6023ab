package main

import (
	"cmp"
	"errors"
	"strings"

	"rag-context/health"
	"rag-context/rag"
)

type uiCommand struct {
	Question []string `arg:"" optional:"" help:"The question to begin with; its words need no quotes."`

	querying
	Limit int `short:"n" default:"10" placeholder:"N" help:"How many of the best passages to pack unless you choose others, 1 to 50 (default 10)."`
	sizeFlags
	llmFlags
	Sensitive bool `help:"Ask clipboard managers not to keep the block, where the platform can."`
	pageFlags
	KeepLast bool `default:"true" negatable:"" help:"Keep the block for last, history and --more (default); --no-keep-last does not."`
}

// Help implements kong's HelpProvider.
func (uiCommand) Help() string {
	return `Examples:
  rag-context ui
  rag-context ui --in ./docs how do we restore a backup

Keys: enter copies, tab puts a passage into the block or takes it out, arrows or
Ctrl-N and Ctrl-P choose, PgUp and PgDn read on, Ctrl-O opens the chat page,
Ctrl-E edits the document at that line (VISUAL or EDITOR), Ctrl-R looks for
changed files, Esc leaves, Ctrl-C interrupts.`
}

// Run implements the command.
func (c uiCommand) Run(a *app) error {
	ask := askCommand{
		querying: c.querying, Limit: c.Limit, sizeFlags: c.sizeFlags, llmFlags: c.llmFlags,
		outlets: outlets{Sensitive: c.Sensitive}, pageFlags: c.pageFlags, KeepLast: c.KeepLast, chosen: true,
	}
	question := strings.Join(c.Question, " ")
	const any = "any" // a question that is typed later can't be checked now
	request, err := c.request(a, cmp.Or(question, any), c.Limit, false)
	if err != nil {
		return err
	}
	request.Question = question
	folders, err := locate(c.In)
	if err != nil {
		return err
	}
	places, err := ask.check(a)
	if err != nil {
		return err
	}
	return c.withLibrary(a, func(library *rag.Library) error {
		return ask.browse(a, library, followUp{request: request, in: folders}, places)
	})
}

// browse shows the screen until the person leaves it; what was copied last is
// told afterwards.
func (c askCommand) browse(a *app, library *rag.Library, asked followUp, places health.Places) error {
	s := a.newScreen(c, library)
	_, err := s.show(asked, places)
	return errors.Join(s.tell(), err, s.failed)
}
