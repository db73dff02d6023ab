package overlap

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// words is the length of a shingle: shorter ones are shared by chance.
const words = 4

// Set is the shingles of a text.
type Set []uint64 // hashes, ascending, each once

// Hasher makes sets that can be compared with each other. The zero value works.
type Hasher struct {
	seed   maphash.Seed
	seeded bool
	words  []uint64 // of the text at hand
	lower  []byte   // the word at hand
}

// mixer is an odd number with its bits all over the place, so that the order of
// words counts.
const mixer = 0x9E3779B97F4A7C15

// Of returns the shingles of a text: its words in lower case, without what
// stands between them. A shorter text has one shingle of all its words.
func (h *Hasher) Of(text string) Set {
	if !h.seeded {
		h.seed, h.seeded = maphash.MakeSeed(), true
	}
	h.words = h.words[:0]
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		h.words = append(h.words, h.word(word))
	}
	var set Set
	for i := range max(1, len(h.words)-words+1) {
		shingle := uint64(0)
		for _, word := range h.words[i:min(i+words, len(h.words))] {
			shingle = shingle*mixer + word
		}
		set = append(set, shingle)
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// word returns the hash of a word in lower case.
func (h *Hasher) word(word string) uint64 {
	h.lower = h.lower[:0]
	for _, r := range word {
		h.lower = utf8.AppendRune(h.lower, unicode.ToLower(r))
	}
	return maphash.Bytes(h.seed, h.lower)
}

// Share returns how much of the shorter text stands in the longer one: 0 to 1.
func Share(a, b Set) float64 {
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			common, i, j = common+1, i+1, j+1
		}
	}
	return float64(common) / float64(max(1, min(len(a), len(b))))
}
