package fuse_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/rag/fuse"
)

func TestConvex(t *testing.T) {
	got := fuse.Convex(
		fuse.List{Weight: 0.75, Scores: map[string]float64{"a": 8, "b": 4, "c": 0}},
		fuse.List{Weight: 0.25, Scores: map[string]float64{"b": 0.5, "d": 0.25, "c": -1}},
	)
	want := []fuse.Fused{
		{Name: "a", Score: 0.75, Parts: []float64{0.75, 0}},
		{Name: "b", Score: 0.625, Parts: []float64{0.375, 0.25}},
		{Name: "d", Score: 0.125, Parts: []float64{0, 0.125}},
		{Name: "c", Score: 0, Parts: []float64{0, 0}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fused (-want +got):\n%s", diff)
	}
	if got := fuse.Convex(); len(got) != 0 {
		t.Errorf("no lists give %v", got)
	}
}

// TestOneListKeepsItsOrder: whatever the scores, one list fused is that list.
func TestOneListKeepsItsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.MapOf(rapid.StringN(1, 4, 8), rapid.Float64Range(0.001, 1000)).Draw(t, "scores")
		fused := fuse.Convex(fuse.List{Weight: 1, Scores: scores})
		if len(fused) != len(scores) {
			t.Fatalf("%d items of %d", len(fused), len(scores))
		}
		for i, item := range fused {
			if i > 0 && scores[item.Name] > scores[fused[i-1].Name] {
				t.Fatalf("%q is out of order", item.Name)
			}
			if math.Abs(item.Parts[0]-item.Score) > 1e-12 || item.Score > 1 {
				t.Fatalf("%+v does not add up", item)
			}
		}
	})
}
