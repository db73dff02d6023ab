package rag_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

// catalogue is alice's library of some notes and mails.
func catalogue(t *testing.T) (*shelf, *rag.Library) {
	s := newShelf(t)
	library := s.open("alice", "notes", "mail")
	notes, mail := s.source("alice", "notes"), s.source("alice", "mail")
	notes.Set("runbooks/backup.txt", "# Backup of everything\npenguin", s.now.AddDate(0, 0, -1))
	notes.Set("runbooks/old/keys.txt", "# Keys\npenguin", s.now.AddDate(0, -2, 0))
	notes.Set("todo.txt", "# Todo\npenguin", s.now)
	mail.Set("2026/a.txt", "# Your backup\npenguin", s.now.AddDate(-1, 0, 0))
	s.sync(library)
	return s, library
}

func list(t *testing.T, library *rag.Library, request rag.ListRequest) ([]string, rag.Listing) {
	t.Helper()
	listing, err := rag.List(t.Context(), library, request)
	if err != nil {
		t.Fatalf("%+v: %v", request, err)
	}
	paths := []string{}
	for _, document := range listing.Documents {
		paths = append(paths, document.Path)
	}
	return paths, listing
}

func TestFilters(t *testing.T) {
	s, library := catalogue(t)
	const backup, keys, todo, mail = "runbooks/backup.txt", "runbooks/old/keys.txt", "todo.txt", "2026/a.txt"
	for _, test := range []struct {
		filter rag.Filter
		want   []string
	}{
		{rag.Filter{}, []string{mail, backup, keys, todo}},
		{rag.Filter{Path: "runbooks"}, []string{backup, keys}},
		{rag.Filter{Path: "/runbooks/"}, []string{backup, keys}},
		{rag.Filter{Path: "todo.txt"}, []string{todo}},
		{rag.Filter{Path: "run"}, []string{}},
		{rag.Filter{Path: "runbooks/*"}, []string{backup}},
		{rag.Filter{Path: "runbooks/**"}, []string{backup, keys}},
		{rag.Filter{Path: "**/*.txt"}, []string{mail, backup, keys, todo}},
		{rag.Filter{Path: "**/old/**/keys.txt"}, []string{keys}},
		{rag.Filter{Path: "[ak]*.txt"}, []string{mail, keys}},
		{rag.Filter{Title: "BACKUP"}, []string{mail, backup}},
		{rag.Filter{Type: "Text"}, []string{mail, backup, keys, todo}},
		{rag.Filter{Type: "pdf"}, []string{}},
		{rag.Filter{Tags: []string{"none"}}, []string{}},
		{rag.Filter{Modified: "7d"}, []string{backup, todo}},
		{rag.Filter{Modified: "<2026-11", Title: "keys"}, []string{keys}},
		{rag.Filter{Modified: "2025"}, []string{mail}},
	} {
		if got, _ := list(t, library, rag.ListRequest{Filter: test.filter}); !cmp.Equal(got, test.want) {
			t.Errorf("%+v: %v, want %v", test.filter, got, test.want)
		}
		result := s.query(library, rag.Request{Question: "penguin", Filter: test.filter})
		if len(result.Passages) != len(test.want) {
			t.Errorf("%+v: a question found %v, want %v", test.filter, paths(result), test.want)
		}
	}
	for _, wrong := range []rag.Filter{{Path: "a["}, {Modified: "soon"}, {Modified: ".."}, {Modified: ">"}} {
		if _, err := rag.List(t.Context(), library, rag.ListRequest{Filter: wrong}); !errors.Is(err, rag.ErrInvalidRequest) {
			t.Errorf("%+v: %v", wrong, err)
		}
		if _, err := rag.Query(t.Context(), library, rag.Request{Question: "q", Filter: wrong}); !errors.Is(err, rag.ErrInvalidRequest) {
			t.Errorf("%+v in a question: %v", wrong, err)
		}
	}
}

