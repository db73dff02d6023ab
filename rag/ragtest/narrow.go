package ragtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rag-context/rag"
)

// ids are the passages of hits, sorted.
func ids(hits []rag.Hit) string {
	var all []string
	for _, hit := range hits {
		all = append(all, hit.Passage.ID())
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// testMatchRequires finds what holds all that is required, whatever else it
// holds; the terms alone decide the scores.
func testMatchRequires(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes")
	put(t, store, document("d1", "notes", "a.md", "red green", "red blue", "green", "red red"))
	either := rag.Term{Forms: []string{"green", "blue"}}
	for _, test := range []struct {
		terms, require []rag.Term
		want           string
	}{
		{Terms("green"), Terms("red"), "d1.1 d1.2 d1.4"},
		{nil, Terms("red"), "d1.1 d1.2 d1.4"},
		{Terms("blue"), append(Terms("red"), either), "d1.1 d1.2"},
		{Terms("red"), Terms("red", "absent"), ""},
		{Terms("red"), []rag.Term{{}}, ""},
		{Terms("red", `"`), Terms(`"`), ""},
	} {
		hits, err := store.Match(t.Context(), rag.Match{
			Terms: test.terms, Require: test.require, Weights: rag.Weights{Title: 2, Heading: 2, Body: 1}, Proximity: 0.2, Collections: []string{"notes"}, Limit: 10})
		must(t, err)
		if got := ids(hits); got != test.want {
			t.Errorf("%v, required %v: %s, want %s", test.terms, test.require, got, test.want)
		}
	}
	free := match(t, store, []string{"notes"}, "green")
	hits, err := store.Match(t.Context(), rag.Match{
		Terms: Terms("green"), Require: Terms("red"), Weights: rag.Weights{Title: 2, Heading: 2, Body: 1}, Collections: []string{"notes"}, Limit: 1})
	must(t, err)
	for _, hit := range free {
		if hit.Passage.ID() == "d1.1" && (len(hits) != 1 || hits[0].Passage.ID() != "d1.1" || hits[0].Score != hit.Score) {
			t.Errorf("with a term required %v, without %v", hits, hit)
		}
	}
}

// testSearchesDocuments looks in some documents only; in none for an empty list.
func testSearchesDocuments(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes", "mail")
	put(t, store, document("d1", "notes", "a.md", "red", "red red"), document("d2", "notes", "b.md", "red"))
	put(t, store, document("d3", "mail", "c.md", "red"))
	info, rows := modelOf("model")
	must(t, store.ReplaceModel(t.Context(), rag.SpaceLearned, info, rows))
	var vectors []rag.PassageVector
	for _, place := range []struct {
		document string
		ordinal  int
	}{{"d1", 1}, {"d1", 2}, {"d2", 1}, {"d3", 1}} {
		vectors = append(vectors, rag.PassageVector{Document: place.document, Ordinal: place.ordinal, Vector: []float32{1, 0}})
	}
	must(t, store.PutVectors(t.Context(), rag.SpaceLearned, "model", vectors))
	question := rag.QuestionVector{Space: rag.SpaceLearned, Fingerprint: "model", Vector: []float32{1, 0}}
	for _, test := range []struct {
		documents []string
		want      string
	}{
		{nil, "d1.1 d1.2 d2.1"}, {[]string{}, ""}, {[]string{"d2", "absent"}, "d2.1"}, {[]string{"d1", "d3"}, "d1.1 d1.2"},
	} {
		matched, err := store.Match(t.Context(), rag.Match{
			Terms: Terms("red"), Weights: rag.Weights{Body: 1}, Collections: []string{"notes"}, Documents: test.documents, Limit: 10})
		must(t, err)
		near, err := store.Nearest(t.Context(), rag.Nearest{QuestionVector: question, Collections: []string{"notes"}, Documents: test.documents, Limit: 10})
		must(t, err)
		if got := fmt.Sprintf("%s|%s", ids(matched), ids(near)); got != test.want+"|"+test.want {
			t.Errorf("in %v: %s, want %s twice", test.documents, got, test.want)
		}
	}
}
