package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"rag-context/rag"
)

type removeCommand struct {
	Name string `arg:"" help:"The collection to remove."`
	Yes  bool   `short:"y" help:"Don't ask."`
}

// Help implements kong's HelpProvider.
func (removeCommand) Help() string {
	return `Examples:
  rag-context remove notes
  rag-context remove notes --yes`
}

// Run implements the command.
func (c removeCommand) Run(a *app) error {
	return a.withLibrary(false, func(library *rag.Library) error {
		status, err := library.Status(a.ctx, []string{c.Name})
		if err != nil {
			return err
		}
		if err := c.confirm(a, status.Collections[0]); err != nil {
			return err
		}
		if err := library.Remove(a.ctx, c.Name); err != nil {
			return err
		}
		a.say("removed %s from the index; its files are untouched", c.Name)
		return nil
	})
}

func (c removeCommand) confirm(a *app, collection rag.CollectionStatus) error {
	if c.Yes {
		return nil
	}
	if !a.env.stdinTerminal {
		return hinted{usageError{errors.New("remove asks first, and nobody is there to answer")}, "rag-context remove " + c.Name + " --yes"}
	}
	fmt.Fprintf(a.env.stderr, "remove %s (%s) from the index? [y/N] ", c.Name, count(collection.Documents, "document"))
	answer, err := unlessInterrupted(a.ctx, func() (string, error) { return bufio.NewReader(a.env.stdin).ReadString('\n') })
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if reply := strings.ToLower(strings.TrimSpace(answer)); reply != "y" && reply != "yes" {
		return errors.New("not removed")
	}
	return nil
}
