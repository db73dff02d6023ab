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
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
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
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー'
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
	name                 // with signs that belong to it: "c++"
	run                  // of a dense script
)

// eachPiece finds the pieces of a text, in order; a compound follows its words.
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
	joined := false
	for joins(text, end) {
		joined = true
		from := end + 1
		end = runEnd(text, from, letter)
		visit(piece{word, text[from:end]})
	}
	whole := text[start:end]
	switch {
	case joined && len(whole) <= maxTerm && strings.ContainsAny(whole, "0123456789"):
		visit(piece{compound, whole})
	case !joined && len(whole) <= 2:
		end = visitName(text, start, end, visit)
	}
	return contractionEnd(text, end)
}

// joins reports whether the byte at position at joins two words to a compound:
// the inside of versions, addresses, error codes, numbers.
func joins(text string, at int) bool {
	if at+1 >= len(text) {
		return false
	}
	switch text[at] {
	case '.', '-', ':', '/':
		next, _ := classAt(text, at+1)
		return next == letter
	}
	return false
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
