package rag_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rag-context/rag"
	"rag-context/rag/embedders/static"
)

// TestCopies asks a folder that is there many times over: the result is as rich
// as from one, from one ranking, and the copies of what is gone take its place.
func TestCopies(t *testing.T) {
	const pages, copies = 14, 20
	s := newShelf(t)
	s.embedding = rag.Embedding{Embedder: static.New()}
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	for page := range pages {
		text := strings.Repeat("penguin ", pages-page) // so that copies are next to each other
		for word := range 30 {
			text += fmt.Sprintf(" w%dx%d", page, word)
		}
		for i := range copies {
			source.Set(fmt.Sprintf("copy%02d/page%d.md", i, page), text, s.now)
		}
	}
	s.sync(library)
	counting := &countingEngine{Engine: s.engine}
	asked, err := rag.OpenLibrary(t.Context(), counting, library.Scope(), false, s.options())
	s.must(err)
	defer asked.Close()
	for _, mode := range []rag.Mode{rag.ModeLexical, rag.ModeHybrid} {
		counting.matches = 0
		request := rag.Request{Question: "penguin", Limit: 10, Mode: mode, NoSync: true}
		result := s.query(asked, request)
		texts := map[string]bool{}
		for _, passage := range result.Passages {
			texts[passage.Text] = true
		}
		if len(texts) != 10 || len(result.Passages) != 10 || counting.matches != 1 {
			t.Errorf("%s: %d passages, %d of them distinct, from %d rankings; want 10, 10, 1", mode, len(result.Passages), len(texts), counting.matches)
		}
	}
	for page := range pages {
		source.Delete(fmt.Sprintf("copy00/page%d.md", page))
	}
	if result := s.query(asked, rag.Request{Question: "penguin", Limit: 10, NoSync: true}); len(result.Passages) != 10 {
		t.Errorf("with some copies gone %d passages, want 10 from the others", len(result.Passages))
	}
}

// countingEngine counts how often its stores rank passages by words.
type countingEngine struct {
	rag.Engine
	matches int
}

type countingStore struct {
	rag.Store
	engine *countingEngine
}

func (e *countingEngine) Open(ctx context.Context, tenant rag.Tenant, access rag.Access) (rag.Store, error) {
	store, err := e.Engine.Open(ctx, tenant, access)
	if err != nil {
		return nil, err
	}
	return countingStore{store, e}, nil
}

func (s countingStore) Match(ctx context.Context, match rag.Match) ([]rag.Hit, error) {
	s.engine.matches++
	return s.Store.Match(ctx, match)
}
