package rag_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

func TestPlanQuery(t *testing.T) {
	_, library := described(t)
	request := rag.Request{Question: `"signing keys" -ssh collection:notes tga:x`, Mode: rag.ModeLexical, Filter: rag.Filter{Modified: "7d"}}
	plan, err := rag.PlanQuery(t.Context(), library, request)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, part := range plan.Parts {
		parts = append(parts, fmt.Sprint(part.Part, " ", part.Prunes, " ", part.Negated, " ", *part.Fulfilling, " of ", *part.Of, " ", part.Span))
	}
	want := []string{
		"modified:7d document false 1 of 3 <nil>",
		`"signing keys" passage false 2 of 4 &{0 14}`,
		"ssh passage true 2 of 4 &{16 19}",
		"collection:notes source false 1 of 2 &{20 36}",
	}
	if diff := cmp.Diff(want, parts); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
	if plan.Query != request.Question || plan.RankedBy != "signing keys tga:x" || len(plan.Diagnostics) != 1 {
		t.Errorf("understood as %q, ranked by %q, %v", plan.Query, plan.RankedBy, plan.Diagnostics)
	}
	e := plan.Estimate
	if e.Collections != [2]int{1, 2} || e.Documents != [2]int{1, 4} || *e.Passages != [2]int{1, 4} || *e.Selectivity != 0.25 {
		t.Errorf("estimate %+v, passages %v", e, *e.Passages)
	}
}

// TestPlanTellsNoMore holds that a narrowed scope learns nothing of the rest.
func TestPlanTellsNoMore(t *testing.T) {
	s, library := described(t)
	guest := s.openAs("alice", rag.ScopeOptions{Collections: []string{"code"}})
	defer guest.Close()
	request := rag.Request{Question: `penguins "signing keys" modified:7d collection:notes OR backup`}
	before, err := rag.PlanQuery(t.Context(), guest, request)
	if err != nil {
		t.Fatal(err)
	}
	s.source("alice", "notes").Set("more.txt", strings.Repeat("penguins signing keys backup\n", 50), s.now)
	s.sync(library)
	after, err := rag.PlanQuery(t.Context(), guest, request)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("what is hidden changes the plan (-before +after):\n%s", diff)
	}
}

// TestPhrasesAreFound looks for each two neighbouring words of texts that are
// hard to take apart.
func TestPhrasesAreFound(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	texts := []string{
		"the maxConns of HTTPServer isn't foo_bar today", "an e-mail to the U.S.A. about version v1.2.3 costs 12:30 dollars",
		"Müller und die Söhne haben größere Straßen gebaut", "to be or not to be that is the question", "use std::vector and p->next in C++ or C# code",
		"notes about 東京都庁 and 大阪 in Japan", "l'heure exacte des naïve résumés", "https://example.org/a/b?c=d#e is a link",
	}
	for i, text := range texts {
		s.source("alice", "notes").Set(fmt.Sprintf("%d.txt", i), text, s.now)
	}
	s.sync(library)
	for i, text := range texts {
		words := strings.Fields(text)
		for at := range words[1:] {
			phrase := words[at] + " " + words[at+1]
			for _, query := range []string{`"` + phrase + `"`, `"` + strings.ToLower(phrase) + `"`} {
				if got := paths(s.query(library, rag.Request{Question: query})); len(got) != 1 || got[0] != fmt.Sprintf("notes/%d.txt", i) {
					t.Errorf("%s found %v, want %d", query, got, i)
				}
			}
		}
	}
}
