package rag

import "rag-context/rag/querylang"

// verdict says whether something fulfils a condition, as far as is known of it.
type verdict int8

const (
	no      verdict = -1
	unknown verdict = 0
	yes     verdict = 1
)

// subject is what a condition is held against. A collection is judged first,
// then its documents, then their passages, so that most is left out before much
// is read.
type subject struct {
	stage      PruneStage // how much of it is known
	collection string
	document   Document
	passage    Passage
}

// PruneStage is where a part of a query leaves out what it does not mean.
type PruneStage uint8

// Stages of pruning; each knows what the ones before know.
const (
	PruneSource   PruneStage = iota // whole collections
	PruneDocument                   // by what is known of a document without its text
	PrunePassage                    // by a passage's text and headings
)

// String names the stage as JSON and people have it.
func (s PruneStage) String() string { return []string{"source", "document", "passage"}[s] }

// MarshalText implements [encoding.TextMarshaler].
func (s PruneStage) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// condition is what passages must fulfil. Where too little is known of a
// subject, its verdict is unknown (the three values are Kleene's).
type condition interface {
	judge(subject) verdict
	// needs returns terms each of which a passage must hold to fulfil the
	// condition; what holds them need not fulfil it.
	needs() []Term
	// stage is the last at which the condition leaves anything out.
	stage() PruneStage
}

// allOf is fulfilled by what fulfils all parts, anyOf by what fulfils one.
type (
	allOf  []condition
	anyOf  []condition
	noneOf struct{ condition }
)

func (c allOf) judge(s subject) verdict {
	verdict := yes
	for _, part := range c {
		verdict = min(verdict, part.judge(s))
	}
	return verdict
}

func (c allOf) needs() (terms []Term) {
	for _, part := range c {
		terms = append(terms, part.needs()...)
	}
	return terms[:min(len(terms), mostNeeded)]
}

func (c allOf) stage() PruneStage { return lastStage(c) }

func (c anyOf) judge(s subject) verdict {
	verdict := no
	for _, part := range c {
		verdict = max(verdict, part.judge(s))
	}
	return verdict
}

// mostNeeded bounds the terms that a store is asked to require, and the forms of
// one: what else a query requires is looked for in what is found.
const mostNeeded = 64

// needs is a term with the forms that one or the other part needs; none where a
// part needs none.
func (c anyOf) needs() []Term {
	var either Term
	for _, part := range c {
		needed := part.needs()
		if len(needed) == 0 || len(either.Forms) > mostNeeded {
			return nil
		}
		either.Forms = append(either.Forms, needed[0].Forms...)
	}
	return []Term{either}
}

func (c anyOf) stage() PruneStage { return lastStage(c) }

func lastStage(parts []condition) (last PruneStage) {
	for _, part := range parts {
		last = max(last, part.stage())
	}
	return last
}

func (c noneOf) judge(s subject) verdict { return -c.condition.judge(s) }
func (c noneOf) needs() []Term           { return nil }

// requirement is a condition that is a field, a phrase or a word.
type requirement struct {
	node     querylang.Node
	at       PruneStage
	fulfils  func(subject) bool
	required func() []Term // see condition.needs; nil for none
}

func (r *requirement) judge(s subject) verdict {
	switch {
	case s.stage < r.at:
		return unknown
	case r.fulfils(s):
		return yes
	}
	return no
}

func (r *requirement) needs() []Term {
	if r.required == nil {
		return nil
	}
	return r.required()
}

func (r *requirement) stage() PruneStage { return r.at }

// eachRequirement visits the requirements of a condition.
func eachRequirement(c condition, visit func(*requirement)) {
	switch c := c.(type) {
	case allOf:
		for _, part := range c {
			eachRequirement(part, visit)
		}
	case anyOf:
		for _, part := range c {
			eachRequirement(part, visit)
		}
	case noneOf:
		eachRequirement(c.condition, visit)
	case *requirement:
		visit(c)
	}
}
