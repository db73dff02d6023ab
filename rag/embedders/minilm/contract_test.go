package minilm_test

import (
	"testing"

	"rag-context/rag"
	"rag-context/rag/embedders/minilm"
	"rag-context/rag/ragtest"
)

func TestContract(t *testing.T) {
	embedder := minilm.New(minilm.Options{}) // shared, as it is in a program
	ragtest.TestEmbedder(t, func(*testing.T) rag.Embedder { return embedder })
}
