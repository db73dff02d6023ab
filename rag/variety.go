package rag

import (
	"math"
	"slices"

	"rag-context/rag/overlap"
)

// Bounds of sameness in one result.
const (
	// sameText is the share of a passage's text from which on it says the same
	// as another.
	sameText = 0.9
	// repeatWeight is what a passage loses that is all repetition, as a share of
	// the best score. It follows the maximal marginal relevance of Carbonell and
	// Goldstein (SIGIR 1998), but only for text that really stands there twice:
	// with likeness of meaning in its place every judged collection lost.
	repeatWeight = 0.3
	// mostPerDocument is how many passages a document may have before others
	// come first.
	mostPerDocument = 3
)

// chooser takes the best passages of a ranking, so that they are not all of one
// document and don't repeat each other.
type chooser struct {
	left        []candidate // best first
	perDocument map[string]int
	most        int     // passages of a document; those beyond come last
	repeatCosts float64 // what a passage loses that is all repetition
	repeated    int     // passages left out because others say the same
}

type candidate struct {
	ranked
	shingles overlap.Set
	share    float64 // of its text that stands in one taken
}

// newChooser returns one for the hits that the query means, with those of
// earlier pages and the pinned ones taken. Where everything is asked for, all
// are chosen in order.
func (s *search) newChooser(pinned, hits []ranked) *chooser {
	c := &chooser{perDocument: map[string]int{}, most: mostPerDocument}
	if s.request.Bulk || s.asked.effort == EffortTargeted {
		c.most = math.MaxInt
	}
	if len(hits) > 0 {
		c.repeatCosts = repeatWeight * hits[0].Score
	}
	var hasher overlap.Hasher
	var before []candidate
	for i, hit := range slices.Concat(pinned, hits) {
		one := candidate{ranked: hit}
		if !s.request.Bulk {
			one.shingles = hasher.Of(hit.Passage.Text)
		}
		switch {
		case i < len(pinned), s.earlier.has(hit.Passage.ID()):
			before = append(before, one)
		case s.picks.pins(hit.Passage.ID()), s.picks.drops(hit.Hit):
		case s.allows(hit.Hit):
			c.left = append(c.left, one)
		}
	}
	for _, one := range before {
		c.take(one)
	}
	return c
}

// next removes the passage that adds most to those taken; false where none is
// left. One of a document that has enough comes after all others.
func (c *chooser) next() (candidate, bool) {
	best, crowded := -1, false
	for i, one := range c.left {
		full := c.perDocument[one.Document.ID] >= c.most
		if best < 0 || crowded && !full || full == crowded && c.worth(one) > c.worth(c.left[best]) {
			best, crowded = i, full
		}
	}
	if best < 0 {
		return candidate{}, false
	}
	one := c.left[best]
	c.left = append(c.left[:best], c.left[best+1:]...)
	if one.share > 0 {
		one.parts = append(one.parts[:len(one.parts):len(one.parts)], Part{"repetition", c.worth(one) - one.Score})
		one.Score = c.worth(one)
	}
	return one, true
}

func (c *chooser) worth(one candidate) float64 { return one.Score - one.share*c.repeatCosts }

// take tells that a passage is in the result; those that say the same are left
// out.
func (c *chooser) take(taken candidate) {
	c.perDocument[taken.Document.ID]++
	kept := c.left[:0]
	for _, one := range c.left {
		one.share = max(one.share, overlap.Share(one.shingles, taken.shingles))
		if one.share >= sameText {
			c.repeated++
			continue
		}
		kept = append(kept, one)
	}
	c.left = kept
}
