package rag

import (
	"context"
	"slices"

	"rag-context/rag/lexical"
	"rag-context/rag/querylang"
)

// QueryPlan says how a request would be carried out. Its JSON form is a
// contract; see [Result].
type QueryPlan struct {
	Query    string         `json:"query"`     // as it was understood, written out
	Tree     querylang.Node `json:"tree"`      // what stands where in the question
	RankedBy string         `json:"ranked_by"` // the words that rank passages; "" ranks by time of change
	Effort   Effort         `json:"effort"`
	Parts    []PlannedPart  `json:"parts"`
	Engine   EngineQuery    `json:"engine"`
	Estimate Estimate       `json:"estimate"`

	Diagnostics []Diagnostic `json:"diagnostics"`
}

// PlannedPart is a part of a request that leaves something out.
type PlannedPart struct {
	Part    string          `json:"part"`           // as it would be typed in a query
	Span    *querylang.Span `json:"span,omitempty"` // in the question; nil for one that is given beside it
	Prunes  PruneStage      `json:"prunes"`
	Negated bool            `json:"negated"` // what fulfils it is left out
	// Fulfilling is how many collections, documents or passages fulfil the part
	// (passages: at most), Of how many there are. Both are nil where that is not
	// known without reading texts, or not for the scope to know.
	Fulfilling *int `json:"fulfilling"`
	Of         *int `json:"of"`
}

// EngineQuery is what the index is asked for.
type EngineQuery struct {
	Mode        Mode            `json:"mode"`
	AnyOf       []ExplainedWord `json:"any_of"`
	AllOf       []ExplainedWord `json:"all_of"`
	Collections []string        `json:"collections"`
	Documents   *int            `json:"documents"` // how many are looked in; nil: all of the collections
}

// Estimate is how much of what the scope may see a request is about.
type Estimate struct {
	Collections [2]int `json:"collections"` // that many of all
	Documents   [2]int `json:"documents"`
	// Passages are at most that many of all, as far as words tell; nil where
	// the scope may not know.
	Passages    *[2]int  `json:"passages"`
	Selectivity *float64 `json:"selectivity"` // the share of the passages
}

// PlanQuery understands a request as [Query] does, with the same errors, and
// says what would be done. It reads no document's text and syncs nothing.
func PlanQuery(ctx context.Context, library *Library, request Request) (QueryPlan, error) {
	request, err := request.WithDefaults()
	if err != nil {
		return QueryPlan{}, err
	}
	p := planner{library: library, request: request}
	if p.asked, err = request.interpret(library.options.Now()); err != nil {
		return QueryPlan{}, err
	}
	if p.visible, err = library.collections(ctx, request.Collections); err != nil {
		return QueryPlan{}, err
	}
	p.states = p.asked.sources(p.visible)
	if p.narrowed, err = library.narrow(ctx, p.states, p.asked); err != nil {
		return QueryPlan{}, err
	}
	return p.plan(ctx)
}

// planner is a plan being made.
type planner struct {
	library  *Library
	request  Request
	asked    *interpretation
	visible  []CollectionState
	states   []CollectionState
	narrowed narrowed
}

func (p *planner) plan(ctx context.Context) (QueryPlan, error) {
	plan := QueryPlan{
		Query: p.asked.query.Root.Format(), Tree: p.asked.query.Root, RankedBy: p.asked.words, Effort: p.asked.effort, Parts: []PlannedPart{},
		Diagnostics: append([]Diagnostic{}, p.asked.remarks(p.narrowed, p.visible)...),
	}
	languages, err := p.library.reader.Languages(ctx)
	if err != nil {
		return QueryPlan{}, err
	}
	p.asked.wording.languages = languages
	if plan.Engine, err = p.engine(ctx, languages); err != nil {
		return QueryPlan{}, err
	}
	if err := p.parts(ctx, p.asked.condition, false, &plan.Parts); err != nil {
		return QueryPlan{}, err
	}
	plan.Estimate = p.estimate(plan.Engine)
	return plan, nil
}

