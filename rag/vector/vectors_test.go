package vector_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rag-context/rag/vector"
)

func newIndex(t testing.TB, dimensions int) *vector.Index {
	t.Helper()
	index, err := vector.NewIndex(dimensions)
	if err != nil {
		t.Fatal(err)
	}
	return index
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
	length := float32(math.Sqrt(float64(vector.Dot(v, v))))
	for i := range v {
		v[i] /= length
	}
	return v
}

// exact ranks all vectors by their products with query in floats.
func exact(vectors [][]float32, query []float32, k int) []int {
	order := make([]int, len(vectors))
	score := make([]float32, len(vectors))
	for i, v := range vectors {
		order[i], score[i] = i, vector.Dot(v, query)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	return order[:min(k, len(order))]
}

// recall is the mean share of the exact first k that a search finds.
func recall(t testing.TB, vectors, queries [][]float32, k int) float64 {
	t.Helper()
	index := indexOf(t, vectors)
	found := 0
	for _, query := range queries {
		wanted := exact(vectors, query, k)
		for _, hit := range index.Search(query, k, nil) {
			if slices.Contains(wanted, hit.Index) {
				found++
			}
		}
	}
	return float64(found) / float64(k*len(queries))
}
