package rag

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"rag-context/rag/lexical"
)

// Bounds of [EffortExhaustive].
const (
	// scanWeight is the score, as a share of the best one, of a passage that the
	// index did not put up and that has all words of the question. One has to
	// have half of them.
	scanWeight = 0.5
	scanWords  = 0.5
	// scanPart is the shortest form of a word, in characters, that is also found
	// within other words.
	scanPart = 4
)

// scanned is what a look through all passages has found.
type scanned struct {
	done      bool
	best      []ranked // by the share of the question's words, which is their score
	documents int
	passages  int
}

// scan returns the passages of the scope that have the question's words, also as
// parts of other words. It reads one document after the other, once for a query.
func (s *search) scan(ctx context.Context, hits []ranked) ([]ranked, error) {
	if !s.scanned.done {
		if err := s.lookThrough(ctx); err != nil {
			return nil, err
		}
		s.scanned.done = true
	}
	s.cost.Documents, s.cost.Passages = s.scanned.documents, s.scanned.passages
	best := 1.0
	if len(hits) > 0 {
		best = hits[0].Score
	}
	indexed := map[string]bool{}
	for _, hit := range hits {
		indexed[hit.Passage.ID()] = true
	}
	var found []ranked
	for _, one := range s.scanned.best {
		if !indexed[one.Passage.ID()] {
			score := scanWeight * best * one.Score
			found = append(found, ranked{Hit{one.Passage, one.Document, score}, []Part{{"scan", score}}})
		}
	}
	return found, nil
}

// lookThrough reads every document that passes.
func (s *search) lookThrough(ctx context.Context) error {
	scanner := scanner{terms: s.terms}
	for document, err := range s.library.reader.Documents(ctx, DocumentRange{Collections: names(s.states)}) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if !s.narrowed.allows(document) {
			continue
		}
		_, passages, err := s.library.reader.Document(ctx, document.ID)
		if err != nil && !errors.Is(err, ErrNotFound) { // removed meanwhile
			return err
		}
		s.scanned.documents++
		s.scanned.passages += len(passages)
		for _, passage := range passages {
			if share := scanner.share(document, passage); share >= scanWords {
				s.scanned.keep(ranked{Hit: Hit{passage, document, share}}, s.choice())
			}
		}
	}
	s.scanned.trim(s.choice())
	return nil
}

// keep bounds what is kept to twice as many as wanted.
func (s *scanned) keep(one ranked, most int) {
	s.best = append(s.best, one)
	if len(s.best) >= 2*most {
		s.trim(most)
	}
}

func (s *scanned) trim(most int) {
	slices.SortStableFunc(s.best, func(a, b ranked) int { return cmp.Compare(b.Score, a.Score) })
	s.best = slices.Clip(s.best[:min(most, len(s.best))])
}

// scanner looks for terms in texts.
type scanner struct {
	terms    []Term
	analyzer lexical.Analyzer
	buffer   []byte
}

// share returns the share of the terms that a passage has, from 0 to 1.
func (s *scanner) share(document Document, passage Passage) float64 {
	if len(s.terms) == 0 {
		return 0
	}
	s.buffer = append(s.buffer[:0], ' ')
	for _, text := range append([]string{document.Title, passage.Text}, passage.Heading...) {
		s.buffer = s.analyzer.AppendTerms(s.buffer, text, passage.Language)
		s.buffer = append(append(s.buffer, strings.ToLower(text)...), ' ') // endings that the terms have lost
	}
	words := string(s.buffer)
	present := 0
	for _, term := range s.terms {
		if slices.ContainsFunc(term.Forms, func(form string) bool { return hasForm(words, form) }) {
			present++
		}
	}
	return float64(present) / float64(len(s.terms))
}

// hasForm reports whether words, each between spaces, have a form: within a word
// too, unless it is so short that it would be anywhere.
func hasForm(words, form string) bool {
	if utf8.RuneCountInString(form) < scanPart {
		form = " " + form + " "
	}
	return strings.Contains(words, form)
}
