package rag_test

import (
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
		checkSums(t, result)
	}
}
