package lsa_test

import (
	"testing"

	"rag-context/rag/lsa"
)

func BenchmarkFit(b *testing.B) {
	passages := sourceComments(b, 200, 10_000)
	distinct := 0
	for _, passage := range passages {
		seen := map[string]bool{}
		for _, term := range passage {
			seen[term] = true
		}
		distinct += len(seen)
	}
	b.ReportAllocs()
	for b.Loop() {
		model := fitted(b, passages, lsa.Options{})
		b.ReportMetric(float64(model.Info().Terms), "terms")
	}
	b.ReportMetric(float64(len(passages)), "passages")
	b.ReportMetric(float64(distinct)/float64(len(passages)), "distinct/passage")
}

func BenchmarkVector(b *testing.B) {
	passages := sourceComments(b, 200, 1000)
	model := fitted(b, passages, lsa.Options{})
	for name, terms := range map[string][]string{"question": passages[0][:8], "passage": passages[0]} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				model.Vector(terms)
			}
		})
	}
}
