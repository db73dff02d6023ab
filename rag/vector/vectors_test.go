package vector_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"rag-context/rag/vector"
)

// index is vectors as a store keeps them.
type index struct {
	dimensions  int
	signs, rows []byte
}

func indexOf(vectors [][]float32) *index {
	x := &index{dimensions: len(vectors[0])}
	for _, v := range vectors {
		x.signs = vector.AppendSigns(x.signs, v)
		x.rows = vector.AppendRow(x.rows, v)
	}
	return x
}

// hit is a vector found.
type hit struct {
	number int64
	score  float32
}

// search returns the k best of want candidates.
func (x *index) search(query []float32, k, want int, allowed func(int64) bool) []hit {
	question := vector.NewQuestion(query)
	scan := question.NewScan(want)
	scan.Block(0, x.signs, allowed)
	var hits []hit
	size := int64(vector.RowSize(x.dimensions))
	for _, number := range scan.Nearest() {
		hits = append(hits, hit{number, question.Product(x.rows[number*size:][:size])})
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.number, b.number))
	})
	return hits[:min(k, len(hits))]
}

// clustered returns n unit vectors around some random centres, about 45 degrees
// away from them.
func clustered(random *rand.Rand, n, dimensions, centres int) [][]float32 {
	middle := make([][]float32, centres)
	for i := range middle {
		middle[i] = around(random, make([]float32, dimensions))
	}
	vectors := make([][]float32, n)
	for i := range vectors {
		vectors[i] = around(random, middle[random.IntN(centres)])
	}
	return vectors
}

// around returns a unit vector near a centre of length 0 or 1.
func around(random *rand.Rand, centre []float32) []float32 {
	v := make([]float32, len(centre))
	spread := 1 / math.Sqrt(float64(len(v)))
	for i := range v {
		v[i] = centre[i] + float32(random.NormFloat64()*spread)
	}
	length := float32(math.Sqrt(float64(dot(v, v))))
	for i := range v {
		v[i] /= length
	}
	return v
}

// dot is the product in floats.
func dot(a, b []float32) (sum float32) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// exact ranks all vectors by their products with query in floats.
func exact(vectors [][]float32, query []float32, k int) []int {
	order := make([]int, len(vectors))
	score := make([]float32, len(vectors))
	for i, v := range vectors {
		order[i], score[i] = i, dot(v, query)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	return order[:min(k, len(order))]
}

// recall returns the share of the k nearest that a scan keeping want candidates
// has among its first depth: of those by floats, and of those by the same rows
// when every one of them is looked at.
func recall(vectors, queries [][]float32, k, depth, want int) (byFloats, byRows float64) {
	x := indexOf(vectors)
	for _, query := range queries {
		found := numbersOf(x.search(query, depth, want, nil))
		for _, number := range exact(vectors, query, k) {
			if slices.Contains(found, number) {
				byFloats++
			}
		}
		for _, number := range numbersOf(x.search(query, k, len(vectors)+1, nil)) {
			if slices.Contains(found, number) {
				byRows++
			}
		}
	}
	all := float64(k * len(queries))
	return byFloats / all, byRows / all
}

func numbersOf(hits []hit) []int {
	numbers := make([]int, len(hits))
	for i, hit := range hits {
		numbers[i] = int(hit.number)
	}
	return numbers
}
