package lsa_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"rag-context/rag/lsa"
)

func TestSampleForgetsWhatItDropped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g"})
		passages := rapid.SliceOf(rapid.SliceOf(words)).Draw(t, "passages")
		limit := rapid.IntRange(1, 8).Draw(t, "limit")
		kept, remembered, consistent, err := lsa.Sample(all(passages), limit, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		terms := map[string]bool{}
		for _, passage := range kept {
			for term := range passage {
				terms[term] = true
			}
		}
		if len(kept) != min(limit, len(passages)) || remembered != len(terms) || !consistent {
			t.Fatalf("kept %d passages, remembers %d terms of %d, frequencies right: %t", len(kept), remembered, len(terms), consistent)
		}
	})
}

// TestSampleIsUniform draws 10 of 100 passages a thousand times; each is due
// 100 times, with a standard deviation of 9.5.
func TestSampleIsUniform(t *testing.T) {
	var passages [][]string
	for i := range 100 {
		passages = append(passages, []string{fmt.Sprint(i)})
	}
	drawn := map[string]int{}
	for seed := range uint64(1000) {
		kept, _, _, err := lsa.Sample(all(passages), 10, seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, passage := range kept {
			for term := range passage {
				drawn[term]++
			}
		}
	}
	for i := range 100 {
		if n := drawn[fmt.Sprint(i)]; n < 60 || n > 140 {
			t.Errorf("passage %d was drawn %d times, want about 100", i, n)
		}
	}
}
