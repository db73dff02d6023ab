package lsa_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"

	"rag-context/rag/ragtest"
)

// all yields passages to a fit.
func all(passages [][]string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for _, passage := range passages {
			if !yield(passage, nil) {
				return
			}
		}
	}
}

// topical returns passages of n words, most of them of one topic's own words.
func topical(passages, topics, n int) (made [][]string) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range passages {
		passage := make([]string, n)
		for w := range passage {
			topic := i % topics
			if random.IntN(4) == 0 {
				topic = topics
			}
			passage[w] = fmt.Sprintf("w%d.%d", topic, int(12*random.Float64()*random.Float64()))
		}
		made = append(made, passage)
	}
	return made
}

// sourceComments returns passages of Go's own comments, shuffled.
func sourceComments(t testing.TB, words, limit int) [][]string {
	t.Helper()
	passages := ragtest.GoComments(t, words, limit)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(passages), func(i, j int) { passages[i], passages[j] = passages[j], passages[i] })
	return passages
}
