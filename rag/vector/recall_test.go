package vector_test

import (
	"math/rand/v2"
	"testing"

	"rag-context/rag/lsa"

	"rag-context/rag/ragtest"
)

// leastRecall is what remains of the exact first 50 by floats. The scan of signs
// loses one in a hundred at most, the rows' five bits some at the brink, which
// are as near as those that take their place.
const leastRecall = 0.95

func TestRecallOnClusters(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, dimensions := range []int{200, 384} {
		vectors := clustered(random, 8020, dimensions, 80)
		if got := recall(vectors[20:], vectors[:20], 50, 1000); got < leastRecall {
			t.Errorf("%d dimensions: recall@50 = %.3f, want at least %.2f", dimensions, got, leastRecall)
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
	if got := recall(vectors, questions, 50, 1000); got < leastRecall {
		t.Errorf("recall@50 = %.3f for %d questions to %d passages, want at least %.2f", got, len(questions), len(vectors), leastRecall)
	}
}
