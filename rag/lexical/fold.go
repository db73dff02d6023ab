package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold lowers a word's case and takes off its accents, so that "Müller",
// "MULLER" and the decomposed form are one term.
func fold(word string) string {
	if isASCII(word) {
		return strings.ToLower(word)
	}
	var folded strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(word)) {
		switch {
		case unicode.Is(unicode.Mn, r), unicode.IsSpace(r), r == utf8.RuneError:
		case undecomposed[r] != "":
			folded.WriteString(undecomposed[r])
		default:
			folded.WriteRune(unicode.ToLower(r))
		}
	}
	if folded.Len() == 0 { // nothing but marks, as in a stray accent
		return "\u25cc"
	}
	return folded.String()
}

// undecomposed holds the common Latin letters that Unicode does not decompose.
var undecomposed = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'ł': "l", 'þ': "th", 'ı': "i", 'ħ': "h",
}

// foldDense unifies widths ("ｱ" and "ア") without taking characters apart.
func foldDense(run string) string {
	return strings.Join(strings.Fields(norm.NFKC.String(run)), "")
}

func isASCII(word string) bool {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
