package lsa

import (
	"context"
	"iter"
	"math/rand/v2"
)

// FitFloats fits as Fit does and returns what a passage's vector is before
// rows are rounded.
func FitFloats(ctx context.Context, passages iter.Seq2[[]string, error], options Options) (func(terms []string) []float64, error) {
	options = options.withDefaults()
	random := rand.New(rand.NewPCG(options.Seed, 0x6c7361))
	drawn, err := readSample(ctx, passages, options.MaxPassages, random)
	if err != nil {
		return nil, err
	}
	words := newVocabulary(drawn, options.MaxTerms)
	matrix := words.matrix(drawn)
	solver := &solver{matrix, matrix.transpose(), options, random}
	found, err := solver.solve(ctx, options.Dimensions)
	if err != nil {
		return nil, err
	}
	basis := newTall(len(words.terms), len(found.turn.panels()))
	for p, weights := range found.turn.panels() {
		found.image.times(weights, 0, basis.rows, basis.panels[p])
	}
	return func(terms []string) []float64 {
		return fold(drawn, words, basis, terms)[:found.dimensions]
	}, nil
}

func fold(s *sample, words *vocabulary, basis *tall, terms []string) []float64 {
	counts := map[int32]int{}
	for _, term := range terms {
		if id, known := s.ids[term]; known && words.column[id] >= 0 {
			counts[words.column[id]]++
		}
	}
	sum := make([]float64, basis.columns())
	row := make([]float32, basis.columns())
	for column, n := range counts {
		basis.row(int(column), row)
		for i, v := range row {
			sum[i] += termWeight(n) * words.idf[column] * float64(v)
		}
	}
	normalise(sum)
	return sum
}

// Sample draws passages, and returns those kept, how many terms are remembered
// and whether the frequencies are those of the passages kept.
func Sample(passages iter.Seq2[[]string, error], limit int, seed uint64) (kept []map[string]int, remembered int, consistent bool, err error) {
	s, err := readSample(context.Background(), passages, limit, rand.New(rand.NewPCG(seed, seed)))
	if err != nil {
		return nil, 0, false, err
	}
	df := make([]int, len(s.df))
	for _, counts := range s.passages {
		passage := map[string]int{}
		for _, c := range counts {
			passage[s.terms[c.term]] = int(c.n)
			df[c.term]++
		}
		kept = append(kept, passage)
	}
	consistent = true
	for id, n := range df {
		consistent = consistent && n == s.df[id]
	}
	return kept, len(s.ids), consistent, nil
}
