package ragtest_test

import (
	"testing"

	"rag-context/rag"
	"rag-context/rag/ragtest"
)

func TestFakeEmbedder(t *testing.T) {
	ragtest.TestEmbedder(t, func(*testing.T) rag.Embedder { return ragtest.Embedder{} })
}

func TestFakeEmbedderIsReversible(t *testing.T) {
	e := ragtest.Embedder{Name: "m", Dimensions: 512}
	passages, err := e.EmbedPassages(t.Context(), []string{"Rotate the keys"})
	if err != nil {
		t.Fatal(err)
	}
	question, err := e.EmbedQuestion(t.Context(), "which keys?")
	if err != nil {
		t.Fatal(err)
	}
	if !e.Holds(passages[0], "rotate") || !e.Holds(passages[0], "KEYS") || e.Holds(passages[0], "which") || e.IsQuestion(passages[0]) {
		t.Error("a passage doesn't tell its words")
	}
	if !e.Holds(question, "which") || e.Holds(question, "rotate") || !e.IsQuestion(question) {
		t.Error("a question doesn't tell its words")
	}
	if (ragtest.Embedder{Name: "n"}).Fingerprint() == e.Fingerprint() {
		t.Error("two models have one fingerprint")
	}
}
