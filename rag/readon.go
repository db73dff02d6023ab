package rag

import (
	"context"
	"errors"
	"slices"
)

// Bounds of [EffortTargeted].
const (
	readOnAround  = 10 // best passages
	readOnSection = 8  // passages of the same section, on each side
	// contextShare is the part of a passage's score that what stands around it
	// has at least: enough to be packed with the best, not with weak ones.
	contextShare = 0.5
)

// readOn returns what stands around the best passages. It reads each of their
// documents once.
func (s *search) readOn(ctx context.Context, hits []ranked) ([]ranked, error) {
	read := map[string][]Passage{}
	var found []ranked
	for _, hit := range first(hits, min(readOnAround, s.request.Limit), s.mayReturn) {
		passages, known := read[hit.Document.ID]
		if !known {
			var err error
			_, passages, err = s.library.reader.Document(ctx, hit.Document.ID)
			if err != nil && !errors.Is(err, ErrNotFound) { // removed meanwhile: nothing stands around
				return nil, err
			}
			read[hit.Document.ID] = passages
			s.cost.Documents++
			s.cost.Passages += len(passages)
		}
		found = append(found, around(hit, passages)...)
	}
	return found, nil
}

// mayReturn reports whether the request's page may have a hit.
func (s *search) mayReturn(hit ranked) bool {
	return s.allows(hit.Hit) && !s.earlier.has(hit.Passage.ID()) && !s.picks.drops(hit.Hit)
}

// around returns the neighbours of a hit and the other passages of its section,
// of all those of its document.
func around(hit ranked, passages []Passage) []ranked {
	var found []ranked
	for _, passage := range passages {
		distance := max(passage.Ordinal-hit.Passage.Ordinal, hit.Passage.Ordinal-passage.Ordinal)
		section := len(passage.Heading) > 0 && slices.Equal(passage.Heading, hit.Passage.Heading)
		if distance == 1 || section && distance > 0 && distance <= readOnSection {
			score := contextShare * hit.Score
			found = append(found, ranked{Hit{passage, hit.Document, score}, []Part{{"context", score}}})
		}
	}
	return found
}
