package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"rag-context/pack"
	"rag-context/rag"
	"rag-context/rag/filetree"
	"rag-context/transport/desktop"
)

type sourceCommand struct {
	Number string `arg:"" name:"n" help:"The source's number: 2 for [2]."`
	Edit   bool   `short:"e" help:"Open the file in your editor ($VISUAL, else $EDITOR), at the line."`
	JSON   bool   `help:"Print it as JSON."`
}

// Help implements kong's HelpProvider.
func (sourceCommand) Help() string {
	return `Examples:
  rag-context source 2
  rag-context source 2 --edit

It prints the text as the block had it, and tells when the file has changed since.`
}

// origin is a source of a block and what became of its file; its JSON form is a
// contract.
type origin struct {
	pack.Source
	Text    string     `json:"text"`    // as the block has it
	Gone    bool       `json:"gone"`    // its file or its collection is no longer there
	Changed *time.Time `json:"changed"` // when the file changed since the block was made; null where it did not

	file string // absolute; "" where there is none
}

// Run implements the command.
func (c sourceCommand) Run(a *app) error {
	block, err := a.keptBlock(1)
	if err != nil {
		return err
	}
	if !isNumber(c.Number) {
		return hinted{usageError{fmt.Errorf("%.40q is no source's number", c.Number)}, "rag-context source 2 shows where [2] of the last block came from"}
	}
	at, err := block.source(strings.Trim(c.Number, "[]"))
	if err != nil {
		return err
	}
	o := origin{Source: block.Receipt.Sources[at], Text: block.Texts[at]}
	if err := a.trace(&o, block); err != nil {
		return err
	}
	c.tell(a, o)
	if c.Edit {
		return a.edit(o)
	}
	if c.JSON {
		return a.printJSON(o)
	}
	return a.print(o.Text)
}

// trace finds the source's file and what became of it.
func (a *app) trace(o *origin, block kept) error {
	err := querying{In: block.In, NoSync: true}.withLibrary(a, func(library *rag.Library) error {
		states, err := library.Collections(a.ctx)
		at := slices.IndexFunc(states, func(state rag.CollectionState) bool { return state.Name == o.Collection })
		if err != nil || at < 0 {
			return errors.Join(err, fs.ErrNotExist)
		}
		tree, err := filetree.Open(states[at].Collection, filetree.Options{})
		if err != nil {
			return err
		}
		o.file = tree.Absolute(o.Path)
		return o.look(block.MadeAt)
	})
	var noFolder usageError // of those that were asked ad hoc
	if errors.Is(err, rag.ErrGone) || errors.Is(err, rag.ErrUnknownTenant) || errors.Is(err, fs.ErrNotExist) || errors.As(err, &noFolder) {
		o.Gone, err = true, nil
	}
	return err
}

// look compares the file with the time at which the block was made.
func (o *origin) look(made time.Time) error {
	info, err := os.Stat(o.file)
	if err != nil {
		return err
	}
	if changed := info.ModTime().UTC(); o.Stale || changed.After(made) {
		o.Changed = &changed
	}
	return nil
}

// tell says where it came from and what became of it.
func (c sourceCommand) tell(a *app, o origin) {
	place := fmt.Sprintf("%s/%s:%d-%d", o.Collection, o.Path, o.Lines[0], o.Lines[1])
	if heading := strings.Join(o.Heading, " > "); heading != "" {
		place += "  " + heading
	}
	a.say("[%d] %s", o.ID, place)
	switch {
	case o.Gone:
		a.warn("the file is no longer there", "")
	case o.Changed != nil:
		a.warn(fmt.Sprintf("the file has changed (%s): lines may have moved", ago(a.env.now().Sub(*o.Changed))),
			"rag-context"+a.tenantFlag()+" last still has the block; ask again for what the file says now")
	}
}

// edit opens the source's file at its first line.
func (a *app) edit(o origin) error {
	if o.Gone {
		return fmt.Errorf("edit source [%d]: %w", o.ID, rag.ErrGone)
	}
	command, err := desktop.EditorCommand(os.Getenv, o.file, o.Lines[0])
	if err != nil {
		return hinted{err, "export EDITOR=nano, or the editor that you like"}
	}
	if err := desktop.RunEditor(a.ctx, command, a.env.stdin, a.env.stdout, a.env.stderr); err != nil {
		return fmt.Errorf("edit source [%d]: %w", o.ID, err)
	}
	return nil
}
