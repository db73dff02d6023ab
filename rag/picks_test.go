package rag_test

import (
	"errors"
	"strings"
	"testing"

	"rag-context/rag"
)

// zoo is a library with a penguin in several documents, and what another tenant
// has.
func zoo(t *testing.T) (s *shelf, alice, bob *rag.Library) {
	s = newShelf(t)
	alice, bob = s.open("alice", "notes", "other"), s.open("bob", "notes")
	for name, text := range map[string]string{
		"a.txt": "the penguin walks", "b.txt": "a penguin swims and dives for fish", "c.txt": "some penguin of the south sleeps on the ice all day", "d.txt": "the elephant drinks",
	} {
		s.source("alice", "notes").Set(name, text, s.now)
	}
	s.source("alice", "other").Set("e.txt", "another penguin", s.now)
	s.source("bob", "notes").Set("secret.txt", "Bob's penguin", s.now)
	s.sync(alice)
	s.sync(bob)
	return s, alice, bob
}

func (s *shelf) idOf(library *rag.Library, name string) string {
	s.t.Helper()
	reading, err := rag.Read(s.t.Context(), library, rag.Reference{Name: name})
	s.must(err)
	return reading.Passages[0]
}

func TestAlsoAndWithout(t *testing.T) {
	s, library, _ := zoo(t)
	request := rag.Request{Question: "penguin", Collections: []string{"notes"}}
	if got := pathsOf(s.query(library, request)); got != "a.txt b.txt c.txt" {
		t.Fatalf("found %s", got)
	}
	elephant, b := s.idOf(library, "d.txt"), s.idOf(library, "b.txt")
	document, _, _ := strings.Cut(b, ".")
	for _, test := range []struct {
		also, without []string
		want          string
	}{
		{[]string{elephant}, nil, "d.txt a.txt b.txt c.txt"},
		{[]string{b, b, elephant}, nil, "b.txt d.txt a.txt c.txt"},
		{nil, []string{b}, "a.txt c.txt"},
		{nil, []string{document}, "a.txt c.txt"},
		{[]string{elephant}, []string{b}, "d.txt a.txt c.txt"},
	} {
		request.Also, request.Without = test.also, test.without
		result := s.query(library, request)
		if got := pathsOf(result); got != test.want {
			t.Errorf("also %v, without %v: found %s, want %s", test.also, test.without, got, test.want)
		}
		for i, passage := range result.Passages {
			if passage.Rank != i+1 || passage.Pinned != strings.Contains(strings.Join(test.also, " "), passage.ID) {
				t.Errorf("rank %d, pinned %t at %d for %s", passage.Rank, passage.Pinned, i, passage.Path)
			}
		}
	}
}

// TestPicksStayInScope: what is not there, another tenant's and another
// collection's are one answer.
func TestPicksStayInScope(t *testing.T) {
	s, library, bob := zoo(t)
	var words []string
	for _, id := range []string{"aaaaaaaaaaaa.1", s.idOf(bob, "secret.txt"), s.idOf(library, "e.txt"), strings.TrimSuffix(s.idOf(library, "a.txt"), ".1") + ".99"} {
		for _, request := range []rag.Request{{Also: []string{id}}, {Without: []string{id}}} {
			request.Question, request.Collections = "penguin", []string{"notes"}
			_, err := rag.Query(t.Context(), library, request)
			if !errors.Is(err, rag.ErrNotFound) {
				t.Fatalf("%s: %v", id, err)
			}
			words = append(words, strings.ReplaceAll(err.Error(), id, "ID"))
		}
	}
	for _, other := range words[1:] {
		if other != words[0] {
			t.Errorf("two answers: %q and %q", words[0], other)
		}
	}
}

func TestPickBounds(t *testing.T) {
	s, library, _ := zoo(t)
	a := s.idOf(library, "a.txt")
	document := strings.TrimSuffix(a, ".1")
	for _, request := range []rag.Request{
		{Also: []string{"notes/a.txt"}},
		{Also: []string{document}},
		{Without: []string{"../../etc"}},
		{Also: []string{a}, Without: []string{a}},
		{Also: []string{a}, Without: []string{document}},
		{Also: []string{a, a}, Limit: 1},
		{Without: make([]string, rag.MaxNames+1)},
	} {
		request.Question = "penguin"
		if _, err := rag.Query(t.Context(), library, request); !errors.Is(err, rag.ErrInvalidRequest) {
			t.Errorf("also %v, without %v: %v", request.Also, request.Without, err)
		}
	}
}

func TestCursorPast(t *testing.T) {
	s, library, _ := zoo(t)
	request := rag.Request{Question: "penguin", Collections: []string{"notes"}}
	request.Cursor = request.CursorPast([]string{s.idOf(library, "b.txt"), "aaaaaaaaaaaa.1"})
	result := s.query(library, request)
	if got := pathsOf(result); got != "a.txt c.txt" {
		t.Errorf("found %s", got)
	}
	for _, diagnostic := range result.Diagnostics {
		if diagnostic.Code == rag.CodeIndexChanged {
			t.Errorf("says that the index has changed: %s", diagnostic.Message)
		}
	}
	if cursor := request.CursorPast(nil); cursor != "" {
		t.Errorf("a cursor %q past nothing", cursor)
	}
}
