package vector_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"rag-context/rag/vector"
)

// rows of n vectors around some centres, in one block.
func clusteredRows(n, dimensions int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	centres := clustered(random, max(n/500, 1), dimensions, max(n/500, 1))
	var rows bytes.Buffer
	rows.Grow(n * vector.RowSize(dimensions))
	for range n {
		rows.Write(vector.AppendRow(rows.AvailableBuffer(), around(random, centres[random.IntN(len(centres))])))
	}
	return rows.Bytes()
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		index := newIndex(b, 200)
		if err := index.AppendRows(clusteredRows(n, 200)); err != nil {
			b.Fatal(err)
		}
		query := clustered(rand.New(rand.NewPCG(1, 2)), 1, 200, 1)[0]
		even := func(i int) bool { return i%2 == 0 }
		for name, allowed := range map[string]func(int) bool{"all": nil, "half": even} {
			b.Run(fmt.Sprintf("vectors=%d/allowed=%s", n, name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					index.Search(query, 50, allowed)
				}
			})
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	rows := clusteredRows(100_000, 200)
	for b.Loop() {
		index := newIndex(b, 200)
		if err := index.AppendRows(rows); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDot(b *testing.B) {
	v := clustered(rand.New(rand.NewPCG(1, 2)), 1, 200, 1)[0]
	for b.Loop() {
		vector.Dot(v, v)
	}
}
