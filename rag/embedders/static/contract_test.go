package static_test

import (
	"testing"

	"rag-context/rag"
	"rag-context/rag/embedders/static"
	"rag-context/rag/ragtest"
)

func TestContract(t *testing.T) {
	ragtest.TestEmbedder(t, func(*testing.T) rag.Embedder { return static.New() })
}
