package rag_test

import (
	"slices"
	"strings"
	"testing"

	"rag-context/rag"
)

// TestMisspelledWords finds what was meant, and says so; what is spelled right
// comes first.
func TestMisspelledWords(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	source.Set("keys.txt", "Rotating the signing keys of kubernetes", s.now)
	source.Set("door.txt", "The door of the house, LG-40123, v1.24.3, 数据库", s.now)
	s.sync(library)
	for _, question := range []string{"rotaitng", "roating", "signnig keys", "singing", "totating", "roattiing", "kuberntse", "kuebrnets", "kubernetise"} {
		result := s.query(library, rag.Request{Question: question})
		if got := paths(result); len(got) != 1 || got[0] != "notes/keys.txt" || codes(result)[0] != rag.CodeCorrected {
			t.Errorf("%q: found %v, diagnostics %v", question, got, result.Diagnostics)
		}
	}
	for _, question := range []string{"zzzzzzz", "dor", "ouse", "40132", "kubernetes2x", "数居车"} {
		if result := s.query(library, rag.Request{Question: question}); len(result.Passages) != 0 || len(result.Diagnostics) != 0 {
			t.Errorf("%q: found %v, diagnostics %v", question, paths(result), result.Diagnostics)
		}
	}
	if result := s.query(library, rag.Request{Question: "signing keys"}); len(result.Diagnostics) != 0 {
		t.Errorf("spelled right: %v", result.Diagnostics)
	}
}

// TestSpellingKeepsToTheScope: words that stand only where nobody looks are
// neither suggested nor told apart from words that stand nowhere.
func TestSpellingKeepsToTheScope(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes", "secret")
	s.source("alice", "notes").Set("a.txt", "A projection of the kitchen", s.now)
	s.source("alice", "secret").Set("b.txt", "project nightingale, nightingale, kitchens, kitchem", s.now)
	s.sync(library)
	narrow := s.openAs("alice", rag.ScopeOptions{Collections: []string{"notes"}})
	for _, question := range []string{"nightingael", "nighitngaele"} {
		if got := s.query(library, rag.Request{Question: question}); len(got.Passages) != 1 {
			t.Errorf("%q finds %v in all collections", question, paths(got))
		}
		for _, result := range []rag.Result{
			s.query(narrow, rag.Request{Question: question}),
			s.query(library, rag.Request{Question: question, Collections: []string{"notes"}}),
		} {
			if len(result.Passages) != 0 || slices.Contains(codes(result), rag.CodeCorrected) {
				t.Errorf("%q: found %v, diagnostics %v", question, paths(result), result.Diagnostics)
			}
		}
	}
	// The second stands in the other collection as it is typed.
	for _, question := range []string{"kitchenn", "kitchem"} {
		result := s.query(narrow, rag.Request{Question: question})
		if got := paths(result); strings.Join(got, " ") != "notes/a.txt" {
			t.Errorf("%q: found %v, diagnostics %v", question, got, result.Diagnostics)
		}
	}
}
