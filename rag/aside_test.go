package rag_test

import (
	"math"
	"testing"

	"rag-context/rag"
)

// TestAsidesComeAfter asks for what a file and its test say in like words.
func TestAsidesComeAfter(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "code")
	source := s.source("alice", "code")
	source.Set("gzip/reader_test.go", "reader of gzip streams, gzip reader one", s.now)
	source.Set("gzip/reader.go", "reader of gzip streams, read by it in two", s.now)
	source.Set("testdata/gzip/latest.txt", "a gzip stream and its reader, of the third", s.now)
	s.sync(library)
	for _, test := range []struct {
		question, first string
	}{{"gzip reader", "code/gzip/reader.go"}, {"test of the gzip reader", "code/gzip/reader_test.go"}} {
		result := s.query(library, rag.Request{Question: test.question, Explain: true})
		if got := paths(result); got[0] != test.first || len(got) != 3 {
			t.Errorf("%s: found %v, want %s first", test.question, got, test.first)
		}
		for _, passage := range result.Passages {
			sum := 0.0
			for _, part := range passage.Explanation {
				sum += part.Score
			}
			if math.Abs(sum-passage.Score) > 1e-9 {
				t.Errorf("%s: the parts %v don't add up to %v", passage.Path, passage.Explanation, passage.Score)
			}
		}
	}
}
