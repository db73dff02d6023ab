package lsa

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
)

// sample is a uniform choice of passages as counts of interned terms. What it
// holds is bounded by the passages it keeps, not by those it has seen: terms
// that only dropped passages had are forgotten with them.
type sample struct {
	limit    int
	seen     int
	random   *rand.Rand
	passages [][]count
	ids      map[string]uint32
	terms    []string
	df       []int
	free     []uint32
}

// count says how often a term occurs in a passage.
type count struct{ term, n uint32 }

func newSample(limit int, random *rand.Rand) *sample {
	return &sample{limit: limit, random: random, ids: map[string]uint32{}}
}

// readSample draws from passages with algorithm R (Vitter: "Random Sampling
// with a Reservoir", ACM TOMS 11(1), 1985).
func readSample(ctx context.Context, passages iter.Seq2[[]string, error], limit int, random *rand.Rand) (*sample, error) {
	s := newSample(limit, random)
	for terms, err := range passages {
		if err != nil {
			return nil, fmt.Errorf("read passages: %w", err)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.offer(terms)
	}
	return s, nil
}

func (s *sample) offer(terms []string) {
	s.seen++
	if len(s.passages) < s.limit {
		s.passages = append(s.passages, s.count(terms))
		return
	}
	if at := s.random.IntN(s.seen); at < s.limit {
		added := s.count(terms)
		s.drop(s.passages[at])
		s.passages[at] = added
	}
}

func (s *sample) count(terms []string) []count {
	counts := make([]count, 0, len(terms))
	at := make(map[uint32]int, len(terms))
	for _, term := range terms {
		id := s.intern(term)
		if i, again := at[id]; again {
			counts[i].n++
			continue
		}
		at[id] = len(counts)
		counts = append(counts, count{id, 1})
		s.df[id]++
	}
	return counts
}

// intern clones the term, which may be a slice of a whole passage's text.
func (s *sample) intern(term string) uint32 {
	if id, ok := s.ids[term]; ok {
		return id
	}
	term = strings.Clone(term)
	var id uint32
	if last := len(s.free) - 1; last >= 0 {
		id, s.free = s.free[last], s.free[:last]
		s.terms[id] = term
	} else {
		id = uint32(len(s.terms))
		s.terms, s.df = append(s.terms, term), append(s.df, 0)
	}
	s.ids[term] = id
	return id
}

func (s *sample) drop(counts []count) {
	for _, c := range counts {
		if s.df[c.term]--; s.df[c.term] == 0 {
			delete(s.ids, s.terms[c.term])
			s.terms[c.term] = ""
			s.free = append(s.free, c.term)
		}
	}
}
