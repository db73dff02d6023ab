package rag

import (
	"context"
	"fmt"
	"slices"
)

// mostPushed is the most documents that a search is narrowed to inside the
// store; more are so many that leaving the others out of what it found costs
// less than naming them.
const mostPushed = 2000

// narrowed is what of a library a query means, as far as documents tell.
type narrowed struct {
	documents map[string]bool // ids of those meant; nil for all
	total     int             // documents looked at
	// fulfilling counts the documents that fulfil each requirement, and sources
	// the collections.
	fulfilling map[*requirement]int
}

// sources returns the collections that the query may mean.
func (i *interpretation) sources(states []CollectionState) []CollectionState {
	var meant []CollectionState
	for _, state := range states {
		if i.condition.judge(subject{stage: PruneSource, collection: state.Name}) != no {
			meant = append(meant, state)
		}
	}
	return meant
}

// narrow finds out which documents of the collections the query means. It looks
// at none where the query asks for nothing that documents could tell.
func (l *Library) narrow(ctx context.Context, states []CollectionState, asked *interpretation) (narrowed, error) {
	n := narrowed{fulfilling: map[*requirement]int{}}
	var required []*requirement
	eachRequirement(asked.condition, func(r *requirement) {
		if r.at == PruneDocument {
			required = append(required, r)
		}
	})
	if len(required) == 0 {
		return n, nil
	}
	n.documents = map[string]bool{}
	for document, err := range l.reader.Documents(ctx, DocumentRange{Collections: names(states)}) {
		if err != nil {
			return narrowed{}, err
		}
		n.total++
		s := subject{stage: PruneDocument, collection: document.Collection, document: document}
		for _, r := range required {
			if r.fulfils(s) {
				n.fulfilling[r]++
			}
		}
		if asked.condition.judge(s) != no {
			n.documents[document.ID] = true
		}
	}
	return n, nil
}

// pushed returns the documents that a store is to look in; nil for all.
func (n narrowed) pushed() []string {
	if n.documents == nil || len(n.documents) > mostPushed {
		return nil
	}
	ids := make([]string, 0, len(n.documents)) // not nil: that would be all
	for id := range n.documents {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// allows reports whether the query means passages of a document.
func (n narrowed) allows(document Document) bool {
	return n.documents == nil || n.documents[document.ID]
}

// allows reports whether a passage is one that the query means.
func (s *search) allows(hit Hit) bool {
	if !s.narrowed.allows(hit.Document) {
		return false
	}
	passage := subject{stage: PrunePassage, collection: hit.Document.Collection, document: hit.Document, passage: hit.Passage}
	return len(s.asked.condition) == 0 || s.asked.condition.judge(passage) == yes
}

// remarks are diagnostics of the query: what of it was taken for words, and
// what nothing here fulfils.
func (i *interpretation) remarks(n narrowed, visible []CollectionState) []Diagnostic {
	var list []Diagnostic
	for _, remark := range i.query.Remarks {
		list = append(list, Diagnostic{CodeAsWords, remark.Message})
	}
	for _, effort := range i.misplaced {
		list = append(list, Diagnostic{CodeMisplaced, effort.Format() + " is left out: how far to look is said once, and not in OR, parentheses or behind -"})
	}
	eachRequirement(i.condition, func(r *requirement) {
		switch {
		case r.node.Kind == "":
		case r.at == PruneSource && !slices.ContainsFunc(visible, func(state CollectionState) bool { return r.fulfils(subject{collection: state.Name}) }):
			list = append(list, Diagnostic{CodeFulfilledByNone, fmt.Sprintf("there is no collection for %s", r.node.Format())})
		case r.at == PruneDocument && n.fulfilling[r] == 0:
			list = append(list, Diagnostic{CodeFulfilledByNone, fmt.Sprintf("no document here fulfils %s", r.node.Format())})
		}
	})
	return brief(list)
}

// mostRemarks bounds what is said about one query, which may be a pasted text.
const mostRemarks = 20

// brief says everything once, and not too much.
func brief(list []Diagnostic) []Diagnostic {
	said := map[Diagnostic]bool{}
	list = slices.DeleteFunc(list, func(one Diagnostic) bool {
		again := said[one]
		said[one] = true
		return again
	})
	if more := len(list) - mostRemarks; more > 0 {
		and := Diagnostic{list[mostRemarks].Code, fmt.Sprintf("and %d more like these", more)}
		list = append(list[:mostRemarks], and)
	}
	return list
}
