package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"rag-context/health"
	"rag-context/pack"
	"rag-context/rag"
	"rag-context/transport/desktop"
	"rag-context/transport/tui"
)

// screen is a full screen with what the program does for it. While it is shown
// nothing else may be written to the terminal, so that is kept for later.
type screen struct {
	app     *app
	ask     askCommand
	library *rag.Library
	asked   followUp // what the screen began with

	said, printed bytes.Buffer // by the last copy
	failed        error        // of the last copy, where the block was copied all the same
}

func (a *app) newScreen(ask askCommand, library *rag.Library) *screen {
	ask.chosen = true
	return &screen{app: a, ask: ask, library: library}
}

// show runs the screen; the choice is that of --pick.
func (s *screen) show(asked followUp, places health.Places) (tui.Choice, error) {
	a := s.app
	s.asked = asked
	request := asked.request
	output, err := a.screenOutput()
	if err != nil {
		return tui.Choice{}, err
	}
	request.Limit = min(rag.MaxLimit, 2*s.ask.Limit) // so that there are others to choose
	options := tui.Options{
		Library: s.library, Request: request, Best: s.ask.Limit,
		Budget: s.ask.Budget, Sizing: pack.Sizing{Reserve: s.ask.Reserve, MaxBlock: s.ask.MaxBlock},
		Sync: rag.SyncOptions{Collections: s.ask.Collection, NoWait: true, AllVectors: len(s.ask.In) > 0},
		Copy: s.copy, OpenPage: s.open, Edit: s.edit,
		Pick: s.ask.Pick, Lend: !s.ask.Pick && a.copyAsksTerminal(), Colour: a.env.colour,
		Input: a.env.stdin, Output: output, Random: a.env.random,
	}
	if !places.None() {
		options.LLM = func(ctx context.Context) *health.Report {
			report := a.findLLM(ctx, places, s.ask.options(a))
			return &report
		}
	}
	return tui.Run(a.ctx, options)
}

// screenOutput is where a screen can be shown: standard error where standard
// output is a pipe.
func (a *app) screenOutput() (io.Writer, error) {
	const instead = "rag-context search lists passages; rag-context QUESTION copies the block without a screen"
	output := a.env.stdout
	if !a.env.stdoutTerminal {
		output = a.env.stderr
	}
	switch {
	case !a.env.stdinTerminal || !a.env.stdoutTerminal && !a.env.stderrTerminal:
		return nil, hinted{usageError{errors.New("a full screen needs a terminal for its input and output")}, instead}
	case a.env.typewriter:
		return nil, hinted{usageError{errors.New("this terminal can't show a full screen: TERM is dumb or not set")}, "set TERM (xterm-256color suits most); " + instead}
	}
	return output, nil
}

// copyAsksTerminal reports whether a copy may go through the terminal's own
// clipboard, whose answers would be taken for keys.
func (a *app) copyAsksTerminal() bool {
	tool, err := a.env.clipboard.Available()
	return err != nil || tool == desktop.OSC52
}

// beside is the program with what it says and prints kept.
func (s *screen) beside(ctx context.Context, said, printed *bytes.Buffer) *app {
	said.Reset()
	printed.Reset()
	beside := *s.app
	beside.ctx = ctx
	beside.env.stderr, beside.env.stdout = said, printed
	return &beside
}

// copy does what the default command does with the passages.
func (s *screen) copy(ctx context.Context, choice tui.Choice) (string, error) {
	outcome, err := s.ask.answer(s.beside(ctx, &s.said, &s.printed), choice.Result, s.asked.about(choice.Result.Query), choice.LLM)
	s.failed = nil
	if errors.Is(err, errNotReady) { // with --require-llm; the block is copied
		s.failed, err = err, nil
	}
	if err != nil {
		return "", err
	}
	notice := headline(outcome)
	if outcome.Delivery.Method == "stdout" {
		notice = outcome.Delivery.Problem + ": the block is printed when you leave"
	} else if remarks := notices(s.said.String()); remarks != "" {
		notice += "; " + remarks
	}
	return notice, nil
}

// open opens the chat page.
func (s *screen) open(ctx context.Context, choice tui.Choice) (string, error) {
	var said, printed bytes.Buffer
	a := s.beside(ctx, &said, &printed)
	visit := a.planVisit(pageFlags{Open: true, Chat: s.ask.Chat}, choice.LLM)
	if visit != nil {
		var d delivery
		if a.open(visit, "", &d); d.Opened != "" {
			return "opened " + d.Opened, nil
		}
	}
	return notices(said.String()), nil
}

// notices are the warnings and hints among what was said, in one line.
func notices(said string) string {
	var all []string
	for line := range strings.Lines(said) {
		if notice, is := strings.CutPrefix(strings.TrimSpace(line), "rag-context: "); is {
			all = append(all, strings.TrimPrefix(notice, "warning: "))
		}
	}
	return strings.Join(all, "; ")
}

// tell passes on what the last copy said and printed.
func (s *screen) tell() error {
	_, err := s.app.env.stderr.Write(s.said.Bytes())
	if err == nil {
		_, err = s.app.env.stdout.Write(s.printed.Bytes())
	}
	return err
}
