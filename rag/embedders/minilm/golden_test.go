package minilm_test

import (
	"testing"

	"rag-context/rag/embedders/minilm"
	"rag-context/rag/embedders/wordpiece"
	"rag-context/rag/ragtest"
)

// TestGolden compares with what the model makes of texts in many scripts with
// its weights as they were: convert/make.py wrote that down.
func TestGolden(t *testing.T) {
	ragtest.TestGoldenVectors(t, minilm.New(minilm.Options{}), ragtest.GoldenVectors{
		File: "testdata/golden.tsv", Least: 0.99, Usual: 0.999,
		Foreign: func(text string) bool { return !wordpiece.Latin(text) },
	})
}
