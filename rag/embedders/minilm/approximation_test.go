package minilm_test

import (
	"math"
	"testing"

	"rag-context/rag/embedders/minilm"
)

func TestExp(t *testing.T) {
	for x := float32(0); x > -86; x -= 0.00317 {
		want := math.Exp(float64(x))
		if off := math.Abs(float64(minilm.Exp(x))/want - 1); off > 3e-7 {
			t.Fatalf("exp(%g) is off by %g", x, off)
		}
	}
	if minilm.Exp(0) != 1 || minilm.Exp(-1000) != 0 || minilm.Exp(float32(math.Inf(-1))) != 0 {
		t.Errorf("at the ends: %g, %g", minilm.Exp(0), minilm.Exp(-1000))
	}
}

func TestGELU(t *testing.T) {
	for x := float32(-9); x < 9; x += 0.037 {
		want := float64(x) * math.Erfc(-float64(x)/math.Sqrt2) / 2
		if off := math.Abs(float64(minilm.GELU(x)) - want); off > 1e-6*max(1, math.Abs(want)) {
			t.Fatalf("gelu(%g) is off by %g", x, off)
		}
	}
	for _, x := range []float32{1e9, 1e30, math.MaxFloat32} {
		if minilm.GELU(x) != x || minilm.GELU(-x) != 0 {
			t.Errorf("gelu(±%g) is %g, %g", x, minilm.GELU(x), minilm.GELU(-x))
		}
	}
}

func TestSoftmax(t *testing.T) {
	scores := []float32{-300, 88, 90, 89.5, 12}
	minilm.Softmax(scores)
	var sum float64
	for i, x := range scores {
		if sum += float64(x); x < 0 || x > scores[2] {
			t.Errorf("score %d becomes %g", i, x)
		}
	}
	if math.Abs(sum-1) > 1e-6 || math.Abs(float64(scores[1]/scores[2])-math.Exp(-2)) > 1e-6 {
		t.Errorf("%v has the sum %g", scores, sum)
	}
}
