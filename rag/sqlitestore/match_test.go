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
	for _, match := range []rag.Match{
		{Terms: ragtest.Terms("w1")},
		{Terms: ragtest.Terms("w0", "w7")},
		{Terms: ragtest.Terms("w1", "w2", "w3", "absent")},
		{Terms: ragtest.Terms("w1", "w0", "absent", "w3", "w2"), Proximity: 0.4},
	} {
		match.Weights = rag.Weights{Title: 2, Heading: 1.5, Body: 1}
		match.Collections, match.Limit = []string{"notes"}, 1000
		hits, err := store.Match(t.Context(), match)
		if err != nil {
			t.Fatal(err)
		}
		terms := words(match.Terms)
		want := textbookScores(texts, terms, match.Weights, match.Proximity)
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

func words(terms []rag.Term) (words []string) {
	for _, term := range terms {
		words = append(words, term.Forms...)
	}
	return words
}

// textbookScores is BM25 over weighted fields (Robertson and Zaragoza, 2009),
// with k1 1.2 and b 0.75, of the passages that hold any of the terms, with
// proximity as [rag.Match] has it.
func textbookScores(texts map[string]rag.Fields, terms []string, weights rag.Weights, proximity float64) map[string]float64 {
	occurrences := func(field, term string) float64 { return float64(len(places(field, term))) }
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
	idf := func(term string) float64 {
		df := 0.0
		for _, fields := range texts {
			if weighted(fields, term) > 0 {
				df++
			}
		}
		return math.Log(1 + (n-df+0.5)/(df+0.5))
	}
	scores := map[string]float64{}
	for id, fields := range texts {
		saturated := func(tf float64) float64 {
			return tf * 2.2 / (tf + 1.2*(0.25+0.75*length(fields)/(total/n)))
		}
		for i, term := range terms {
			if tf := weighted(fields, term); tf > 0 {
				scores[id] += idf(term) * saturated(tf)
			}
			if i > 0 {
				near := nearness(places(fields.Body, terms[i-1]), places(fields.Body, term))
				if near > 0 {
					scores[id] += proximity * min(idf(terms[i-1]), idf(term)) * saturated(near)
				}
			}
		}
	}
	return scores
}

// places returns where a term stands in a field.
func places(field, term string) (places []int) {
	for i, word := range strings.Fields(field) {
		if word == term {
			places = append(places, i)
		}
	}
	return places
}

// nearness sums 1/d² over the places of two terms, d being the distance to the
// last place of the other one before.
func nearness(a, b []int) (sum float64) {
	for _, pair := range [][2][]int{{a, b}, {b, a}} {
		for _, place := range pair[0] {
			last := -100
			for _, other := range pair[1] {
				if other < place {
					last = other
				}
			}
			if d := place - last; d <= 8 {
				sum += 1 / float64(d*d)
			}
		}
	}
	return sum
}
