package lsa

import "math"

// Vector folds a passage or a question into the model: its vector has
// Info.Dimensions elements and unit length. It depends on the counts of the
// terms, not on their order. ok is false if the model knows none of the terms.
func (m *Model) Vector(terms []string) (vector []float32, ok bool) {
	sum := m.project(m.count(terms))
	length := math.Sqrt(energy(sum))
	if length == 0 {
		return nil, false
	}
	vector = make([]float32, len(sum))
	for i, v := range sum {
		vector[i] = float32(float64(v) / length)
	}
	return vector, true
}

// known is a term of the model and how often it occurs.
type known struct {
	row TermVector
	n   int
}

// count returns the known terms in the order of their first occurrence.
func (m *Model) count(terms []string) []known {
	const unknown = -1
	counts := make([]known, 0, len(terms))
	at := make(map[string]int, len(terms))
	for _, term := range terms {
		i, seen := at[term]
		switch {
		case !seen:
			row, ok := m.row(term)
			if !ok {
				at[term] = unknown
				continue
			}
			at[term] = len(counts)
			counts = append(counts, known{row, 1})
		case i != unknown:
			counts[i].n++
		}
	}
	return counts
}

// fixedPoint is what the weights of a passage add up to as integers. A sum of
// codes weighted so stays below 7·2²³ < 2³¹: integers don't overflow, are as
// exact as float32, and add up to the same in any order.
const fixedPoint = 1 << 23

// project returns the sum of the weighted rows, up to a factor. Terms without
// a part in the model's dimensions add up to zeros.
func (m *Model) project(counts []known) []int32 {
	total := weight(counts)
	sum := make([]int32, m.info.Dimensions)
	if !(total > 0 && total <= math.MaxFloat64) {
		return sum // a store's rows may be damaged
	}
	for _, c := range counts {
		w := int32(termWeight(c.n) * c.row.scale() / total * fixedPoint)
		c.row.addTo(sum, w)
	}
	return sum
}

func weight(counts []known) (total float64) {
	for _, c := range counts {
		total += termWeight(c.n) * c.row.scale()
	}
	return total
}

func energy(sum []int32) (total float64) {
	for _, v := range sum {
		total += float64(v) * float64(v)
	}
	return total
}
