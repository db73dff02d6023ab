package lexical_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"rag-context/rag/lexical"
)

func TestSlips(t *testing.T) {
	for _, test := range []struct {
		one, other string
		most, want int
	}{
		{"", "", 2, 0},
		{"rotate", "rotate", 2, 0},
		{"rotate", "roatte", 2, 1},
		{"rotate", "otate", 2, 1},
		{"größe", "grosse", 3, 3},
		{"größe", "grüße", 2, 1},
		{"abc", "ca", 3, 3}, // no letter is part of two slips
		{"kitten", "sitting", 3, 3},
		{"kitten", "sitting", 1, 2},
		{"a", "abcd", 2, 3},
	} {
		for _, pair := range [][2]string{{test.one, test.other}, {test.other, test.one}} {
			if got := lexical.Slips(pair[0], pair[1], test.most); got != test.want {
				t.Errorf("%q to %q, at most %d: %d slips, want %d", pair[0], pair[1], test.most, got, test.want)
			}
		}
	}
}

// TestSlipsAreCounted: a word that slipped once is one slip away, and one that is
// none away is the same. Later slips may be in letters that slipped before.
func TestSlipsAreCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z]{5,12}`).Draw(t, "word")
		times := rapid.IntRange(0, 3).Draw(t, "times")
		slipped := word
		for range times {
			neighbours := slices.Collect(lexical.Neighbours(slipped))
			if len(neighbours) == 0 {
				return // it has become too short
			}
			slipped = rapid.SampledFrom(neighbours).Draw(t, "slipped")
		}
		got := lexical.Slips(word, slipped, 3)
		if got > times && times < 2 || (got == 0) != (word == slipped) {
			t.Fatalf("%q to %q: %d slips after %d", word, slipped, got, times)
		}
	})
}
