package vector_test

import (
	stdcmp "cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"rag-context/rag/vector"
)

func TestFewVectorsAreSearchedInFull(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	rapid.Check(t, func(t *rapid.T) {
		dimensions := rapid.SampledFrom([]int{1, 7, 64, 65, 200}).Draw(t, "dimensions")
		vectors := clustered(random, rapid.IntRange(1, 60).Draw(t, "n"), dimensions, 3)
		k := rapid.IntRange(1, 80).Draw(t, "k")
		modulus := rapid.Int64Range(1, 4).Draw(t, "modulus")
		query := around(random, make([]float32, dimensions))
		allowed := func(i int64) bool { return i%modulus == 0 }
		var want []hit
		for i, v := range vectors {
			if allowed(int64(i)) {
				want = append(want, hit{int64(i), dot(query, v)})
			}
		}
		got := indexOf(vectors).search(query, k, 60, allowed)
		if len(got) != min(k, len(want)) {
			t.Fatalf("%d hits, want %d", len(got), min(k, len(want)))
		}
		slices.SortStableFunc(want, func(a, b hit) int { return stdcmp.Compare(b.score, a.score) })
		for rank, hit := range got {
			if math.Abs(float64(hit.score-want[rank].score)) > 6e-2 {
				t.Fatalf("hit %d scores %g, want %g", rank, hit.score, want[rank].score)
			}
		}
	})
}

func TestNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		distances := rapid.SliceOf(rapid.IntRange(0, 12)).Draw(t, "distances")
		limit := rapid.IntRange(1, 20).Draw(t, "want")
		order := make([]int, len(distances))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return stdcmp.Compare(distances[a], distances[b]) })
		want := slices.Clone(order[:min(limit, len(order))])
		slices.Sort(want)
		got := vector.NearestOf(distances, limit, 12)
		if !slices.Equal(got, want) {
			t.Fatalf("nearest %d = %v, want %v", limit, got, want)
		}
	})
}

func TestBlocksAreScannedLikeOne(t *testing.T) {
	vectors := clustered(rand.New(rand.NewPCG(5, 6)), 3000, 100, 20)
	x := indexOf(vectors)
	question := vector.NewQuestion(vectors[7])
	whole, parts := question.NewScan(50), question.NewScan(50)
	whole.Block(10, x.signs, nil)
	half := 1234 * vector.SignsSize(100)
	parts.Block(10, x.signs[:half], nil)
	parts.Block(0, nil, nil)
	parts.Block(10+1234, x.signs[half:], nil)
	want := whole.Nearest()
	if got := parts.Nearest(); !slices.Equal(got, want) || len(got) != 50 || !slices.Contains(got, 17) {
		t.Errorf("in parts %v, in one %v; both should hold 17, the question itself", got, want)
	}
}

func TestEqualVectorsAreKeptAsTheyCome(t *testing.T) {
	v := around(rand.New(rand.NewPCG(9, 9)), make([]float32, 64))
	for rank, hit := range indexOf(slices.Repeat([][]float32{v}, 5000)).search(v, 100, 1000, nil) {
		if hit.number != int64(rank) {
			t.Fatalf("hit %d is vector %d", rank, hit.number)
		}
	}
}

func TestNothingIsNearZeros(t *testing.T) {
	x := indexOf(clustered(rand.New(rand.NewPCG(2, 2)), 10, 16, 1))
	for _, hit := range x.search(make([]float32, 16), 5, 100, nil) {
		if hit.score != 0 {
			t.Errorf("vector %d scores %g", hit.number, hit.score)
		}
	}
}
