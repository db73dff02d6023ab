package rag

import (
	"context"
	"errors"
)

// documentState is how a stored document stands to its source now.
type documentState uint8

const (
	documentUnchanged documentState = iota
	documentChanged
	documentGone
	documentUnknown // its source can't be asked
)

// checker asks sources whether documents are as they were stored; each
// document once.
type checker struct {
	library *Library
	sources map[string]checkedSource // by collection
	known   map[string]documentState // by document id
	gone    int
}

type checkedSource struct {
	source Source
	err    error
}

func newChecker(library *Library, states []CollectionState) *checker {
	c := &checker{library: library, sources: map[string]checkedSource{}, known: map[string]documentState{}}
	if library.options.OpenSource == nil {
		return c
	}
	for _, state := range states {
		source, err := library.openSource(state.Collection)
		c.sources[state.Name] = checkedSource{source, err}
	}
	return c
}

func (c *checker) document(ctx context.Context, document Document) documentState {
	state, known := c.known[document.ID]
	if !known {
		state = c.ask(ctx, document)
		c.known[document.ID] = state
		if state == documentGone {
			c.gone++
		}
	}
	return state
}

func (c *checker) ask(ctx context.Context, document Document) documentState {
	from, known := c.sources[document.Collection]
	switch {
	case !known:
		return documentUnknown
	case errors.Is(from.err, ErrGone):
		return documentGone
	case from.err != nil:
		return documentUnknown
	}
	version, err := from.source.Stat(ctx, document.Path)
	switch {
	case errors.Is(err, ErrGone):
		return documentGone
	case err != nil:
		return documentUnknown
	case !version.Equal(document.Version):
		return documentChanged
	}
	return documentUnchanged
}
