package rag

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// picks are the passages that a request asks for by id, and those that it does
// without.
type picks struct {
	pinned []ranked        // in the request's order
	out    map[string]bool // ids of passages, and of whole documents
}

// pick looks up what the request names. An id of what is not there, or not in
// the request's collections, is [ErrNotFound].
func (s *search) pick(ctx context.Context) error {
	s.picks.out = map[string]bool{}
	for _, id := range s.request.Without {
		if _, _, err := s.named(ctx, id); err != nil {
			return err
		}
		s.picks.out[id] = true
	}
	for _, id := range s.request.Also {
		document, passage, err := s.named(ctx, id)
		if err != nil {
			return err
		}
		if passage == nil {
			return &RequestError{Field: "also", Problem: fmt.Sprintf("must be a passage's id, like %s.1, not a document's", id)}
		}
		if !s.picks.pins(id) && !s.earlier.has(id) {
			s.picks.pinned = append(s.picks.pinned, ranked{Hit: Hit{Passage: *passage, Document: document}})
		}
	}
	return nil
}

// named returns the document of an id, and the passage where it is a passage's.
func (s *search) named(ctx context.Context, id string) (Document, *Passage, error) {
	document, passages, ordinal, err := s.library.document(ctx, s.states, id)
	if err == nil && !slices.Contains(names(s.states), document.Collection) {
		err = ErrNotFound
	}
	if errors.Is(err, ErrNotFound) {
		return Document{}, nil, notFound("passage", id)
	}
	at := slices.IndexFunc(passages, func(p Passage) bool { return p.Ordinal == ordinal })
	if err != nil || at < 0 {
		return document, nil, err
	}
	return document, &passages[at], nil
}

func (p picks) pins(id string) bool {
	return slices.ContainsFunc(p.pinned, func(pin ranked) bool { return pin.Passage.ID() == id })
}

// drops reports whether the request does without a passage.
func (p picks) drops(hit Hit) bool { return p.out[hit.Passage.ID()] || p.out[hit.Document.ID] }

// scored returns the pinned passages with the scores of those that were found.
func (p picks) scored(hits []ranked) []ranked {
	pinned := slices.Clone(p.pinned)
	for i, pin := range pinned {
		at := slices.IndexFunc(hits, func(hit ranked) bool { return hit.Passage.ID() == pin.Passage.ID() })
		if at >= 0 {
			pinned[i] = hits[at]
		}
	}
	return pinned
}
