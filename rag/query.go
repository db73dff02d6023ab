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
	terms   []Term // of the question, as they stand in passages
	// corrected are the terms that stand for words which stand nowhere.
	corrected []string
	meanings  []meaning // none where passages are matched by words alone
	// unavailable: a server that makes vectors did not answer.
	unavailable bool
	found       []Found
	gone        int // documents dropped because they are gone
}

// run ranks more passages than wanted, because some may have to be dropped,
// and again more where that was not enough.
func (s *search) run(ctx context.Context) (err error) {
	languages, err := s.library.reader.Languages(ctx)
	if err != nil {
		return err
	}
	words := new(lexical.Analyzer).QuestionTerms(s.request.Question, languages)
	for i, word := range words {
		words[i].Forms = s.library.options.Synonyms.widen(word, languages)
	}
	if s.terms, s.corrected, err = s.library.correct(ctx, words, languages); err != nil {
		return err
	}
	if err := s.understand(ctx); err != nil {
		return err
	}
	check := newChecker(s.library, s.states)
	for limit := s.request.Limit + 8; ; limit *= 4 {
		hits, err := s.rank(ctx, limit)
		if err != nil {
			return err
		}
		s.keep(ctx, check, hits)
		if len(s.found) >= s.request.Limit || len(hits) < limit {
			return ctx.Err()
		}
	}
}

// ranked is a passage with what its score is made of.
type ranked struct {
	Hit
	parts []Part
}

// rank returns the best passages, at most limit.
func (s *search) rank(ctx context.Context, limit int) ([]ranked, error) {
	if len(s.meanings) > 0 {
		return s.rankHybrid(ctx, limit)
	}
	hits, err := s.matchWords(ctx, limit)
	all := make([]ranked, len(hits))
	for i, hit := range hits {
		all[i] = ranked{hit, []Part{{"words", hit.Score}}}
	}
	return all, err
}

func (s *search) matchWords(ctx context.Context, limit int) ([]Hit, error) {
	return s.library.reader.Match(ctx, Match{
		Terms:       s.terms,
		Weights:     fieldWeights,
		Proximity:   s.proximity(),
		Collections: names(s.states),
		Limit:       limit,
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

func names(states []CollectionState) []string {
	names := make([]string, len(states))
	for i, state := range states {
		names[i] = state.Name
	}
	return names
}

// keep takes the best hits whose document is still there.
func (s *search) keep(ctx context.Context, check *checker, hits []ranked) {
	s.found = s.found[:0]
	for _, hit := range hits {
		if len(s.found) == s.request.Limit {
			break
		}
		if state := check.document(ctx, hit.Document); state != documentGone {
			found := foundOf(hit.Hit, len(s.found)+1, state == documentChanged)
			if s.request.Explain {
				found.Explanation = hit.parts
			}
			s.found = append(s.found, found)
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
		Mode:        s.mode(),
		Passages:    append([]Found{}, s.found...), // [] in JSON, never null
		Coverage:    s.coverage(),
		Diagnostics: s.diagnostics(),
		Snapshot:    s.snapshot(),
	}
}

// mode is how passages were really matched.
func (s *search) mode() Mode {
	if len(s.meanings) == 0 {
		return ModeLexical
	}
	return s.request.Mode
}
