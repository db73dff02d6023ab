package vector_test

import (
	stdcmp "cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/rag/vector"
)

func indexOf(t testing.TB, vectors [][]float32) *vector.Index {
	t.Helper()
	index := newIndex(t, len(vectors[0]))
	for _, v := range vectors {
		if err := index.Add(v); err != nil {
			t.Fatal(err)
		}
	}
	return index
}

func TestSmallIndexIsSearchedInFull(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	rapid.Check(t, func(t *rapid.T) {
		dimensions := rapid.SampledFrom([]int{1, 7, 64, 65, 200}).Draw(t, "dimensions")
		vectors := clustered(random, rapid.IntRange(1, 60).Draw(t, "n"), dimensions, 3)
		k := rapid.IntRange(1, 80).Draw(t, "k")
		modulus := rapid.IntRange(1, 4).Draw(t, "modulus")
		query := around(random, make([]float32, dimensions))
		allowed := func(i int) bool { return i%modulus == 0 }

		index, err := vector.NewIndex(dimensions)
		if err != nil {
			t.Fatal(err)
		}
		var want []vector.Hit
		for i, v := range vectors {
			if err := index.Add(v); err != nil {
				t.Fatal(err)
			}
			if allowed(i) {
				want = append(want, vector.Hit{Index: i, Score: vector.RowDot(query, vector.AppendRow(nil, v))})
			}
		}
		got := index.Search(query, k, allowed)
		if len(got) != min(k, len(want)) {
			t.Fatalf("%d hits, want %d", len(got), min(k, len(want)))
		}
		slices.SortStableFunc(want, func(a, b vector.Hit) int { return stdcmp.Compare(b.Score, a.Score) })
		for rank, hit := range got {
			if math.Abs(float64(hit.Score-want[rank].Score)) > 1e-3 {
				t.Fatalf("hit %d scores %g, want %g", rank, hit.Score, want[rank].Score)
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

func TestBlocksRestoreAnIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	vectors := clustered(random, 3000, 100, 20)
	index := indexOf(t, vectors)
	restored := newIndex(t, 100)
	for _, rows := range index.Blocks() {
		half := len(rows) / vector.RowSize(100) / 2 * vector.RowSize(100)
		for _, part := range [][]byte{rows[:half], nil, rows[half:]} {
			if err := restored.AppendRows(part); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, x := range []*vector.Index{index, restored} {
		if err := x.Add(vectors[7]); err != nil {
			t.Fatal(err)
		}
	}
	if restored.Len() != 3001 {
		t.Fatalf("%d vectors, want 3001", restored.Len())
	}
	want := index.Search(vectors[7], 20, nil)
	if diff := cmp.Diff(want, restored.Search(vectors[7], 20, nil)); diff != "" {
		t.Error(diff)
	}
	if want[0].Index != 7 || want[1].Index != 3000 || want[0].Score < 0.999 {
		t.Errorf("a vector's own hits are %v, want 7 and 3000", want[:2])
	}
}

func TestAddKeepsForeignRows(t *testing.T) {
	vectors := clustered(rand.New(rand.NewPCG(7, 8)), 3, 10, 1)
	rows := vector.AppendRow(nil, vectors[0])
	rest := vector.AppendRow(slices.Clone(rows), vectors[1])
	index := newIndex(t, 10)
	if err := index.AppendRows(rest[:len(rows)]); err != nil {
		t.Fatal(err)
	}
	if err := index.Add(vectors[2]); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(vector.AppendRow(nil, vectors[1]), rest[len(rows):]); diff != "" {
		t.Errorf("Add wrote behind the caller's rows: %s", diff)
	}
}

func TestManyEqualVectorsComeByIndex(t *testing.T) {
	v := around(rand.New(rand.NewPCG(9, 9)), make([]float32, 64))
	index := indexOf(t, slices.Repeat([][]float32{v}, 5000))
	for rank, hit := range index.Search(v, 100, nil) {
		if hit.Index != rank {
			t.Fatalf("hit %d is vector %d", rank, hit.Index)
		}
	}
}

func TestSearchForNothing(t *testing.T) {
	index := indexOf(t, clustered(rand.New(rand.NewPCG(2, 2)), 10, 16, 1))
	one := make([]float32, 16)
	one[3] = 1
	tests := map[string]struct {
		index *vector.Index
		query []float32
		k     int
	}{
		"empty index":  {newIndex(t, 16), one, 5},
		"wrong length": {index, one[:15], 5},
		"zeros":        {index, make([]float32, 16), 5},
		"no hits":      {index, one, 0},
		"fewer":        {index, one, -1},
	}
	for name, test := range tests {
		if hits := test.index.Search(test.query, test.k, nil); len(hits) != 0 {
			t.Errorf("%s: %d hits, want none", name, len(hits))
		}
	}
}

func TestIndexRefuses(t *testing.T) {
	index := newIndex(t, 16)
	if err := index.Add(make([]float32, 15)); err == nil {
		t.Error("Add took a vector of another length")
	}
	if err := index.AppendRows(make([]byte, vector.RowSize(16)+1)); err == nil {
		t.Error("AppendRows took part of a row")
	}
	for _, dimensions := range []int{-1, 0, 8193} {
		if _, err := vector.NewIndex(dimensions); err == nil {
			t.Errorf("NewIndex took %d dimensions", dimensions)
		}
	}
}
