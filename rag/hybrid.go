package rag

import (
	"context"
	"fmt"

	"rag-context/rag/fuse"
)

// meaningWeight is the share of meaning in a hybrid score; the rest is that of
// words. It is one fifth because that share helped plain BM25 on seven judged
// collections; against the ranking of today it has not been fitted anew.
const meaningWeight = 0.2

// pool is the least number of passages that each way of matching puts up for
// fusion.
const pool = 150

// meaning is a question as the model sees it.
type meaning struct {
	vector  []float32 // empty where the model knows none of the words
	partial bool      // some passages have no vector yet
}

// meaningOf returns the question's meaning; nil where words alone are to match.
// [ModeVector] without a model is [ErrModeUnavailable]; with one that knows no
// word of the question it finds nothing.
func (l *Library) meaningOf(ctx context.Context, mode Mode, words []Term) (*meaning, error) {
	if mode == ModeLexical {
		return nil, nil //nolint:nilnil // words alone are an answer too
	}
	m, err := l.vectorOf(ctx, words)
	if err == nil && m == nil && mode == ModeVector {
		err = fmt.Errorf("mode %q: %w: nothing has been learned yet", mode, ErrModeUnavailable)
	}
	return m, err
}

func (l *Library) vectorOf(ctx context.Context, words []Term) (*meaning, error) {
	info, err := l.reader.Model(ctx)
	if err != nil || info.Fingerprint == "" {
		return nil, err
	}
	e, err := newEmbedding(l.reader, info)
	if err != nil {
		return nil, err
	}
	var terms []string
	for _, word := range words {
		terms = append(terms, word.Forms...)
	}
	vector, err := e.vector(ctx, terms)
	if err != nil {
		return nil, err
	}
	missing, err := l.reader.WithoutVector(ctx, 1)
	return &meaning{vector: vector, partial: len(missing) > 0}, err
}

// rankHybrid fuses what words and what meaning find. A passage found by one is
// scored by the other too, as far as that is cheap: every one has a cosine, but
// one that holds none of the words has no share of words.
func (s *search) rankHybrid(ctx context.Context, limit int) ([]ranked, error) {
	most := max(limit, pool)
	near, err := s.library.reader.Nearest(ctx, Nearest{Vector: s.meaning.vector, Collections: names(s.states), Limit: most})
	if err != nil {
		return nil, err
	}
	if s.request.Mode == ModeVector {
		return byMeaning(near[:min(limit, len(near))]), nil
	}
	worded, err := s.matchWords(ctx, most)
	if err != nil {
		return nil, err
	}
	passages := make([]Passage, len(worded))
	for i, hit := range worded {
		passages[i] = hit.Passage
	}
	cosines, err := s.library.reader.Cosines(ctx, s.meaning.vector, passages)
	if err != nil {
		return nil, err
	}
	return mix(worded, near, cosines, limit), nil
}

func byMeaning(hits []Hit) []ranked {
	all := make([]ranked, len(hits))
	for i, hit := range hits {
		all[i] = ranked{hit, []Part{{"meaning", hit.Score}}}
	}
	return all
}

// mix fuses the two lists; cosines are those of the passages found by words.
func mix(worded, near []Hit, cosines map[string]float64, limit int) []ranked {
	hits := map[string]Hit{}
	words := fuse.List{Weight: 1 - meaningWeight, Scores: map[string]float64{}}
	meanings := fuse.List{Weight: meaningWeight, Scores: cosines}
	for _, hit := range near {
		hits[hit.Passage.ID()] = hit
		meanings.Scores[hit.Passage.ID()] = hit.Score
	}
	for _, hit := range worded {
		hits[hit.Passage.ID()] = hit
		words.Scores[hit.Passage.ID()] = hit.Score
	}
	fused := fuse.Convex(words, meanings)
	all := make([]ranked, 0, limit)
	for _, item := range fused[:min(limit, len(fused))] {
		hit := hits[item.Name]
		hit.Score = item.Score
		all = append(all, ranked{hit, []Part{{"words", item.Parts[0]}, {"meaning", item.Parts[1]}}})
	}
	return all
}
