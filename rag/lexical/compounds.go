package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// jointSize returns the size of the sign at a position that joins two words to
// a compound, 0 where none does.
func jointSize(text string, at int) int {
	size := signSize(text[at:])
	if size == 0 || at+size >= len(text) {
		return 0
	}
	if next, _ := classAt(text, at+size); next != letter {
		return 0
	}
	return size
}

// signSize returns the size of the joining sign that the text starts with: the
// inside of names, versions, addresses, error codes, numbers.
func signSize(text string) int {
	switch {
	case text == "":
		return 0
	case text[0] == '.', text[0] == '/':
		return 1
	case text[0] == ':':
		return 1 + sizeOf(text[1:], ":")
	case text[0] == '-':
		return 1 + sizeOf(text[1:], ">")
	}
	return sizeOf(text, "\u2010") + sizeOf(text, "\u2011")
}

// sizeOf returns the size of a prefix that the text has, 0 if it hasn't.
func sizeOf(text, prefix string) int {
	if strings.HasPrefix(text, prefix) {
		return len(prefix)
	}
	return 0
}

// eachCompound finds what is worth a term of its own in a compound besides its
// words: versions and codes as a whole, the pairs of names in it, and what is
// also written as one word.
func eachCompound(text string, visit func(piece)) {
	if isAcronym(text) || isHyphenated(text) {
		if !isTooLong(text) {
			visit(piece{joined, text})
		}
		return
	}
	whole := strings.ContainsAny(text, "0123456789") && !isTooLong(text)
	if whole {
		visit(piece{compound, text})
	}
	if strings.ContainsFunc(text, isHyphen) {
		for stretch := range strings.FieldsFuncSeq(text, isBoundary) {
			if isHyphenated(stretch) && !isTooLong(stretch) {
				visit(piece{joined, stretch})
			}
		}
	}
	eachMember(text, func(pair string) {
		if !whole || len(pair) < len(text) {
			visit(piece{member, pair})
		}
	})
}

// isAcronym reports whether the compound is single letters with full stops.
func isAcronym(text string) bool {
	for at := range len(text) {
		if at%2 == 1 && text[at] != '.' || at%2 == 0 && isNoLetter(rune(text[at])) {
			return false
		}
	}
	return true
}

// isHyphenated reports whether the compound is words with hyphens, of which
// the first begins with a letter: "e-mail", "UTF-8", but not "2024-01-05".
func isHyphenated(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(first) && !strings.ContainsFunc(text, isBoundary) &&
		strings.ContainsFunc(text[:len(text)-1], isHyphen) // the last may be half of "->"
}

func isHyphen(r rune) bool {
	return r == '-' || r == '\u2010' || r == '\u2011'
}

func isBoundary(r rune) bool {
	return r == '.' || r == ':' || r == '/' || r == '>'
}

// eachMember finds the pairs of names in a compound, as in "pkg.Type.Method":
// a question has one of them more often than all. Names of one letter are
// variables, or the "e.g" of prose.
func eachMember(text string, visit func(pair string)) {
	left, sign := 0, ""
	for at := 0; at < len(text); {
		end := runEnd(text, at, letter)
		if isMemberSign(sign) && isName(text[left:at-len(sign)]) && isName(text[at:end]) && end-left <= maxTerm {
			visit(text[left:end])
		}
		left = at
		sign = text[end : end+signSize(text[end:])]
		at = end + len(sign)
	}
}

func isMemberSign(sign string) bool {
	return sign == "." || sign == "::" || sign == "->"
}

func isName(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(first) && len(text) > size
}
