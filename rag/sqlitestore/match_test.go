package sqlitestore_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rag-context/rag"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
)

// TestMatchIsBM25 holds the scores against the textbook formula, computed over
// all passages, while documents come, change and go.
func TestMatchIsBM25(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	store, err := sqlitestore.Engine{Folder: t.TempDir()}.Open(t.Context(), ragtest.Tenant(t, "alice"), rag.AccessCreate)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.AddCollection(t.Context(), rag.Collection{Name: "notes"}); err != nil {
		t.Fatal(err)
	}
	texts := map[string]rag.Fields{} // by passage id
	for step := range 40 {
		id := fmt.Sprintf("d%d", random.IntN(15))
		batch := rag.Batch{Collection: "notes", Remove: []string{id}}
		for passage := range texts {
			if strings.HasPrefix(passage, id+".") {
				delete(texts, passage)
			}
		}
		if step%4 > 0 {
			batch = rag.Batch{Collection: "notes", Put: []rag.IndexedDocument{randomDocument(random, id, texts)}}
		}
		if err := store.Apply(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
	}
	weights := rag.Weights{Title: 2, Heading: 1.5, Body: 1}
	for _, terms := range [][]string{{"w1"}, {"w0", "w7"}, {"w1", "w2", "w3", "absent"}} {
		hits, err := store.Match(t.Context(), rag.Match{Terms: ragtest.Terms(terms...), Weights: weights, Collections: []string{"notes"}, Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		want := textbookScores(texts, terms, weights)
		if len(hits) != len(want) || len(hits) == 0 {
			t.Errorf("%v: %d hits, want %d", terms, len(hits), len(want))
		}
		for _, hit := range hits {
			if score := want[hit.Passage.ID()]; math.Abs(score-hit.Score) > 1e-9 {
				t.Errorf("%v: %s scores %v, want %v", terms, hit.Passage.ID(), hit.Score, score)
			}
		}
	}
}

// randomDocument makes a document of words w0 to w9, low numbers more often,
// and records its passages.
func randomDocument(random *rand.Rand, id string, texts map[string]rag.Fields) rag.IndexedDocument {
	words := func(most int) string {
		var text strings.Builder
		for range random.IntN(most) {
			fmt.Fprintf(&text, "w%d ", random.IntN(1+random.IntN(10)))
		}
		return text.String()
	}
	indexed := rag.IndexedDocument{Document: rag.Document{ID: id, Collection: "notes", Path: id}}
	title := words(4)
	for i := range 1 + random.IntN(4) {
		p := rag.IndexedPassage{Passage: rag.Passage{Document: id, Ordinal: i + 1}, Terms: rag.Fields{Title: title, Heading: words(4), Body: words(30)}}
		indexed.Passages = append(indexed.Passages, p)
		texts[p.Passage.ID()] = p.Terms
	}
	return indexed
}

// textbookScores is BM25 over weighted fields (Robertson and Zaragoza, 2009),
// with k1 1.2 and b 0.75, of the passages that hold any of the terms.
func textbookScores(texts map[string]rag.Fields, terms []string, weights rag.Weights) map[string]float64 {
	occurrences := func(field, term string) float64 {
		n := 0
		for word := range strings.FieldsSeq(field) {
			if word == term {
				n++
			}
		}
		return float64(n)
	}
	weighted := func(f rag.Fields, term string) float64 {
		return weights.Title*occurrences(f.Title, term) + weights.Heading*occurrences(f.Heading, term) + weights.Body*occurrences(f.Body, term)
	}
	length := func(f rag.Fields) float64 {
		return float64(len(slices.Concat(strings.Fields(f.Title), strings.Fields(f.Heading), strings.Fields(f.Body))))
	}
	n, total := float64(len(texts)), 0.0
	for _, fields := range texts {
		total += length(fields)
	}
	scores := map[string]float64{}
	for _, term := range terms {
		df := 0.0
		for _, fields := range texts {
			if weighted(fields, term) > 0 {
				df++
			}
		}
		for id, fields := range texts {
			if tf := weighted(fields, term); tf > 0 {
				scores[id] += math.Log(1+(n-df+0.5)/(df+0.5)) * tf * 2.2 / (tf + 1.2*(0.25+0.75*length(fields)/(total/n)))
			}
		}
	}
	return scores
}
