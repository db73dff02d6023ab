package wordpiece

import (
	"iter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Words yields the words of a text as BERT's basic tokenizer sees them: lower
// case without accents, with each punctuation mark and each Chinese character a
// word of its own. The word is valid until the next one.
func Words(text string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var word []byte
		end := func() bool {
			ended := word
			word = word[:0]
			return len(ended) == 0 || yield(ended)
		}
		for _, r := range decomposed(text) {
			switch {
			case isDropped(r):
			case unicode.IsSpace(r):
				if !end() {
					return
				}
			case isAlone(r):
				if !end() {
					return
				}
				word = utf8.AppendRune(word, r)
				if !end() {
					return
				}
			default:
				word = utf8.AppendRune(word, unicode.ToLower(r))
			}
		}
		end()
	}
}

// decomposed takes accents off their letters, to be dropped.
func decomposed(text string) string {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return norm.NFD.String(text)
		}
	}
	return text
}

// isDropped reports whether r stands for nothing: accents and control signs.
func isDropped(r rune) bool {
	switch {
	case r == '\t', r == '\n', r == '\r':
		return false
	case r < utf8.RuneSelf:
		return r < ' ' || r == 0x7f
	}
	return r == utf8.RuneError || unicode.In(r, unicode.Mn, unicode.C)
}

// isAlone reports whether r is a word of its own wherever it stands.
func isAlone(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && !('0' <= r && r <= '9') && !('A' <= r && r <= 'Z') && !('a' <= r && r <= 'z')
	}
	return unicode.Is(unicode.P, r) || unicode.Is(unicode.Han, r) && unicode.Is(unicode.Lo, r)
}
