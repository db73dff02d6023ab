package rag

import (
	"context"
	"fmt"

	"rag-context/rag/lexical"
)

// fieldWeights say how much more a term counts in the title or the heading
// path than in the text. Chosen on the questions of rag/relevance.
var fieldWeights = Weights{Title: 2, Heading: 2, Body: 1}

// maxTerms bounds the terms of a question; a longer one is a pasted text whose
// later words add time, not passages.
const maxTerms = 96

// Query returns the passages of the library that answer the request best. It
// is the only way from a question to passages, and what it returns is all that
// a door may show.
//
// Before searching it picks up small changes of the sources (see
// [RefreshOptions]), and it checks every document it returns: passages of one
// that is gone are dropped, of one that has changed marked stale.
//
// Errors: a [*RequestError] for a request out of bounds, [ErrNotFound] for a
// collection outside the scope, [ErrModeUnavailable], and the store's. No
// passage found is no error.
func Query(ctx context.Context, library *Library, request Request) (Result, error) {
	request, err := request.WithDefaults()
	if err != nil {
		return Result{}, err
	}
	if request.Mode == ModeVector {
		return Result{}, fmt.Errorf("mode %q: %w: no embedder is set up", request.Mode, ErrModeUnavailable)
	}
	states, err := library.collections(ctx, request.Collections)
	if err != nil {
		return Result{}, err
	}
	fresh := map[string]freshness{}
	if !request.NoSync {
		fresh = library.refresh(ctx, states)
		if states, err = library.collections(ctx, request.Collections); err != nil {
			return Result{}, err
		}
	}
	s := &search{library: library, request: request, states: states, fresh: fresh}
	if err := s.run(ctx); err != nil {
		return Result{}, err
	}
	return s.result(), nil
}

// search is one query under way.
type search struct {
	library *Library
	request Request
	states  []CollectionState
	fresh   map[string]freshness
	found   []Found
	gone    int // documents dropped because they are gone
}

// run matches more passages than wanted, because some may have to be dropped,
// and again more where that was not enough.
func (s *search) run(ctx context.Context) error {
	match := Match{
		Terms:       questionTerms(s.request.Question),
		Weights:     fieldWeights,
		Collections: names(s.states),
		Limit:       s.request.Limit + 8,
	}
	check := newChecker(s.library, s.states)
	for {
		hits, err := s.library.reader.Match(ctx, match)
		if err != nil {
			return err
		}
		s.keep(ctx, check, hits)
		if len(s.found) >= s.request.Limit || len(hits) < match.Limit {
			return ctx.Err()
		}
		match.Limit *= 4
	}
}

func questionTerms(question string) []Term {
	var terms []Term
	for _, form := range new(lexical.Analyzer).QuestionTerms(question) {
		terms = append(terms, Term{Forms: []string{form}})
	}
	return terms[:min(len(terms), maxTerms)]
}

func names(states []CollectionState) []string {
	names := make([]string, len(states))
	for i, state := range states {
		names[i] = state.Name
	}
	return names
}

// keep takes the best hits whose document is still there.
func (s *search) keep(ctx context.Context, check *checker, hits []Hit) {
	s.found = s.found[:0]
	for _, hit := range hits {
		if len(s.found) == s.request.Limit {
			break
		}
		if state := check.document(ctx, hit.Document); state != documentGone {
			s.found = append(s.found, foundOf(hit, len(s.found)+1, state == documentChanged))
		}
	}
	s.gone = check.gone
}

func foundOf(hit Hit, rank int, stale bool) Found {
	return Found{
		Rank:       rank,
		ID:         hit.Passage.ID(),
		Document:   hit.Document.ID,
		Collection: hit.Document.Collection,
		Path:       hit.Document.Path,
		Title:      hit.Document.Title,
		Heading:    append([]string{}, hit.Passage.Heading...), // [] in JSON, never null
		Lines:      [2]int{hit.Passage.First, hit.Passage.Last},
		Text:       hit.Passage.Text,
		Score:      hit.Score,
		Stale:      stale,
	}
}

func (s *search) result() Result {
	return Result{
		Query:       s.request.Question,
		Tenant:      s.library.scope.tenant.String(),
		Mode:        ModeLexical,
		Passages:    append([]Found{}, s.found...), // [] in JSON, never null
		Coverage:    s.coverage(),
		Diagnostics: s.diagnostics(),
		Snapshot:    s.snapshot(),
	}
}
