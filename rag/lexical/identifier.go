package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// emitIdentifier emits a word whole and, where it is an identifier of several
// words (maxConns, HTTPServer, snake_case), its parts too.
func emitIdentifier(word string, emit func(word string)) {
	trimmed := strings.Trim(word, "_")
	if trimmed == "" {
		return
	}
	if len(trimmed) <= maxTerm {
		emit(fold(trimmed))
	}
	start := 0
	for at := nextHump(trimmed, 0); at < len(trimmed); at = nextHump(trimmed, at) {
		emitPart(trimmed[start:at], emit)
		start = at
	}
	if start > 0 {
		emitPart(trimmed[start:], emit)
	}
}

func emitPart(piece string, emit func(word string)) {
	piece = strings.Trim(piece, "_")
	if piece != "" && len(piece) <= maxTerm {
		emit(fold(piece))
	}
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
