package vector_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rag-context/rag/vector"
)

// clusteredSigns are those of n vectors around some centres.
func clusteredSigns(n, dimensions int) (signs []byte) {
	random := rand.New(rand.NewPCG(1, 2))
	centres := clustered(random, max(n/500, 1), dimensions, max(n/500, 1))
	for range n {
		signs = vector.AppendSigns(signs, around(random, centres[random.IntN(len(centres))]))
	}
	return signs
}

func BenchmarkScan(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		signs := clusteredSigns(n, 200)
		question := vector.NewQuestion(clustered(rand.New(rand.NewPCG(1, 2)), 1, 200, 1)[0])
		even := func(i int64) bool { return i%2 == 0 }
		for name, allowed := range map[string]func(int64) bool{"all": nil, "half": even} {
			b.Run(fmt.Sprintf("vectors=%d/allowed=%s", n, name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					scan := question.NewScan(1500)
					scan.Block(0, signs, allowed)
					scan.Nearest()
				}
			})
		}
	}
}

func BenchmarkProduct(b *testing.B) {
	v := clustered(rand.New(rand.NewPCG(1, 2)), 1, 200, 1)[0]
	question, row := vector.NewQuestion(v), vector.AppendRow(nil, v)
	for b.Loop() {
		question.Product(row)
	}
}
