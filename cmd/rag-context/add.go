package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"rag-context/rag"
	"rag-context/rag/filetree"
)

type addCommand struct {
	Path    string   `arg:"" help:"The folder (or single file) to add."`
	Name    string   `placeholder:"NAME" help:"The collection's name (default: the folder's)."`
	Tag     []string `placeholder:"TAG" predictor:"tag" help:"A tag for all its documents; may be repeated."`
	Include []string `placeholder:"GLOB" sep:"none" help:"Take only files that match, such as '*.md' or 'docs/**'; may be repeated."`
	Exclude []string `placeholder:"GLOB" sep:"none" help:"Leave out files that match; may be repeated."`
	JSON    bool     `help:"Print the report as JSON."`
	learnFlags
}

// Help implements kong's HelpProvider.
func (addCommand) Help() string {
	return `Examples:
  rag-context add ~/notes
  rag-context add ~/src/app --name app --include '*.go' --include '*.md' --exclude 'vendor/**'`
}

// Run implements the command.
func (c addCommand) Run(a *app) error {
	location, err := realPath(c.Path)
	if err != nil {
		return err
	}
	if err := checkGlobs(append(append([]string{}, c.Include...), c.Exclude...)); err != nil {
		return err
	}
	collection := rag.Collection{
		Name: c.Name, Kind: filetree.Kind, Location: location, Tags: c.Tag, Include: c.Include, Exclude: c.Exclude,
	}
	if collection.Name == "" {
		collection.Name = rag.CollectionNameFrom(filepath.Base(location))
	} else if !rag.ValidCollectionName(collection.Name) {
		return &rag.RequestError{Field: "name", Problem: fmt.Sprintf("can't be %.80q; this works: %s", c.Name, rag.CollectionNameFrom(c.Name))}
	}
	return a.withLibrary(true, func(library *rag.Library) error {
		if err := library.Add(a.ctx, collection); err != nil {
			return err
		}
		reports, err := a.sync(a.ctx, library, rag.SyncOptions{Collections: []string{collection.Name}})
		if err == nil {
			defer a.learnLater(a.ctx, library, c.learnFlags)
		}
		return a.showReports(library, reports, err, c.JSON)
	})
}

func checkGlobs(globs []string) error {
	for _, glob := range globs {
		if !doublestar.ValidatePattern(strings.TrimPrefix(glob, "!")) {
			return &rag.RequestError{Field: "glob", Problem: fmt.Sprintf("%q is not well formed", glob)}
		}
	}
	return nil
}
