package rag_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rag-context/rag"
)

// passagesOf makes a document of several passages, each of which begins with a
// heading's or a sentence's words.
func passagesOf(beginnings ...string) string {
	var text strings.Builder
	for i, beginning := range beginnings {
		fmt.Fprintf(&text, "%s\n\n", beginning)
		for line := range 30 {
			fmt.Fprintf(&text, "filler%d of line%d with enough words to fill the passage up to its size\n", i, line)
		}
		text.WriteString("\n")
	}
	return text.String()
}

func TestTargetedReadsOn(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	s.source("alice", "notes").Set("long.txt", passagesOf("first", "before", "the penguin walks", "after", "last"), s.now)
	s.source("alice", "notes").Set("other.txt", "nothing of that", s.now)
	s.sync(library)
	quick := s.query(library, rag.Request{Question: "penguin", Mode: rag.ModeLexical, Explain: true})
	if len(quick.Passages) != 1 || quick.Cost.Documents != 0 {
		t.Fatalf("quick found %d passages and read %d documents", len(quick.Passages), quick.Cost.Documents)
	}
	found := quick.Passages[0]
	targeted := s.query(library, rag.Request{Question: "penguin", Mode: rag.ModeLexical, Effort: rag.EffortTargeted, Explain: true})
	if targeted.Effort != rag.EffortTargeted || targeted.Cost.Documents != 1 || targeted.Cost.Passages < 3 {
		t.Errorf("effort %q, cost %+v", targeted.Effort, targeted.Cost)
	}
	if len(targeted.Passages) != 3 || targeted.Passages[0].ID != found.ID {
		t.Fatalf("targeted found %d passages, the first %s; want the one found and its neighbours", len(targeted.Passages), targeted.Passages[0].ID)
	}
	for _, passage := range targeted.Passages {
		if passage.Document != found.Document || passage.Lines[0] > found.Lines[1]+2 && passage.Lines[1] < found.Lines[0]-2 {
			t.Errorf("lines %v are no neighbours of %v", passage.Lines, found.Lines)
		}
	}
	checkSums(t, targeted)
}

func TestExhaustiveFindsPartsOfWords(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes", "other")
	s.source("alice", "notes").Set("whole.txt", "the rotation of keys", s.now)
	s.source("alice", "notes").Set("part.txt", "it calls autorotationxyz every night", s.now)
	s.source("alice", "other").Set("part.txt", "it calls autorotationxyz, too", s.now)
	s.source("bob", "notes").Set("bob.txt", "Bob's autorotationxyz", s.now)
	s.sync(library)
	s.sync(s.open("bob", "notes"))
	request := rag.Request{Question: "rotation", Mode: rag.ModeLexical, Collections: []string{"notes"}}
	if quick := s.query(library, request); len(quick.Passages) != 1 {
		t.Fatalf("quick found %d passages", len(quick.Passages))
	}
	request.Effort = rag.EffortExhaustive
	result := s.query(library, request)
	if got := pathsOf(result); got != "whole.txt part.txt" {
		t.Errorf("exhaustive found %s", got)
	}
	if want := (rag.Cost{Ranked: 1, Documents: 2, Passages: 2}); result.Cost != want {
		t.Errorf("cost %+v, want %+v", result.Cost, want)
	}
}

func TestExhaustiveIsCancelled(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	s.source("alice", "notes").Set("a.txt", "penguin", s.now)
	s.sync(library)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := rag.Query(ctx, library, rag.Request{Question: "penguin", Effort: rag.EffortExhaustive}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestEffortBounds(t *testing.T) {
	library := newShelf(t).open("alice", "notes")
	for _, request := range []rag.Request{
		{Question: "q", Effort: "lazy"},
		{Question: "q", Effort: rag.EffortExhaustive, Mode: rag.ModeVector},
	} {
		if _, err := rag.Query(t.Context(), library, request); !errors.Is(err, rag.ErrInvalidRequest) {
			t.Errorf("%+v: %v", request, err)
		}
	}
}

// pathsOf are the paths found in the collection notes.
func pathsOf(result rag.Result) string {
	return strings.ReplaceAll(strings.Join(paths(result), " "), "notes/", "")
}

func TestEffortInTheQuery(t *testing.T) {
	s, library := described(t)
	for _, test := range []struct {
		request   rag.Request
		want      rag.Effort
		misplaced int
	}{
		{rag.Request{Question: "penguins"}, rag.EffortQuick, 0},
		{rag.Request{Question: "penguins", UsualEffort: rag.EffortTargeted}, rag.EffortTargeted, 0},
		{rag.Request{Question: "penguins", Effort: rag.EffortExhaustive, UsualEffort: rag.EffortTargeted}, rag.EffortExhaustive, 0},
		{rag.Request{Question: "penguins effort:QUICK", UsualEffort: rag.EffortTargeted}, rag.EffortQuick, 0},
		{rag.Request{Question: "effort:exhaustive"}, rag.EffortExhaustive, 0},
		{rag.Request{Question: "penguins effort:targeted effort:quick"}, rag.EffortTargeted, 1},
		{rag.Request{Question: "penguins (keys OR effort:targeted)"}, rag.EffortQuick, 1},
		{rag.Request{Question: "penguins -effort:targeted"}, rag.EffortQuick, 1},
		{rag.Request{Question: "effort:targeted OR effort:quick"}, rag.EffortQuick, 2},
	} {
		result := s.query(library, test.request)
		misplaced := 0
		for _, diagnostic := range result.Diagnostics {
			if diagnostic.Code == rag.CodeMisplaced {
				misplaced++
			}
		}
		if result.Effort != test.want || misplaced != test.misplaced || len(result.Passages) == 0 {
			t.Errorf("%+v: effort %s, %d misplaced, %d passages", test.request, result.Effort, misplaced, len(result.Passages))
		}
	}
	_, err := rag.Query(t.Context(), library, rag.Request{Question: "penguins effort:exhaustive", Mode: rag.ModeVector})
	if !errors.Is(err, rag.ErrInvalidRequest) {
		t.Errorf("exhaustive without words: %v", err)
	}
}
