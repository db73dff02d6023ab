package rag

import (
	"cmp"
	"context"

	"rag-context/rag/lexical"
)

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
// passage found is no error, and no text is a wrong query.
func Query(ctx context.Context, library *Library, request Request) (Result, error) {
	s, err := find(ctx, library, request)
	if err != nil {
		return Result{}, err
	}
	return s.result(), nil
}

// find carries a request out.
func find(ctx context.Context, library *Library, request Request) (*search, error) {
	request, err := request.WithDefaults()
	if err != nil {
		return nil, err
	}
	earlier, err := request.seen()
	if err != nil {
		return nil, err
	}
	asked, err := request.interpret(library.options.Now())
	if err != nil {
		return nil, err
	}
	s := &search{library: library, request: request, asked: asked, fresh: map[string]freshness{}, earlier: earlier}
	if err := s.look(ctx); err != nil {
		return nil, err
	}
	if !request.NoSync {
		s.fresh = library.refresh(ctx, s.states)
		if err := s.look(ctx); err != nil {
			return nil, err
		}
	}
	if s.narrowed, err = library.narrow(ctx, s.states, asked); err != nil {
		return nil, err
	}
	if err := s.pick(ctx); err != nil {
		return nil, err
	}
	return s, s.run(ctx)
}

// look sees which collections there are, and which are meant.
func (s *search) look(ctx context.Context) (err error) {
	if s.all, err = s.library.Collections(ctx); err != nil {
		return err
	}
	s.visible, err = chosen(s.all, s.request.Collections)
	s.states = s.asked.sources(s.visible)
	return err
}

// search is one query under way.
type search struct {
	library *Library
	request Request
	asked   *interpretation
	earlier seen // on the pages before
	picks   picks

	all      []CollectionState // that the scope may see
	visible  []CollectionState // of those, the ones that the request may look in
	states   []CollectionState // of those, the ones that the query means
	fresh    map[string]freshness
	narrowed narrowed

	terms []Term // of the question, as they stand in passages
	// corrected are the terms that stand for words which stand nowhere.
	corrected []string
	meanings  []meaning // none where passages are matched by words alone
	pending   int       // passages that a better embedder has still to see
	// unavailable is why a server made no vector of the question.
	unavailable error

	pooled  pooled
	judged  judgement
	scanned scanned
	cost    Cost
	kept    kept
	moved   bool // whether the index has changed since the pages before
}

// run ranks more passages than wanted, because some may have to be dropped,
// and again more where that was not enough.
func (s *search) run(ctx context.Context) (err error) {
	languages, err := s.library.reader.Languages(ctx)
	if err != nil {
		return err
	}
	s.asked.wording.languages = languages
	words := new(lexical.Analyzer).QuestionTerms(s.asked.words, languages)
	for i, word := range words {
		words[i].Forms = s.library.options.Synonyms.widen(word, languages)
	}
	speller, err := s.newSpeller(ctx, languages)
	if err != nil {
		return err
	}
	if s.terms, s.corrected, err = speller.correct(ctx, words); err != nil {
		return err
	}
	if err := s.understand(ctx, words); err != nil {
		return err
	}
	check := newChecker(s.library, s.states)
	for limit := s.choice(); ; limit *= 4 {
		hits, err := s.rank(ctx, limit)
		if err == nil {
			hits, err = s.rerank(ctx, s.weighAside(hits))
		}
		complete := len(hits) < limit
		if err == nil {
			hits, err = s.goFurther(ctx, hits)
		}
		if err != nil {
			return err
		}
		s.keep(ctx, check, hits)
		if s.kept.more || complete {
			return ctx.Err()
		}
	}
}

// choice is how many passages to rank for those wanted to be chosen from. The
// same ones are put before a reranker for every page.
func (s *search) choice() int {
	wanted := len(s.earlier.marks) + s.request.Limit
	choice := 3 * wanted
	if s.request.Bulk {
		choice = wanted + 8
	}
	if s.reranks() {
		choice = max(choice, s.library.options.Reranking.most())
	}
	return choice
}

func (s *search) result() Result {
	result := Result{
		Query:    cmp.Or(s.asked.words, s.request.Question),
		Tenant:   s.library.scope.tenant.String(),
		Mode:     s.mode(),
		Effort:   s.asked.effort,
		Cost:     s.cost,
		Passages: append([]Found{}, s.kept.found...), // [] in JSON, never null
		Coverage: s.coverage(),
		Snapshot: s.snapshot(),
	}
	s.moved = s.request.Cursor != "" && s.earlier.index != 0 && s.earlier.index != result.searched()
	result.Diagnostics = s.diagnostics()
	if s.kept.more {
		result.NextCursor = s.request.cursor(s.earlier, result, len(result.Passages))
	}
	result.Next = result.next()
	return result
}

// mode is how passages were really matched.
func (s *search) mode() Mode {
	if len(s.meanings) == 0 {
		return ModeLexical
	}
	return s.request.Mode
}