func (p *planner) engine(ctx context.Context, languages []lexical.Language) (EngineQuery, error) {
	engine := EngineQuery{Mode: p.request.Mode, Collections: names(p.states)}
	if documents := p.narrowed.documents; documents != nil {
		count := len(documents)
		engine.Documents = &count
	}
	var terms []Term
	for _, word := range new(lexical.Analyzer).QuestionTerms(p.asked.words, languages) {
		terms = append(terms, Term{Forms: p.library.options.Synonyms.widen(word, languages)})
	}
	var err error
	if engine.AnyOf, err = p.library.explainTerms(ctx, terms); err == nil {
		engine.AllOf, err = p.library.explainTerms(ctx, p.asked.condition.needs())
	}
	return engine, err
}

// parts lists what a condition is made of.
func (p *planner) parts(ctx context.Context, c condition, negated bool, list *[]PlannedPart) error {
	switch c := c.(type) {
	case allOf:
		return p.eachPart(ctx, c, negated, list)
	case anyOf:
		return p.eachPart(ctx, c, negated, list)
	case noneOf:
		return p.parts(ctx, c.condition, !negated, list)
	case *requirement:
		part, err := p.part(ctx, c)
		part.Negated = negated
		*list = append(*list, part)
		return err
	}
	return nil
}

func (p *planner) eachPart(ctx context.Context, parts []condition, negated bool, list *[]PlannedPart) error {
	for _, part := range parts {
		if err := p.parts(ctx, part, negated, list); err != nil {
			return err
		}
	}
	return nil
}

func (p *planner) part(ctx context.Context, r *requirement) (PlannedPart, error) {
	part := PlannedPart{Part: r.node.Format(), Prunes: r.at}
	if r.node.Span.End > 0 {
		part.Span = &r.node.Span
	}
	known := func(fulfilling, of int) { part.Fulfilling, part.Of = &fulfilling, &of }
	switch r.at {
	case PruneSource:
		known(len(slices.DeleteFunc(slices.Clone(p.visible), func(state CollectionState) bool {
			return !r.fulfils(subject{collection: state.Name})
		})), len(p.visible))
	case PruneDocument:
		known(p.narrowed.fulfilling[r], p.narrowed.total)
	case PrunePassage:
		needed, err := p.library.explainTerms(ctx, r.needs())
		if err != nil {
			return part, err
		}
		if least, ok := rarest(needed); ok {
			known(min(least, passagesIn(p.visible)), passagesIn(p.visible))
		}
	}
	return part, nil
}

func (p *planner) estimate(engine EngineQuery) Estimate {
	all, documents := passagesIn(p.visible), documentsIn(p.states)
	if p.narrowed.documents != nil {
		documents = len(p.narrowed.documents)
	}
	e := Estimate{Collections: [2]int{len(p.states), len(p.visible)}, Documents: [2]int{documents, documentsIn(p.visible)}}
	if p.library.scope.limited {
		return e
	}
	most := float64(passagesIn(p.states)) * float64(documents) / float64(max(1, documentsIn(p.states)))
	if least, ok := rarest(engine.AllOf); ok {
		most = min(most, float64(least))
	} else if total, ok := sum(engine.AnyOf); ok && p.request.Mode == ModeLexical {
		most = min(most, float64(total))
	}
	selectivity := most / float64(max(1, all))
	e.Passages, e.Selectivity = &[2]int{int(most + 0.5), all}, &selectivity
	return e
}

// rarest is in how many passages the rarest of words stands, at most; false
// where that is not known.
func rarest(words []ExplainedWord) (least int, ok bool) {
	for i, word := range words {
		count, known := sum([]ExplainedWord{word})
		if !known {
			return 0, false
		}
		if i == 0 || count < least {
			least = count
		}
	}
	return least, len(words) > 0
}

// sum adds up in how many passages words stand; false where that is not known.
func sum(words []ExplainedWord) (total int, ok bool) {
	for _, word := range words {
		if len(word.Passages) < len(word.Forms) {
			return 0, false
		}
		for _, count := range word.Passages {
			total += int(count)
		}
	}
	return total, len(words) > 0
}
