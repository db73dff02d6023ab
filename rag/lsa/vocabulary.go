package lsa

import (
	"cmp"
	"math"
	"slices"
)

// vocabulary is the terms a model knows. Frequent terms come first, so that
// the rows touched most lie together in the cache.
type vocabulary struct {
	terms []string
	idf   []float64
	// column of an interned term, or -1.
	column []int32
}

// newVocabulary takes the terms that at least two passages share and fewer
// than half of the passages have: the others tell no passages apart or join
// none. Beyond the limit it keeps those with the highest df·idf, the share of
// the weight that they carry.
func newVocabulary(s *sample, limit int) *vocabulary {
	passages := len(s.passages)
	idf := func(id uint32) float64 { return math.Log(float64(passages) / float64(s.df[id])) }
	var chosen []uint32
	for id, df := range s.df {
		if df >= minDF && 2*df < passages {
			chosen = append(chosen, uint32(id))
		}
	}
	by := func(key func(uint32) float64) func(a, b uint32) int {
		return func(a, b uint32) int {
			return cmp.Or(cmp.Compare(key(b), key(a)), cmp.Compare(s.terms[a], s.terms[b]))
		}
	}
	slices.SortFunc(chosen, by(func(id uint32) float64 { return float64(s.df[id]) * idf(id) }))
	chosen = chosen[:min(len(chosen), limit)]
	slices.SortFunc(chosen, by(func(id uint32) float64 { return float64(s.df[id]) }))

	v := &vocabulary{column: slices.Repeat([]int32{-1}, len(s.df))}
	for i, id := range chosen {
		v.column[id] = int32(i)
		v.terms = append(v.terms, s.terms[id])
		v.idf = append(v.idf, idf(id))
	}
	return v
}

// matrix has a row for each passage, scaled to unit length, and a column for
// each term of the vocabulary.
func (v *vocabulary) matrix(s *sample) *sparse {
	m := newSparse(len(s.passages), len(v.terms))
	for _, counts := range s.passages {
		m.appendRow(v.weigh(counts))
	}
	return m
}

func (v *vocabulary) weigh(counts []count) []element {
	row := make([]element, 0, len(counts))
	energy := 0.0
	for _, c := range counts {
		if column := v.column[c.term]; column >= 0 {
			weight := termWeight(int(c.n)) * v.idf[column]
			energy += weight * weight
			row = append(row, element{uint32(column), float32(weight)})
		}
	}
	slices.SortFunc(row, func(a, b element) int { return cmp.Compare(a.column, b.column) })
	scale := float32(1 / math.Sqrt(energy))
	for i := range row {
		row[i].value *= scale
	}
	return row
}

// termWeight of a term that occurs n times in a passage.
func termWeight(n int) float64 { return 1 + math.Log(float64(n)) }

// coverage of the sampled passages by the vocabulary, in occurrences.
func (v *vocabulary) coverage(s *sample) (c Coverage) {
	for _, counts := range s.passages {
		for _, each := range counts {
			c.Occurrences += int(each.n)
			if v.column[each.term] >= 0 {
				c.Known += int(each.n)
			}
		}
	}
	return c
}
