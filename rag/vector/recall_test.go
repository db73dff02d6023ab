package vector_test

import (
	"math/rand/v2"
	"testing"

	"rag-context/rag/lsa"

	"rag-context/rag/ragtest"
)

// checkRecall holds what is found against a scan of everything. Rows of five
// bits swap the nearest at the brink with others as near: of the first 50 by
// floats a few come later.
func checkRecall(t *testing.T, vectors, questions [][]float32) {
	t.Helper()
	for _, test := range []struct {
		depth            int
		floats, sameRows float64
	}{{50, 0.95, 0.99}, {75, 0.99, 0.99}} {
		byFloats, byRows := recall(vectors, questions, 50, test.depth, 1000)
		t.Logf("first 50 among %d: %.4f by floats, %.4f by rows", test.depth, byFloats, byRows)
		if byFloats < test.floats || byRows < test.sameRows {
			t.Errorf("%d questions: of the first 50, %.3f by floats and %.3f by rows are among the %d found, want %.2f and %.2f",
				len(questions), byFloats, byRows, test.depth, test.floats, test.sameRows)
		}
	}
}

func TestRecallOnClusters(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, dimensions := range []int{200, 384} {
		vectors := clustered(random, 8020, dimensions, 80)
		checkRecall(t, vectors[20:], vectors[:20])
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
	checkRecall(t, vectors, questions)
}
