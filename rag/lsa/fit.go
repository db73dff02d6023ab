package lsa

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
)

// Fit makes a model of passages, each given as its terms with repeats. It reads
// them once and keeps a sample; the terms' memory may be reused after a passage
// was yielded. Stop words may stay in: what half of the passages have is left
// out.
//
// Besides ctx's error and one that passages yields, Fit returns ErrTooSmall
// for fewer than 30 passages and for passages that share no terms.
//
// With n passages sampled, t distinct terms in each, m terms in the vocabulary
// and d dimensions, it needs about 24·n·t + 8·(n + m)·(d + 8) bytes, some 110 MB
// for the defaults, and n·t·(d + 8)·7 + (n·5 + m·1.5)·(d + 8)² multiplications.
func Fit(ctx context.Context, passages iter.Seq2[[]string, error], options Options) (*Model, error) {
	options = options.withDefaults()
	random := rand.New(rand.NewPCG(options.Seed, 0x6c7361))
	drawn, err := readSample(ctx, passages, options.MaxPassages, random)
	if err != nil {
		return nil, err
	}
	words := newVocabulary(drawn, options.MaxTerms)
	dimensions := min(options.Dimensions, len(drawn.passages)/2, len(words.terms)/2)
	if len(drawn.passages) < minPassages || dimensions == 0 {
		return nil, fmt.Errorf("fit %d passages: %w", len(drawn.passages), ErrTooSmall)
	}
	matrix := words.matrix(drawn)
	solver := &solver{matrix, matrix.transpose(), options, random}
	found, err := solver.solve(ctx, dimensions)
	if err != nil {
		return nil, err
	}
	rows, err := found.rows(ctx, words.idf, options.Workers)
	if err != nil {
		return nil, err
	}
	fitted := words.coverage(drawn)
	fitted.Passages, fitted.Energy, fitted.Explained = matrix.filled(), float64(matrix.filled()), found.energy
	return newFitted(words.terms, rows, Info{
		Dimensions: found.dimensions, Terms: len(words.terms), Seen: drawn.seen, Fitted: fitted,
	}), nil
}

// rows encodes the terms' vectors, a block of terms at a time, so that the
// basis never exists as floats all at once.
func (s *subspace) rows(ctx context.Context, idf []float64, workers int) ([]byte, error) {
	weights := s.turn.panels()
	size := rowSize(s.dimensions)
	rows := make([]byte, len(idf)*size)
	blocks := (len(idf) + rowBlock - 1) / rowBlock
	err := each(ctx, workers, blocks, func(b int) {
		from, to := b*rowBlock, min((b+1)*rowBlock, len(idf))
		basis := newTall(to-from, len(weights))
		for p := range weights {
			s.image.times(weights[p], from, to, basis.panels[p])
		}
		vector := make([]float32, basis.columns())
		for t := from; t < to; t++ {
			basis.row(t-from, vector)
			encode(rows[t*size:(t+1)*size], vector[:s.dimensions], float32(idf[t]))
		}
	})
	return rows, err
}
