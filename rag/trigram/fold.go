package trigram

import (
	"unicode"
	"unicode/utf8"
)

// gram is the hash of a trigram, of gramBits bits.
type gram uint32

const gramBits = 19

// gramOf hashes three bytes (Fibonacci hashing: Knuth, "The Art of Computer
// Programming", volume 3, section 6.4).
func gramOf(three uint32) gram { return gram(three * 2654435769 >> (32 - gramBits)) }

// fold is the same rune for all that are the same but for their case, the least
// of them, as regular expressions have it.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	least := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		least = min(least, other)
	}
	return least
}

// eachGram visits the trigrams of a text without regard to case, none of which
// goes over the end of a line.
func eachGram(text string, visit func(gram)) {
	three, length := uint32(0), 0
	add := func(b byte) {
		three, length = (three<<8|uint32(b))&0xffffff, length+1
		if length >= 3 {
			visit(gramOf(three))
		}
	}
	var encoded [utf8.UTFMax]byte
	for _, r := range text { // what is no UTF-8 is U+FFFD, as in regular expressions
		switch folded := fold(r); {
		case folded == '\n':
			length = 0
		case folded < utf8.RuneSelf:
			add(byte(folded))
		default:
			for _, b := range encoded[:utf8.EncodeRune(encoded[:], folded)] {
				add(b)
			}
		}
	}
}
