package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"rag-context/rag"
)

type readCommand struct {
	Reference string   `arg:"" name:"id-or-path" help:"A passage's or document's id, or a document's path, with :LINE or :FIRST-LAST for some lines."`
	In        []string `placeholder:"PATH" sep:"none" help:"Read from a folder that was asked with --in; may be repeated."`
	JSON      bool     `help:"Print the document as JSON."`
}

// Help implements kong's HelpProvider.
func (readCommand) Help() string {
	return `Examples:
  rag-context read notes/backup.md:10-40
  rag-context read k3m5q2wxayz4.3
  rag-context read --in ./docs docs/backup.md

It prints the text as it was at the last sync.`
}

// Run implements the command.
func (c readCommand) Run(a *app) error {
	return querying{In: c.In}.withLibrary(a, func(library *rag.Library) error {
		reading, err := a.read(library, c.Reference)
		if err != nil {
			return err
		}
		if reading.Stale {
			a.warn(fmt.Sprintf("%s has changed since the last sync", reading.Path), a.remedy(rag.CodeStale))
		}
		if c.JSON {
			return a.printJSON(reading)
		}
		return a.print(reading.Text)
	})
}

var lineRange = regexp.MustCompile(`^(.+):(\d{1,9})(?:-(\d{1,9}))?$`)

// read tries what the text may mean, in turn: some lines of a document, or a
// document whose name ends in ":7".
func (a *app) read(library *rag.Library, text string) (rag.Reading, error) {
	references := []rag.Reference{{Name: text}}
	if parts := lineRange.FindStringSubmatch(text); parts != nil && parts[2] != "0" {
		first, _ := strconv.Atoi(parts[2]) // digits, as the expression says
		last := first
		if parts[3] != "" {
			last, _ = strconv.Atoi(parts[3])
		}
		references = []rag.Reference{{Name: parts[1], First: first, Last: last}, {Name: text}}
	}
	states, err := library.Collections(a.ctx)
	if err != nil {
		return rag.Reading{}, err
	}
	missing := fmt.Errorf("document %.80q: %w", references[0].Name, rag.ErrNotFound)
	for _, reference := range references {
		for _, reference.Name = range names(states, reference.Name) {
			reading, err := rag.Read(a.ctx, library, reference)
			if !errors.Is(err, rag.ErrNotFound) {
				return reading, err
			}
			if _, is := errors.AsType[*rag.LinesError](err); is {
				missing = err
			}
		}
	}
	return rag.Reading{}, missing
}

// names are what a name may mean to a library: itself, and for a path of this
// machine its place in each collection around it.
func names(states []rag.CollectionState, name string) []string {
	all := []string{strings.TrimPrefix(filepath.ToSlash(name), "./")}
	absolute, err := realPath(name)
	if err != nil { // no file here
		return all
	}
	for _, state := range states {
		relative, err := filepath.Rel(state.Location, absolute)
		switch {
		case absolute == state.Location:
			all = append(all, state.Name+"/"+filepath.Base(absolute))
		case err == nil && filepath.IsLocal(relative):
			all = append(all, state.Name+"/"+filepath.ToSlash(relative))
		}
	}
	return all
}
