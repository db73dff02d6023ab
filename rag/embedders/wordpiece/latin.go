package wordpiece

import (
	"unicode"
	"unicode/utf8"
)

// Latin reports whether at least half of the letters are of the Latin script. The
// vocabularies of English models have pieces of other scripts, of which the
// models have learned nothing: their vectors there are noise.
func Latin(text string) bool {
	ours, others := 0, 0
	for _, r := range text {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			ours++
		case r < utf8.RuneSelf || !unicode.IsLetter(r):
		case unicode.Is(unicode.Latin, r):
			ours++
		default:
			others++
		}
	}
	return ours >= others
}
