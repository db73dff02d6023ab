package rag

import (
	"cmp"
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
	all     []CollectionState // that the scope may see
	visible []CollectionState // of those, the ones that the request may look in
	states  []CollectionState // of those, the ones that the query means
	fresh   map[string]freshness
	terms   []Term // of the question, as they stand in passages
	// corrected are the terms that stand for words which stand nowhere.
	corrected []string
	meanings  []meaning // none where passages are matched by words alone
	pooled    pooled
	// unavailable is why a server made no vector of the question.
	unavailable error
	judged      judgement
	pending     int // passages that a better embedder has still to see
	narrowed    narrowed
	earlier     seen // on the pages before
	picks       picks
	scanned     scanned
	cost        Cost
	moved       bool // whether the index has changed since those pages
	more        bool // whether there is another page
	found       []Found
	gone        int // documents dropped because they are gone
	repeated    int // passages left out because others say the same
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
		if s.more || complete {
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

// ranked is a passage with what its score is made of.
type ranked struct {
	Hit
	parts []Part
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

// keep takes the best hits that are wanted and whose document is still there.
func (s *search) keep(ctx context.Context, check *checker, hits []ranked) {
	s.found, s.more = s.found[:0], false
	pinned := s.picks.scored(hits)
	for _, pin := range pinned {
		if state := check.document(ctx, pin.Document); state != documentGone {
			s.add(pin, state)
		}
	}
	c := s.newChooser(pinned, hits)
	for {
		one, left := c.next()
		if !left {
			break
		}
		state := check.document(ctx, one.Document)
		if state == documentGone {
			continue
		}
		if s.more = len(s.found) == s.request.Limit; s.more {
			break
		}
		c.take(one)
		s.add(one.ranked, state)
	}
	s.gone, s.repeated = check.gone, c.repeated
}

// add puts a passage behind those found so far.
func (s *search) add(one ranked, state documentState) {
	found := foundOf(one.Hit, len(s.earlier.marks)+len(s.found)+1, state == documentChanged)
	if s.request.Explain {
		found.Explanation = one.parts
	}
	found.Pinned = s.picks.pins(found.ID)
	s.found = append(s.found, found)
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
	result := Result{
		Query:    cmp.Or(s.asked.words, s.request.Question),
		Tenant:   s.library.scope.tenant.String(),
		Mode:     s.mode(),
		Effort:   s.asked.effort,
		Cost:     s.cost,
		Passages: append([]Found{}, s.found...), // [] in JSON, never null
		Coverage: s.coverage(),
		Snapshot: s.snapshot(),
	}
	s.moved = s.request.Cursor != "" && s.earlier.index != 0 && s.earlier.index != result.searched()
	result.Diagnostics = s.diagnostics()
	if s.more {
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
