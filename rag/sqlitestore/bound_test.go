package sqlitestore_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rag-context/rag"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
)

// TestBoundKeepsTheBest holds the first 10 of what is found with the candidates
// that a store of a million passages allows, 6 % of it, against the first 10 of
// all: words are as unequally common as in text, so that the bound is reached.
func TestBoundKeepsTheBest(t *testing.T) {
	const passages, questions = 3000, 100
	words := newZipf(1, 4000)
	folder := t.TempDir()
	fillWords(t, folder, words, passages)
	all := openBounded(t, folder, passages*questions)
	bounded := openBounded(t, folder, passages*6/100)
	tight := openBounded(t, folder, 1)
	var kept, keptTight float64
	changed := 0
	for range questions {
		terms := words.question()
		exact := best(t, all, terms)
		share := shareOf(exact, best(t, bounded, terms))
		if kept += share / questions; share < 1 {
			changed++
		}
		keptTight += shareOf(exact, best(t, tight, terms)) / questions
	}
	if kept < 0.98 {
		t.Errorf("with the bound the first 10 have %.3f of the exact ones' scores, want at least .98", kept)
	}
	if changed < questions/10 || keptTight >= 0.98 {
		t.Errorf("the bound is hardly reached: %d of %d questions changed; with one candidate %.3f is left", changed, questions, keptTight)
	}
}

// zipf draws words whose ranks and frequencies are those of text.
type zipf struct {
	random *rand.Rand
	words  *rand.Zipf
}

func newZipf(seed uint64, words uint64) *zipf {
	random := rand.New(rand.NewPCG(seed, seed))
	return &zipf{random, rand.NewZipf(random, 1.05, 4, words)}
}

func (z *zipf) word() string { return fmt.Sprintf("w%d", z.words.Uint64()) }

// passage is about something: some of its words are drawn from few.
func (z *zipf) passage() string {
	var text strings.Builder
	topic := []string{z.word(), z.word(), z.word(), z.word()}
	for range 60 + z.random.IntN(80) {
		word := z.word()
		if z.random.IntN(6) == 0 {
			word = topic[z.random.IntN(len(topic))]
		}
		text.WriteString(word + " ")
	}
	return text.String()
}

// question has words from common to rare.
func (z *zipf) question() []rag.Term {
	words := map[string]bool{}
	var terms []string
	for len(terms) < 5 {
		if word := z.word(); !words[word] {
			words[word] = true
			terms = append(terms, word)
		}
	}
	return ragtest.Terms(terms...)
}

func fillWords(t *testing.T, folder string, words *zipf, passages int) {
	t.Helper()
	store, err := sqlitestore.Engine{Folder: folder}.Open(t.Context(), ragtest.Tenant(t, "alice"), rag.AccessCreate)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.AddCollection(t.Context(), rag.Collection{Name: "notes"}); err != nil {
		t.Fatal(err)
	}
	batch := rag.Batch{Collection: "notes"}
	for i := range passages {
		id := fmt.Sprintf("d%d", i)
		batch.Put = append(batch.Put, rag.IndexedDocument{
			Document: rag.Document{ID: id, Collection: "notes", Path: id},
			Passages: []rag.IndexedPassage{{Passage: rag.Passage{Document: id, Ordinal: 1}, Terms: rag.Fields{Body: words.passage()}}},
		})
	}
	if err := store.Apply(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
}

func openBounded(t *testing.T, folder string, candidates int) rag.Store {
	t.Helper()
	store, err := sqlitestore.Engine{Folder: folder, Candidates: candidates}.Open(t.Context(), ragtest.Tenant(t, "alice"), rag.AccessRead)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func best(t *testing.T, store rag.Store, terms []rag.Term) []rag.Hit {
	t.Helper()
	hits, err := store.Match(t.Context(), rag.Match{
		Terms: terms, Weights: rag.Weights{Title: 2, Heading: 2, Body: 1}, Proximity: 0.2, Collections: []string{"notes"}, Limit: 10,
	})
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

// shareOf is how much of the discounted scores of the exact hits others have: 1
// for the same ones.
func shareOf(exact, others []rag.Hit) float64 {
	gain := func(hits []rag.Hit) (sum float64) {
		for i, hit := range hits {
			sum += hit.Score / math.Log2(float64(i+2))
		}
		return sum
	}
	if len(exact) == 0 {
		return 1
	}
	return gain(others) / gain(exact)
}