func TestListPages(t *testing.T) {
	s, library := catalogue(t)
	for _, order := range []rag.Order{rag.OrderPath, rag.OrderNewest} {
		whole, _ := list(t, library, rag.ListRequest{Order: order})
		var all []string
		request := rag.ListRequest{Order: order, Limit: 1}
		for {
			page, listing := list(t, library, request)
			all = append(all, page...)
			if request.Cursor = listing.NextCursor; request.Cursor == "" {
				break
			}
		}
		if diff := cmp.Diff(whole, all); diff != "" {
			t.Errorf("pages by %s (-want +got):\n%s", order, diff)
		}
	}
	_, first := list(t, library, rag.ListRequest{Limit: 1})
	s.source("alice", "notes").Set("a.txt", "new", s.now)
	s.sync(library)
	if _, next := list(t, library, rag.ListRequest{Limit: 1, Cursor: first.NextCursor}); len(next.Diagnostics) != 1 || next.Diagnostics[0].Code != rag.CodeIndexChanged {
		t.Errorf("after a change: %+v", next)
	}
	for _, cursor := range []string{"x", "!", first.NextCursor[:len(first.NextCursor)-2]} {
		if _, err := rag.List(t.Context(), library, rag.ListRequest{Limit: 1, Cursor: cursor}); !errors.Is(err, rag.ErrInvalidRequest) {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
	if _, err := rag.List(t.Context(), library, rag.ListRequest{Collections: []string{"mail"}, Cursor: first.NextCursor}); !errors.Is(err, rag.ErrInvalidRequest) {
		t.Errorf("another request's cursor: %v", err)
	}
}

// TestQueryPages asks page by page and gets what one large page has.
func TestQueryPages(t *testing.T) {
	s, library := catalogue(t)
	want := paths(s.query(library, rag.Request{Question: "penguin"}))
	var got []string
	request := rag.Request{Question: "penguin", Limit: 3}
	result := s.query(library, request)
	got = append(got, paths(result)[:2]...)
	if request.Cursor = request.CursorAfter(result, 2); request.Cursor == "" { // a door that shows two of three
		t.Fatal("no cursor")
	}
	result = s.query(library, request)
	got = append(got, paths(result)...)
	if diff := cmp.Diff(want, got); diff != "" || result.NextCursor != "" || len(codes(result)) != 0 || result.Passages[0].Rank != 3 {
		t.Errorf("pages (-want +got):\n%s\n%+v", diff, result)
	}
	for _, cursor := range []string{"x", "!", "AQ", strings.Repeat("A", 30)} {
		if _, err := rag.Query(t.Context(), library, rag.Request{Question: "penguin", Cursor: cursor}); !errors.Is(err, rag.ErrInvalidRequest) {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
}

func TestPeriods(t *testing.T) {
	now := time.Date(2026, 11, 30, 15, 4, 0, 0, time.UTC)
	day := func(year, month, date int) time.Time {
		return time.Date(year, time.Month(month), date, 0, 0, 0, 0, time.UTC)
	}
	for _, test := range []struct {
		text string
		want rag.Period
	}{
		{"", rag.Period{}},
		{"24h", rag.Period{From: now.Add(-24 * time.Hour)}},
		{"7d", rag.Period{From: now.AddDate(0, 0, -7)}},
		{"2W", rag.Period{From: now.AddDate(0, 0, -14)}},
		{">7d", rag.Period{From: now.AddDate(0, 0, -7)}},
		{"<1y", rag.Period{To: now.AddDate(-1, 0, 0)}},
		{"today", rag.Period{From: day(2026, 11, 30), To: day(2026, 12, 1)}},
		{"yesterday", rag.Period{From: day(2026, 11, 29), To: day(2026, 11, 30)}},
		{"2026", rag.Period{From: day(2026, 1, 1), To: day(2027, 1, 1)}},
		{"2026-06", rag.Period{From: day(2026, 6, 1), To: day(2026, 7, 1)}},
		{">2026-06", rag.Period{From: day(2026, 7, 1)}},
		{">= 2026-06", rag.Period{From: day(2026, 6, 1)}},
		{"<2026-06-02", rag.Period{To: day(2026, 6, 2)}},
		{"<=2026-06", rag.Period{To: day(2026, 7, 1)}},
		{"2026-01..2026-03", rag.Period{From: day(2026, 1, 1), To: day(2026, 4, 1)}},
		{"..2026-03", rag.Period{To: day(2026, 4, 1)}},
		{"2026-03..", rag.Period{From: day(2026, 3, 1)}},
	} {
		if got, err := rag.ParsePeriod("modified", test.text, now); err != nil || got != test.want {
			t.Errorf("%q: %v, %v; want %v", test.text, got, err, test.want)
		}
	}
	for _, wrong := range []string{"x", "7", "7x", "2026-13", "2026-06-31", "..", ">", "><2026", "2026..x", "last"} {
		if got, err := rag.ParsePeriod("modified", wrong, now); !errors.Is(err, rag.ErrInvalidRequest) || !strings.HasPrefix(err.Error(), "modified ") {
			t.Errorf("%q: %v, %v", wrong, got, err)
		}
	}
}

// TestReadNeighbours reads a passage with what stands around it, and in parts.
func TestReadNeighbours(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	line := strings.Repeat("word ", 400)
	s.source("alice", "notes").Set("long.txt", strings.Repeat(line+"\n", 9), s.now)
	s.sync(library)
	whole, err := rag.Read(t.Context(), library, rag.Reference{Name: "long.txt"})
	if err != nil || len(whole.Passages) < 5 {
		t.Fatalf("%d passages, %v", len(whole.Passages), err)
	}
	for _, test := range []struct{ passage, neighbours, first, last int }{{2, 0, 2, 2}, {2, 1, 1, 3}, {1, 2, 0, 3}} {
		got, err := rag.Read(t.Context(), library, rag.Reference{Name: whole.Passages[test.passage], Neighbours: test.neighbours})
		if err != nil || !slices.Equal(got.Passages, whole.Passages[test.first:test.last+1]) {
			t.Errorf("%+v: %v, %v", test, got.Passages, err)
		}
	}
	reference := rag.Reference{Name: "long.txt", MaxBytes: 3000}
	part, err := rag.Read(t.Context(), library, reference)
	if err != nil || part.NextCursor == "" {
		t.Fatalf("first part: %+v, %v", part, err)
	}
	s.source("alice", "notes").Set("long.txt", strings.Repeat(line+"\n", 10), s.now.Add(time.Second))
	s.sync(library)
	reference.Cursor = part.NextCursor
	next, err := rag.Read(t.Context(), library, reference)
	if err != nil || next.Lines[0] != part.Lines[1]+1 || len(next.Diagnostics) != 1 {
		t.Errorf("the part after a change: lines %v after %v, %v, %v", next.Lines, part.Lines, next.Diagnostics, err)
	}
	for _, wrong := range []rag.Reference{{Name: "long.txt", Neighbours: 11}, {Name: "long.txt", Cursor: "x"}, {Name: "notes/long.txt", Cursor: part.NextCursor}} {
		if _, err := rag.Read(t.Context(), library, wrong); !errors.Is(err, rag.ErrInvalidRequest) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}

// TestExplain: parts add up, and counts of the whole tenant stay within it.
func TestExplain(t *testing.T) {
	s, library := catalogue(t)
	explanation, err := rag.Explain(t.Context(), library, rag.Request{Question: "backup penguin"})
	if err != nil || len(explanation.Words) != 2 || len(explanation.Passages) != 4 {
		t.Fatalf("%+v, %v", explanation, err)
	}
	for _, passage := range explanation.Passages {
		checkSum(t, passage.ID, passage.Score, passage.Parts)
	}
	limited, err := rag.Explain(t.Context(), s.openAs("alice", rag.ScopeOptions{Collections: []string{"mail"}}), rag.Request{Question: "backup penguin"})
	if err != nil || len(limited.Passages) != 1 || len(limited.Words[0].Passages) != 0 || len(limited.Coverage) != 1 {
		t.Errorf("of one collection: %+v, %v", limited, err)
	}
}

func TestTagsOfAScope(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice")
	for _, name := range []string{"notes", "mail"} {
		s.must(library.Add(t.Context(), rag.Collection{Name: name, Kind: "memory", Location: "alice/" + name, Tags: []string{"all", name}}))
		s.source("alice", name).Set("a.txt", "x", s.now)
	}
	s.sync(library)
	tags, err := library.Tags(t.Context(), nil)
	s.must(err)
	if diff := cmp.Diff([]rag.TagCount{{Tag: "all", Documents: 2}, {Tag: "mail", Documents: 1}, {Tag: "notes", Documents: 1}}, tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	tags, err = s.openAs("alice", rag.ScopeOptions{Collections: []string{"mail"}}).Tags(t.Context(), nil)
	if diff := cmp.Diff([]rag.TagCount{{Tag: "all", Documents: 1}, {Tag: "mail", Documents: 1}}, tags); err != nil || diff != "" {
		t.Errorf("tags of one collection, %v (-want +got):\n%s", err, diff)
	}
}
