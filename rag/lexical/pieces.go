package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// class says what a rune is to the finding of words.
type class uint8

const (
	other  class = iota // separates
	letter              // letters, digits, marks, "_": a word
	dense               // scripts written without spaces: bigrams
)

// classOfASCII holds the classes of bytes below utf8.RuneSelf.
var classOfASCII = func() (table [utf8.RuneSelf]class) {
	for _, r := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_" {
		table[r] = letter
	}
	return table
}()

// classAt returns the class of the rune at a position, and its size.
func classAt(text string, at int) (class, int) {
	if c := text[at]; c < utf8.RuneSelf {
		return classOfASCII[c], 1
	}
	r, size := utf8.DecodeRuneInString(text[at:])
	switch {
	case isDense(r):
		return dense, size
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), isInvisible(r):
		return letter, size
	}
	return other, size
}

// isDense reports whether r is of a script whose words no space separates.
// Korean has spaces, but glues particles to its words, which bigrams get over.
func isDense(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || isKanaSign(r)
}

// Dense reports whether a term is of a script that is written without spaces,
// whose terms overlap.
func Dense(term string) bool {
	r, _ := utf8.DecodeRuneInString(term)
	return isDense(r)
}

// IsCode reports whether a question's word is a number, a version, an error
// code or the like: a name for one thing, to be found as it stands.
func IsCode(word string) bool { return strings.ContainsAny(word, "0123456789") }

// isKanaSign reports whether r is a mark of Japanese that belongs to no script:
// the long vowel and the voicing marks, also in half width.
func isKanaSign(r rune) bool {
	switch r {
	case 'ー', 'ｰ', '\u3099', '\u309A', 'ﾞ', 'ﾟ':
		return true
	}
	return false
}

// piece is a part of a text that has terms of its own.
type piece struct {
	kind kind
	text string // as it stands there
}

type kind uint8

const (
	word     kind = iota // letters, digits, "_": may be an identifier
	compound             // words joined by signs, as a whole: "v1.2.3"
	member               // two names: "http.Get", "std::vector", "p->next"
	joined               // words whose signs may be left out: "e-mail", "U.S.A"
	name                 // with signs that belong to it: "c++"
	run                  // of a dense script
)

// eachPiece finds the pieces of a text, in order; compounds follow their words.
// The kind of a piece follows from its text.
func eachPiece(text string, visit func(piece)) {
	for at := 0; at < len(text); {
		switch found, size := classAt(text, at); found {
		case other:
			at += size
		case dense:
			end := runEnd(text, at, dense)
			visit(piece{run, text[at:end]})
			at = end
		case letter:
			at = visitWords(text, at, visit)
		}
	}
}

// runEnd returns the end of the run of one class that starts at from.
func runEnd(text string, from int, want class) int {
	for from < len(text) {
		found, size := classAt(text, from)
		if found != want {
			break
		}
		from += size
	}
	return from
}

// visitWords visits the word, or the words of the compound, that start at
// start and returns their end.
func visitWords(text string, start int, visit func(piece)) int {
	end := runEnd(text, start, letter)
	visit(piece{word, text[start:end]})
	if end == len(text) || text[end] == ' ' { // nearly always
		return end
	}
	first := end
	for size := jointSize(text, end); size > 0; size = jointSize(text, end) {
		from := end + size
		end = runEnd(text, from, letter)
		visit(piece{word, text[from:end]})
	}
	switch {
	case end > first:
		eachCompound(text[start:end], visit)
	case end-start <= 2:
		end = visitName(text, start, end, visit)
	}
	return contractionEnd(text, end)
}

// visitName visits "c++", "c#" and the like, whose signs are their name.
func visitName(text string, start, end int, visit func(piece)) int {
	for _, sign := range []string{"++", "#"} {
		if strings.HasPrefix(text[end:], sign) {
			end += len(sign)
			visit(piece{name, text[start:end]})
			break
		}
	}
	return end
}

// contractionEnd returns the end of "'s", "'t", "'re" and the like after a
// word; they say nothing about a text. A longer tail ("l'heure") is a word.
func contractionEnd(text string, at int) int {
	rest := text[at:]
	var tail int
	switch {
	case strings.HasPrefix(rest, "'"):
		tail = at + 1
	case strings.HasPrefix(rest, "’"):
		tail = at + len("’")
	default:
		return at
	}
	end := runEnd(text, tail, letter)
	if end-tail > 2 {
		return at
	}
	switch strings.ToLower(text[tail:end]) {
	case "s", "t", "re", "ve", "ll", "d", "m":
		return end
	}
	return at
}
