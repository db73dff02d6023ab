package static_test

import (
	"strings"
	"testing"

	"rag-context/rag/embedders/static"
)

const paragraph = `Signing keys are rotated every quarter. The new key is published to the key set a day
before it is used, so that caches of the verifiers have it; the old one stays in the set until the last
token that it signed has expired. Rotation is automatic: the scheduler's job calls RotateKeys() and writes
an entry to the audit log. When a key has leaked, run the emergency runbook instead and revoke it at once.
`

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		static.New()
	}
}

func BenchmarkQuestion(b *testing.B) {
	embedder := static.New()
	for b.Loop() {
		if _, err := embedder.EmbedQuestion(b.Context(), "how do we rotate the signing keys after a leak?"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPassage embeds 1.2 kB of prose, as long as most passages.
func BenchmarkPassage(b *testing.B) {
	embedder, texts := static.New(), []string{strings.Repeat(paragraph, 3)}
	b.SetBytes(int64(len(texts[0])))
	for b.Loop() {
		if _, err := embedder.EmbedPassages(b.Context(), texts); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "texts/s")
}
