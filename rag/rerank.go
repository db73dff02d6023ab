package rag

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"
)

// Reranking says what judges the best passages of a question once more. The
// zero value is nothing.
type Reranking struct {
	// Reranker judges them; nil for none.
	Reranker Reranker
	// Most is how many passages it judges; 0 means 30, more than 50 means 50.
	Most int
	// Timeout is how long it may take; after that the order is the one there
	// was. 0 means 2 seconds.
	Timeout time.Duration
	// Weight is the share of its judgement in a score; 0 means .5.
	Weight float64
}

// Defaults and bounds of [Reranking]. The weight is not fitted, for want of a
// trained model: with half of the score left to words and meaning, a model that
// is bad at some collection does limited harm.
const (
	rerankDefault = 30
	rerankMost    = 50
	rerankTimeout = 2 * time.Second
	rerankWeight  = 0.5
)

func (r Reranking) most() int { return min(cmp.Or(r.Most, rerankDefault), rerankMost) }

// judgement is what the reranker said, or that it said nothing. It is asked
// once for each passage.
type judgement struct {
	scores map[string]float64 // by passage id
	failed bool
}

// reranks reports whether there is a reranker that this request is for: what is
// matched by meaning alone stays so, and without words there is nothing to judge by.
func (s *search) reranks() bool {
	return s.library.options.Reranking.Reranker != nil && s.request.Mode != ModeVector && s.asked.words != "" && !s.judged.failed
}

// rerank puts the best hits in a new order, in front of the others.
func (s *search) rerank(ctx context.Context, hits []ranked) ([]ranked, error) {
	if !s.reranks() {
		return hits, nil
	}
	reranking := s.library.options.Reranking
	best := first(hits, reranking.most(), func(hit ranked) bool { return s.allows(hit.Hit) })
	if len(best) == 0 {
		return hits, nil
	}
	if err := s.judge(ctx, reranking, best); err != nil || s.judged.failed {
		return hits, err
	}
	return s.judged.mix(hits, best, cmp.Or(reranking.Weight, rerankWeight)), nil
}

// judge asks the reranker for those hits that it has not judged yet. One that
// fails is done without.
func (s *search) judge(ctx context.Context, reranking Reranking, hits []ranked) error {
	var ids, texts []string
	for _, hit := range hits {
		if _, known := s.judged.scores[hit.Passage.ID()]; !known {
			ids, texts = append(ids, hit.Passage.ID()), append(texts, embeddedText(hit.Hit))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	bounded, cancel := context.WithTimeout(ctx, cmp.Or(reranking.Timeout, rerankTimeout))
	defer cancel()
	scores, err := reranking.Reranker.Rerank(bounded, s.asked.words, texts)
	if err != nil || len(scores) != len(texts) || slices.ContainsFunc(scores, unusable) {
		s.judged.failed = true
		return ctx.Err()
	}
	if s.judged.scores == nil {
		s.judged.scores = map[string]float64{}
	}
	for i, id := range ids {
		s.judged.scores[id] = scores[i]
	}
	return nil
}

// unusable reports whether a score is no number, or one so large that a
// difference to another is none.
func unusable(score float64) bool { return !(math.Abs(score) <= math.MaxFloat64/4) }

// mix adds the judgement of the best hits, spread over 0 to 1, to what all
// scored before, brought to 0 to 1 too: models score on scales of their own.
// Hits that were not judged stay behind, as they scored less before.
func (j judgement) mix(hits, judged []ranked, weight float64) []ranked {
	low, high := math.Inf(1), math.Inf(-1)
	for _, hit := range judged {
		score := j.scores[hit.Passage.ID()]
		low, high = min(low, score), max(high, score)
	}
	scale := 1 - weight
	if hits[0].Score > 0 {
		scale /= hits[0].Score
	}
	mixed := make([]ranked, len(hits))
	for i, hit := range hits {
		mixed[i] = hit.scaled(scale)
		score, known := j.scores[hit.Passage.ID()]
		if known && high > low {
			part := Part{"reranker", weight * min(max(0, (score-low)/(high-low)), 1)}
			mixed[i].Score += part.Score
			mixed[i].parts = append(mixed[i].parts, part)
		}
	}
	slices.SortStableFunc(mixed, func(a, b ranked) int { return cmp.Compare(b.Score, a.Score) })
	return mixed
}

// scaled returns the hit with its score and the parts of it times a number.
func (r ranked) scaled(by float64) ranked {
	r.Score *= by
	r.parts = slices.Clone(r.parts)
	for i := range r.parts {
		r.parts[i].Score *= by
	}
	return r
}
