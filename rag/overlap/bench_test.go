package overlap_test

import (
	"strings"
	"testing"

	"rag-context/rag/overlap"
)

// BenchmarkOf reduces a passage of usual size.
func BenchmarkOf(b *testing.B) {
	text := strings.Repeat("Signing keys are rotated every quarter, and the old ones stay published for a while. ", 14)
	var hasher overlap.Hasher
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		hasher.Of(text)
	}
}
