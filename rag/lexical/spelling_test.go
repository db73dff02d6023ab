package lexical_test

import (
	"slices"
	"testing"

	"rag-context/rag/lexical"
)

func TestNeighbours(t *testing.T) {
	near := slices.Collect(lexical.Neighbours("rotate"))
	for _, want := range []string{"rotat", "rotte", "roatte", "rotatee", "rotated", "rotaze", "rottate"} {
		if !slices.Contains(near, want) {
			t.Errorf("%s is not among the neighbours of rotate", want)
		}
	}
	for _, not := range []string{"rotate", "otate", "notate", "rt", "rotatexx"} {
		if slices.Contains(near, not) {
			t.Errorf("%s is among the neighbours of rotate", not)
		}
	}
	for _, term := range []string{"", "keys", "größe", "lg-4012", "utf8s"} {
		for near := range lexical.Neighbours(term) {
			t.Errorf("%q has the neighbour %q", term, near)
			break
		}
	}
	for range lexical.Neighbours("rotate") {
		break
	}
}
