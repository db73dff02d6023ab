package minilm_test

import (
	"strings"
	"testing"

	"rag-context/rag/embedders/minilm"
)

const (
	question  = "how do we rotate the signing keys?" // 10 pieces
	paragraph = `Signing keys are rotated every quarter. The new key is published to the key set a day
before it is used, so that caches of the verifiers have it; the old one stays in the set until the last
token that it signed has expired. Rotation is automatic: the scheduler's job calls RotateKeys() and writes
an entry to the audit log. When a key has leaked, run the emergency runbook instead and revoke it at once.
`
)

// BenchmarkCold asks an embedder its first question: the file's small numbers
// are read then. That of a process waits for the disk too.
func BenchmarkCold(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		embed(b, minilm.New(minilm.Options{}), question)
	}
}

func BenchmarkQuestion(b *testing.B) {
	embedder := minilm.New(minilm.Options{})
	embed(b, embedder, question)
	b.ReportAllocs()
	for b.Loop() {
		embed(b, embedder, question)
	}
}

// BenchmarkPassages embeds texts that are longer than what is read of them, or
// short.
func BenchmarkPassages(b *testing.B) {
	for name, run := range map[string]struct {
		pieces int
		text   string
	}{
		"128":   {128, strings.Repeat(paragraph, 6)},
		"256":   {256, strings.Repeat(paragraph, 6)},
		"short": {128, paragraph[:80]},
	} {
		b.Run(name, func(b *testing.B) {
			embedder := minilm.New(minilm.Options{Pieces: run.pieces})
			texts := make([]string, 16)
			for i := range texts {
				texts[i] = run.text
			}
			for b.Loop() {
				embed(b, embedder, texts...)
			}
			b.ReportMetric(float64(len(texts)*b.N)/b.Elapsed().Seconds(), "texts/s")
		})
	}
}

func embed(tb testing.TB, embedder minilm.Embedder, texts ...string) [][]float32 {
	tb.Helper()
	vectors, err := embedder.EmbedPassages(tb.Context(), texts)
	if err != nil {
		tb.Fatal(err)
	}
	return vectors
}
