package static_test

import (
	"testing"

	"rag-context/rag/embedders/static"
	"rag-context/rag/embedders/wordpiece"
	"rag-context/rag/ragtest"
)

// TestGolden compares with what the teacher's own tokenizer and numpy make of
// texts in many scripts: distill/make.py wrote that down.
func TestGolden(t *testing.T) {
	ragtest.TestGoldenVectors(t, static.New(), ragtest.GoldenVectors{
		File: "testdata/golden.tsv", Least: 0.999, Usual: 0.9999,
		Foreign: func(text string) bool { return !wordpiece.Latin(text) },
	})
}
