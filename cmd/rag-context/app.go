package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"rag-context/rag"
	"rag-context/rag/extract"
	"rag-context/rag/filetree"
	"rag-context/rag/sqlitestore"
)

// app is one run of the program: what was typed, and the world it runs in.
type app struct {
	ctx      context.Context
	env      environment
	line     commandLine
	settings *settings
	selected *kong.Context
	models   func() (models, error) // as set up; the same ones at each call

	arguments []string // as typed
	commands  []string // names of all commands
}

// typed reports whether a flag stands on the command line: what it says there is
// said of this call, unlike a setting.
func (a *app) typed(flag string) bool {
	return slices.ContainsFunc(a.selected.Path, func(path *kong.Path) bool { return path.Flag != nil && path.Flag.Name == flag && !path.Resolved })
}

// say prints a line for the person on standard error, unless --quiet.
func (a *app) say(format string, arguments ...any) {
	if !a.line.Quiet {
		fmt.Fprintln(a.env.stderr, visible(fmt.Sprintf(format, arguments...)))
	}
}

// warn says that something did not go as wished but did not stop the work.
func (a *app) warn(problem, hint string) {
	a.say("rag-context: warning: %s", problem)
	if hint != "" {
		a.say("rag-context: hint: %s", hint)
	}
}

// printJSON writes value as indented JSON on standard output.
func (a *app) printJSON(value any) error { return printJSONObject(a.env.stdout, value) }

// print writes text on standard output, with a final line break. On a terminal
// control characters are made visible: a document must not steer it.
func (a *app) print(text string) error {
	if a.env.stdoutTerminal {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			lines[i] = visible(line)
		}
		text = strings.Join(lines, "\n")
	}
	_, err := io.WriteString(a.env.stdout, strings.TrimSuffix(text, "\n")+"\n")
	return err
}

// engine is where tenants' indexes live.
func (a *app) engine() sqlitestore.Engine {
	return sqlitestore.Engine{Folder: filepath.Join(a.env.folders.data, "tenants")}
}

func (a *app) libraryOptions() (rag.LibraryOptions, error) {
	models, err := a.models()
	return rag.LibraryOptions{
		OpenSource: openSource,
		Extractor:  extract.Text{},
		Synonyms:   a.settings.synonyms,
		Embedding:  models.embedding,
		Better:     models.better,
		Reranking:  models.reranking,
		Now:        a.env.now,
	}, err
}

func openSource(collection rag.Collection) (rag.Source, error) {
	if collection.Kind != filetree.Kind {
		return nil, fmt.Errorf("this program has no source of kind %q", collection.Kind)
	}
	return filetree.Open(collection, filetree.Options{})
}

// openLibrary opens a library that works with what is set up.
func (a *app) openLibrary(ctx context.Context, engine rag.Engine, scope rag.Scope, create bool) (*rag.Library, error) {
	options, err := a.libraryOptions()
	if err != nil {
		return nil, err
	}
	return rag.OpenLibrary(ctx, engine, scope, create, options)
}

// withLibrary runs use on the tenant's library.
func (a *app) withLibrary(create bool, use func(*rag.Library) error) error {
	scope, err := a.scope()
	if err != nil {
		return err
	}
	return a.withLibraryOf(a.engine(), scope, create, use)
}

func (a *app) withLibraryOf(engine rag.Engine, scope rag.Scope, create bool, use func(*rag.Library) error) (err error) {
	library, err := a.openLibrary(a.ctx, engine, scope, create)
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := library.Close(); err == nil {
			err = closeErr
		}
	}()
	return use(library)
}
