package gemm_test

import (
	"math/rand/v2"
	"testing"

	"rag-context/rag/embedders/gemm"
)

// BenchmarkAdd multiplies 126 rows by a strip of 384 rows.
func BenchmarkAdd(b *testing.B) {
	const rows, depth = 126, 384
	for name, add := range map[string]func(c, a, b gemm.Matrix){
		"fast": func(c, a, b gemm.Matrix) { gemm.Add(c, a, b, rows, depth) },
		"plain": func(c, a, b gemm.Matrix) {
			for i := 0; i < rows; i += gemm.Rows {
				gemm.AddTilePlain(c.From(i, 0), a.From(i, 0), b, depth)
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			chance := rand.New(rand.NewPCG(1, 2))
			product, left, right := numbers(chance, rows, gemm.Columns), numbers(chance, rows, depth), numbers(chance, depth, gemm.Columns)
			for b.Loop() {
				add(product, left, right)
			}
			b.ReportMetric(float64(rows*depth*gemm.Columns*b.N)/b.Elapsed().Seconds()/1e9, "Gmul/s")
		})
	}
}
