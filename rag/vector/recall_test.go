package vector_test

import (
	"math/rand/v2"
	"testing"

	"rag-context/rag/lsa"

	"rag-context/rag/ragtest"
)

func TestRecallOnClusters(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, dimensions := range []int{200, 384} {
		vectors := clustered(random, 8020, dimensions, 80)
		if got := recall(vectors[20:], vectors[:20], 50, 1000); got < 0.99 {
			t.Errorf("%d dimensions: recall@50 = %.3f, want at least 0.99", dimensions, got)
		}
	}
}

func TestRecallOnText(t *testing.T) {
	passages := ragtest.GoComments(t, 40, 6000)
	model, err := lsa.Fit(t.Context(), func(yield func([]string, error) bool) {
		for _, passage := range passages[:1000] {
			if !yield(passage, nil) {
				return
			}
		}
	}, lsa.Options{Dimensions: 128})
	if err != nil {
		t.Fatal(err)
	}
	var vectors, questions [][]float32
	for i, passage := range passages {
		if v, ok := model.Vector(passage); ok {
			vectors = append(vectors, v)
		}
		if v, ok := model.Vector(passage[5:9]); ok && i%200 == 0 {
			questions = append(questions, v)
		}
	}
	if got := recall(vectors, questions, 50, 1000); got < 0.99 {
		t.Errorf("recall@50 = %.3f for %d questions to %d passages, want at least 0.99", got, len(questions), len(vectors))
	}
}
