package ragtest

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"rag-context/rag"
)

// TestReranker checks that a reranker keeps the contract of rag.Reranker. open
// returns one of the same model each time.
func TestReranker(t *testing.T, open func(t *testing.T) rag.Reranker) {
	for _, check := range []struct {
		name string
		run  func(t *testing.T, reranker rag.Reranker)
	}{
		{"Answers", testAnswers},
		{"Texts", testTexts},
		{"Cancelled", testRerankCancelled},
	} {
		t.Run(check.name, func(t *testing.T) { check.run(t, open(t)) })
	}
}

func rerank(t *testing.T, reranker rag.Reranker, question string, texts ...string) []float64 {
	t.Helper()
	scores, err := reranker.Rerank(t.Context(), question, texts)
	if err != nil {
		t.Fatalf("rerank %d texts: %v", len(texts), err)
	}
	if len(scores) != len(texts) {
		t.Fatalf("%d scores for %d texts", len(scores), len(texts))
	}
	for i, score := range scores {
		if math.IsNaN(score) || math.IsInf(score, 0) {
			t.Errorf("text %d scores %v", i, score)
		}
	}
	return scores
}

// testAnswers holds that scores come in the order of the texts, wherever the
// answer stands.
func testAnswers(t *testing.T, reranker rag.Reranker) {
	const question = "how do I rotate the signing keys every quarter?"
	texts := slices.Clone(sentences)
	for range texts {
		scores := rerank(t, reranker, question, texts...)
		best := slices.Index(scores, slices.Max(scores))
		if !strings.Contains(texts[best], "signing keys") {
			t.Errorf("%q is the best of %q by %v", texts[best], texts, scores)
		}
		texts = append(texts[1:], texts[0])
	}
}

// testTexts judges texts of all kinds, which is no error.
func testTexts(t *testing.T, reranker rag.Reranker) {
	rerank(t, reranker, "keys")
	rerank(t, reranker, "keys", "", " \n", "\x00", "\xff\xfe", "鍵", "🔑", strings.Repeat("word ", 20_000))
	rerank(t, reranker, strings.Repeat("which keys? ", 600), sentences...)
	many := slices.Repeat(sentences, 13)
	rerank(t, reranker, "keys", many[:50]...)
}

func testRerankCancelled(t *testing.T, reranker rag.Reranker) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reranker.Rerank(ctx, "keys", sentences); !errors.Is(err, context.Canceled) || errors.Is(err, rag.ErrRerankerUnavailable) {
		t.Errorf("cancelled: %v", err)
	}
}
