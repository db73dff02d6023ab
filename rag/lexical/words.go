package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// eachWord emits the piece's words as they stand there: an identifier whole,
// without its "_", and in its parts; a dense run as bigrams.
func (p piece) eachWord(emit func(word string)) {
	switch p.kind {
	case word:
		eachIdentifierWord(p.text, emit)
	case compound, name:
		emit(p.text)
	case member:
		emit(memberSigns.Replace(p.text))
	case joined:
		emit(joiningSigns.Replace(p.text))
	case run:
		eachBigram(p.text, emit)
	}
}

var (
	memberSigns  = strings.NewReplacer("::", ".", "->", ".") // languages differ in the sign
	joiningSigns = strings.NewReplacer("-", "", ".", "", "\u2010", "", "\u2011", "")
)

// eachBigram emits each pair of neighbouring runes, or the rune alone.
func eachBigram(run string, emit func(word string)) {
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

// eachIdentifierWord emits a word whole and, where it is an identifier of
// several words (maxConns, HTTPServer, snake_case), its parts too.
func eachIdentifierWord(identifier string, emit func(word string)) {
	identifier = strings.Trim(identifier, "_")
	emitPart(strings.ReplaceAll(identifier, "_", ""), emit)
	start := 0
	for at := nextHump(identifier, 0); at < len(identifier); at = nextHump(identifier, at) {
		emitPart(identifier[start:at], emit)
		start = at
	}
	if start > 0 {
		emitPart(identifier[start:], emit)
	}
}

func emitPart(part string, emit func(word string)) {
	part = strings.Trim(part, "_")
	if part != "" && !isTooLong(part) {
		emit(part)
	}
}

func isTooLong(word string) bool {
	return len(word) > maxTerm && utf8.RuneCountInString(word) > maxTerm
}

// nextHump returns where the next part of an identifier starts after from:
// after "_", at an upper-case letter after another kind, and at the last of a
// run of upper-case letters before a lower-case one ("HTTPServer"). It returns
// len(word) where there is none.
func nextHump(word string, from int) int {
	previous, size := utf8.DecodeRuneInString(word[from:])
	for at := from + size; at < len(word); {
		r, size := utf8.DecodeRuneInString(word[at:])
		if previous == '_' && r != '_' {
			return at
		}
		if unicode.IsUpper(r) && (!unicode.IsUpper(previous) && previous != '_' || startsWord(word, at+size, previous)) {
			return at
		}
		previous = r
		at += size
	}
	return len(word)
}

// startsWord reports whether the upper-case letter before position next, which
// follows previous, begins a word: "S" in "HTTPServer", but not the plural
// "URLs".
func startsWord(word string, next int, previous rune) bool {
	r, size := utf8.DecodeRuneInString(word[next:])
	plural := r == 's' && next+size == len(word)
	return unicode.IsUpper(previous) && unicode.IsLower(r) && !plural
}
