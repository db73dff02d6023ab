package rag

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rag-context/rag/querylang"
)

// Effort says how far a query goes beyond one pass over the index.
type Effort string

// Efforts, from the quickest on.
const (
	EffortQuick      Effort = "quick"      // one pass over the index
	EffortTargeted   Effort = "targeted"   // then reads on around what was found: neighbours, whole sections
	EffortExhaustive Effort = "exhaustive" // then looks through every passage of the scope for the words
)

// Efforts returns all of them, the default first.
func Efforts() []Effort { return []Effort{EffortQuick, EffortTargeted, EffortExhaustive} }

func checkEffort(effort string) error {
	if !slices.Contains(Efforts(), Effort(effort)) {
		return fmt.Errorf("must be quick, targeted or exhaustive, not %.40q", effort)
	}
	return nil
}

// takeEffort settles how far to go. The query says it for all of itself: beside
// its other parts, and once.
func (i *interpretation) takeEffort(r Request) error {
	i.effort = cmp.Or(r.Effort, r.UsualEffort)
	beside := []querylang.Node{i.query.Root}
	if i.query.Root.Kind == querylang.All {
		beside = i.query.Root.Parts
	}
	said := slices.IndexFunc(beside, isEffort)
	if said >= 0 {
		i.effort = Effort(strings.ToLower(beside[said].Text))
	}
	i.query.Root.Each(func(node querylang.Node) {
		if isEffort(node) && (said < 0 || node.Span != beside[said].Span) {
			i.misplaced = append(i.misplaced, node)
		}
	})
	if i.effort == EffortExhaustive && r.Mode == ModeVector {
		return &RequestError{Field: inEffort, Problem: "exhaustive looks for words: it goes with mode hybrid or lexical"}
	}
	return nil
}

func isEffort(node querylang.Node) bool {
	return node.Kind == querylang.Field && node.Name == inEffort
}

// Cost says what was done for a result.
type Cost struct {
	Ranked    int `json:"ranked"`    // passages that the index put up
	Documents int `json:"documents"` // documents that were read besides
	Passages  int `json:"passages"`  // of theirs that were looked at
}

// goFurther adds what the effort finds besides the hits, and ranks it among
// them.
func (s *search) goFurther(ctx context.Context, hits []ranked) ([]ranked, error) {
	s.cost = Cost{Ranked: len(hits)}
	var found []ranked
	var err error
	switch s.asked.effort {
	case EffortTargeted:
		found, err = s.readOn(ctx, hits)
	case EffortExhaustive:
		found, err = s.scan(ctx, hits)
	}
	if len(found) == 0 || err != nil {
		return hits, err
	}
	return merged(hits, found), nil
}

// merged ranks what was found besides among the hits. A passage that is a hit
// already has the better of its scores, and then another part that makes it up.
func merged(hits, found []ranked) []ranked {
	all := slices.Clone(hits)
	at := map[string]int{}
	for i, hit := range hits {
		at[hit.Passage.ID()] = i
	}
	for _, more := range found {
		i, known := at[more.Passage.ID()]
		switch {
		case !known:
			at[more.Passage.ID()] = len(all)
			all = append(all, more)
		case more.Score > all[i].Score:
			raised := Part{more.parts[0].Name, more.Score - all[i].Score}
			all[i].parts = append(slices.Clip(all[i].parts), raised)
			all[i].Score = more.Score
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(b.Score, a.Score) })
	return all
}
