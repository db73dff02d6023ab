package rag_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

func TestNames(t *testing.T) {
	_, library := catalogue(t)
	const backup, keys, todo, mail = "runbooks/backup.txt", "runbooks/old/keys.txt", "todo.txt", "2026/a.txt"
	for _, test := range []struct {
		name rag.NameFilter
		want []string
	}{
		{rag.NameFilter{Pattern: "b.ck"}, []string{backup}},
		{rag.NameFilter{Pattern: "runbooks"}, []string{}},
		{rag.NameFilter{Pattern: "^runbooks", FullPath: true}, []string{backup, keys}},
		{rag.NameFilter{Pattern: "Back"}, []string{}},
		{rag.NameFilter{Pattern: "Back", Case: rag.CaseIgnore}, []string{backup}},
		{rag.NameFilter{Pattern: "BACK*", Glob: true, Case: rag.CaseIgnore}, []string{backup}},
		{rag.NameFilter{Pattern: "back", Glob: true}, []string{}},
		{rag.NameFilter{Pattern: "**/old/*", Glob: true, FullPath: true}, []string{keys}},
		{rag.NameFilter{Extensions: []string{"TXT", "md"}}, []string{mail, backup, keys, todo}},
		{rag.NameFilter{Extensions: []string{".md"}}, []string{}},
		{rag.NameFilter{MinSize: 20}, []string{mail, backup}},
		{rag.NameFilter{MaxSize: 14}, []string{keys, todo}},
	} {
		got, _ := list(t, library, rag.ListRequest{Name: test.name})
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", test.name, diff)
		}
	}
	for _, name := range []rag.NameFilter{{Pattern: "("}, {Pattern: "[", Glob: true}} {
		if _, err := rag.List(t.Context(), library, rag.ListRequest{Name: name}); !errors.Is(err, rag.ErrInvalidRequest) {
			t.Errorf("%+v: %v, want an invalid request", name, err)
		}
	}
}

// TestNextActions says what can be done, and nothing of what was asked.
func TestNextActions(t *testing.T) {
	s, library := catalogue(t)
	for _, test := range []struct {
		name    string
		request rag.Request
		before  func()
		want    []string
	}{
		{"one page of several", rag.Request{Question: "penguin", Limit: 1}, func() {}, []string{rag.NextRead, rag.NextPage}},
		{"nothing found", rag.Request{Question: "zebra"}, func() {}, []string{}},
		{"changed since", rag.Request{Question: "todo", NoSync: true, Limit: 50}, func() {
			s.source("alice", "notes").Set("todo.txt", "# Todo\nother", s.now.Add(1))
		}, []string{rag.NextRead, rag.NextSync}},
	} {
		test.before()
		words := []string{}
		for _, action := range s.query(library, test.request).Next {
			words = append(words, action.Action)
		}
		if diff := cmp.Diff(test.want, words); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	empty := s.open("bob", "notes")
	if next := s.query(empty, rag.Request{Question: "penguin"}).Next; len(next) != 1 || next[0].Action != rag.NextAdd {
		t.Errorf("of an empty index the next actions are %v", next)
	}
}
