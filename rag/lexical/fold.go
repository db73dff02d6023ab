package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns a word as it is compared where neither case nor accents matter.
func Fold(word string) string { return fold(word) }

// fold lowers a word's case and takes off its accents, so that "Müller",
// "MULLER" and the decomposed form are one term. Of a word that is nothing but
// marks and invisible signs nothing is left.
func fold(word string) string {
	if isASCII(word) {
		return strings.ToLower(word)
	}
	var folded strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(withoutInvisible(word))) {
		switch {
		case isAccent(r), unicode.IsSpace(r), r == utf8.RuneError:
		case undecomposed[r] != "":
			folded.WriteString(undecomposed[r])
		default:
			folded.WriteRune(unicode.ToLower(r))
		}
	}
	return folded.String()
}

// isAccent reports whether r is a mark that readers can do without. The marks
// of Indian scripts are vowels, and stay.
func isAccent(r rune) bool {
	return r > utf8.RuneSelf && unicode.Is(unicode.Mn, r) &&
		unicode.In(r, unicode.Inherited, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew)
}

// undecomposed holds the common letters that Unicode does not decompose.
var undecomposed = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'ł': "l", 'þ': "th", 'ı': "i", 'ħ': "h", 'ς': "σ",
}

// isInvisible reports whether r stands inside words without being read: soft
// hyphen, joiners, the Arabic stretch.
func isInvisible(r rune) bool {
	switch r {
	case '\u00AD', '\u200C', '\u200D', '\u2060', '\u0640':
		return true
	}
	return false
}

func withoutInvisible(word string) string {
	return strings.Map(func(r rune) rune {
		if isInvisible(r) {
			return -1
		}
		return r
	}, word)
}

// foldDense unifies widths ("ｱ" and "ア") without taking characters apart.
func foldDense(run string) string {
	return withoutSpace(norm.NFKC.String(run))
}

// withoutSpace takes out the spaces that some signs are composed of.
func withoutSpace(composed string) string {
	return strings.Join(strings.Fields(composed), "")
}

func isASCII(word string) bool {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
