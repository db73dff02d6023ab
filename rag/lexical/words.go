package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// class says what a rune is to word finding.
type class uint8

const (
	other  class = iota // separates
	letter              // letters, digits, marks, "_": a word
	dense               // scripts written without spaces: bigrams
)

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' {
			return letter
		}
		return other
	case isDense(r):
		return dense
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
		return letter
	}
	return other
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

// part is a word's place in the text.
type part struct{ start, end int }

// eachWord finds the words of text and emits each folded to lower case,
// unstemmed: compounds such as "LG-4012" as their parts and whole, identifiers
// such as "maxConns" whole and as their parts.
func (a *Analyzer) eachWord(text string, emit func(word string)) {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch classOf(r) {
		case other:
			at += size
		case dense:
			end := runEnd(text, at, dense)
			emitBigrams(text[at:end], emit)
			at = end
		case letter:
			at = a.compound(text, at, emit)
		}
	}
}

// runEnd returns the end of the run of runes of one class that starts at from.
func runEnd(text string, from int, want class) int {
	for from < len(text) {
		r, size := utf8.DecodeRuneInString(text[from:])
		if classOf(r) != want {
			break
		}
		from += size
	}
	return from
}

// compound emits the words of the compound that starts at start, such as
// "v1.2.3" or "don't", and returns its end.
func (a *Analyzer) compound(text string, start int, emit func(word string)) int {
	a.parts = a.parts[:0]
	end := start
	for {
		wordEnd := runEnd(text, end, letter)
		a.parts = append(a.parts, part{end, wordEnd})
		end = wordEnd
		if !joins(text, end) {
			break
		}
		end++
	}
	for _, p := range a.parts {
		emitIdentifier(text[p.start:p.end], emit)
	}
	end = contraction(text, end)
	whole := text[start:end]
	switch {
	case len(a.parts) > 1 && len(whole) <= maxTerm && strings.ContainsAny(whole, "0123456789"):
		emit(fold(whole))
	case len(a.parts) == 1 && len(whole) <= 2:
		return languageName(text, start, end, emit)
	}
	return end
}

// joins reports whether the byte at position at joins two words to a compound:
// the inside of versions, addresses, error codes, numbers.
func joins(text string, at int) bool {
	if at+1 >= len(text) || !strings.ContainsRune(".-:/", rune(text[at])) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[at+1:])
	return classOf(r) == letter
}

// contraction returns the end of "'s", "'t", "'re" and the like after a word;
// they say nothing about a text. A longer tail ("l'heure") is a word.
func contraction(text string, at int) int {
	rest := text[at:]
	apostrophe := 0
	switch {
	case strings.HasPrefix(rest, "'"):
		apostrophe = 1
	case strings.HasPrefix(rest, "’"):
		apostrophe = len("’")
	default:
		return at
	}
	end := runEnd(text, at+apostrophe, letter)
	switch strings.ToLower(text[at+apostrophe : end]) {
	case "s", "t", "re", "ve", "ll", "d", "m":
		return end
	}
	return at
}

// languageName emits "c++", "c#" and the like, whose signs are their name.
func languageName(text string, start, end int, emit func(word string)) int {
	for _, sign := range []string{"++", "#"} {
		if strings.HasPrefix(text[end:], sign) {
			emit(fold(text[start : end+len(sign)]))
			return end + len(sign)
		}
	}
	return end
}

// emitBigrams emits each pair of neighbouring runes, or the rune alone.
func emitBigrams(run string, emit func(word string)) {
	run = foldDense(run)
	if utf8.RuneCountInString(run) == 1 {
		emit(run)
		return
	}
	for at := 0; at < len(run); {
		_, one := utf8.DecodeRuneInString(run[at:])
		_, two := utf8.DecodeRuneInString(run[at+one:])
		if two == 0 {
			return
		}
		emit(run[at : at+one+two])
		at += one
	}
}
