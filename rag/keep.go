package rag

import "context"

// kept are the passages of a page, and what was passed over for them.
type kept struct {
	found    []Found
	more     bool // whether there is another page
	gone     int  // documents dropped because they are gone
	repeated int  // passages left out because others say the same
}

// keep takes the best hits that are wanted and whose document is still there.
func (s *search) keep(ctx context.Context, check *checker, hits []ranked) {
	s.kept = kept{}
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
		if s.kept.more = len(s.kept.found) == s.request.Limit; s.kept.more {
			break
		}
		c.take(one)
		s.add(one.ranked, state)
	}
	s.kept.gone, s.kept.repeated = check.gone, c.repeated
}

// add puts a passage behind those found so far.
func (s *search) add(one ranked, state documentState) {
	found := foundOf(one.Hit, len(s.earlier.marks)+len(s.kept.found)+1, state == documentChanged)
	if s.request.Explain {
		found.Explanation = one.parts
	}
	found.Pinned = s.picks.pins(found.ID)
	s.kept.found = append(s.kept.found, found)
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
