package lexical_test

import (
	"slices"
	"testing"

	"rag-context/rag/lexical"
)

func TestNeighbours(t *testing.T) {
	near := slices.Collect(lexical.Neighbours("rotate"))
	for _, want := range []string{"rotat", "rotte", "roatte", "rotatee", "rotated", "rotaze", "rottate", "otate", "notate", "ortate", "arotate"} {
		if !slices.Contains(near, want) {
			t.Errorf("%s is not among the neighbours of rotate", want)
		}
	}
	for _, not := range []string{"rotate", "rt", "rotatexx", "tate"} {
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

func TestLikeness(t *testing.T) {
	for _, test := range []struct {
		word, term string
		want       lexical.Likeness
	}{
		{"rotaitng", "rotat", lexical.OneSlip}, // the ending is lost in the term
		{"rotatte", "rotat", lexical.OneSlip},
		{"totating", "rotat", lexical.OneSlipFirst},
		{"totate", "rotat", lexical.Unlike}, // of so few letters another word
		{"kuberntse", "kubernet", lexical.TwoSlips},
		{"digtioal", "digit", lexical.TwoSlipsApart},
		{"rotatte", "zebra", lexical.Unlike},
		{"roattr", "rotat", lexical.Unlike}, // two are too many for six letters
		{"ouse", "hous", lexical.Unlike},
		{"rotaitng2", "rotat", lexical.Unlike},
		{"v1.24.3", "v1.24.2", lexical.Unlike},
		{"lg-40123", "lg-40124", lexical.Unlike},
		{"rotatte", "rotat3", lexical.Unlike},
		{"数据库系统数据", "数据", lexical.Unlike},
		{"größse", "gross", lexical.OneSlip},
	} {
		got := lexical.NewMisspelling(test.word, []lexical.Language{"en"}).Likeness(test.term)
		if got != test.want {
			t.Errorf("%q for %q: likeness %d, want %d", test.word, test.term, got, test.want)
		}
	}
}
