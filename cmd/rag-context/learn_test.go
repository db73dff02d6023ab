package main

import (
	"slices"
	"testing"

	"rag-context/rag"
)

// TestQuestionLearns asks while passages have no vector of the encoder: their
// reading begins in the background.
func TestQuestionLearns(t *testing.T) {
	u := newUser(t)
	u.run("add", "../../testdata/handbook/policies")
	unread := func() bool {
		status := ask[rag.Status](u, "status", "--json")
		return slices.ContainsFunc(status.Spaces, func(s rag.SpaceStatus) bool { return s.Missing > 0 })
	}
	if !unread() {
		t.Fatal("all passages have been read before")
	}
	search := u.command("search", "a stolen notebook")
	search.Env = append(search.Env, "RAG_CONTEXT_NO_LEARN=false")
	if out, err := search.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for unread() { // until the test's time is over
		if t.Context().Err() != nil {
			t.Fatal(t.Context().Err())
		}
	}
}
