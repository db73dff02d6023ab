package rag

import (
	"context"
	"slices"

	"rag-context/rag/lexical"
)

// fieldWeights say how much more a term counts in the title or the heading
// path than in the text. The title's and proximity were fitted on halves of
// judged collections; see BENCHMARKS.md. No collection has headings to fit on.
var fieldWeights = Weights{Title: 2.5, Heading: 2, Body: 1}

// proximity is the [Match.Proximity] of questions in words. The terms of
// scripts without spaces overlap, so that they are always near.
const proximity = 0.2

// maxTerms bounds the terms of a question; a longer one is a pasted text whose
// later words add time, not passages.
const maxTerms = 96

// ranked is a passage with what its score is made of.
type ranked struct {
	Hit
	parts []Part
}

// first returns the first hits that are wanted, at most so many.
func first(hits []ranked, most int, wanted func(ranked) bool) []ranked {
	var best []ranked
	for _, hit := range hits {
		if len(best) == most {
			break
		}
		if wanted(hit) {
			best = append(best, hit)
		}
	}
	return best
}

// rank returns the best passages: limit, or more where many are copies of
// others, so that there are about as many to choose from.
func (s *search) rank(ctx context.Context, limit int) ([]ranked, error) {
	if len(s.meanings) > 0 {
		return s.rankHybrid(ctx, limit)
	}
	if s.asked.words == "" {
		return s.browse(ctx, limit)
	}
	hits, err := s.matchWords(ctx, limit, limit)
	all := make([]ranked, len(hits))
	for i, hit := range hits {
		all[i] = ranked{hit, []Part{{"words", hit.Score}}}
	}
	return all, err
}

// matchWords returns the best passages by words: limit, or more that hold as
// many distinct ones.
func (s *search) matchWords(ctx context.Context, limit, distinct int) ([]Hit, error) {
	if s.request.Bulk {
		distinct = 0 // copies are wanted, too
	}
	return s.library.reader.Match(ctx, Match{
		Terms:       s.terms,
		Weights:     fieldWeights,
		Proximity:   s.proximity(),
		Require:     s.asked.condition.needs(),
		Collections: names(s.states),
		Documents:   s.narrowed.pushed(),
		Limit:       limit,
		Distinct:    distinct,
	})
}

func (s *search) proximity() float64 {
	if slices.ContainsFunc(s.terms, func(term Term) bool { return lexical.Dense(term.Forms[0]) }) {
		return 0
	}
	return proximity
}

func matchTerms(words []lexical.Term) []Term {
	var terms []Term
	for _, word := range words[:min(len(words), maxTerms)] {
		terms = append(terms, Term{Forms: word.Forms})
	}
	return terms
}
