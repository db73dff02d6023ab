package chunk

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	markdownLink   = regexp.MustCompile(`!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])`)
	markdownAnchor = regexp.MustCompile(`\s*\{[#:.][^{}]*\}\s*$`)
	markdownTag    = regexp.MustCompile(`</?[A-Za-z][^<>]*>|<!--.*?-->`)
	autolink       = regexp.MustCompile(`<([a-z]+:[^<>\s]*)>`)
)

// longestHeading is how much of a heading is looked at for its title, bytes.
const longestHeading = 1000

// markdownTitle returns a heading's text without its markup.
func markdownTitle(raw string) string {
	raw = strings.Join(strings.Fields(raw[:min(len(raw), longestHeading)]), " ")
	if !strings.ContainsAny(raw, "[]{}<>`*_~\\&") {
		return raw
	}
	raw = markdownAnchor.ReplaceAllString(raw, "")
	for range 2 { // a picture may be a link's text
		raw = markdownLink.ReplaceAllString(raw, "$1")
	}
	var title strings.Builder
	for i, part := range strings.Split(raw, "`") {
		if i%2 == 0 { // outside of code
			part = autolink.ReplaceAllString(part, "$1")
			part = markdownTag.ReplaceAllString(part, "")
			part = html.UnescapeString(withoutEmphasis(part))
		}
		title.WriteString(part)
	}
	return strings.TrimSpace(title.String())
}

// withoutEmphasis drops the marks of emphasis and the backslashes of escapes,
// but not "_" inside a word nor marks that stand alone.
func withoutEmphasis(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '\\':
			if i++; i == len(s) || !isPunctuation(s[i]) {
				out.WriteByte(c)
				continue
			}
			out.WriteByte(s[i])
			i++
		case '*', '_', '~':
			n := runLength(s[i:], c)
			if !isEmphasis(s, i, n) {
				out.WriteString(s[i : i+n])
			}
			i += n
		default:
			out.WriteByte(c)
			i++
		}
	}
	return out.String()
}

func isEmphasis(s string, at, n int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	after, _ := utf8.DecodeRuneInString(s[at+n:])
	outside := func(r rune) bool { return r == utf8.RuneError || unicode.IsSpace(r) }
	switch s[at] {
	case '_':
		return isWord(before) != isWord(after)
	case '~':
		return n >= 2
	}
	return at == 0 || at+n == len(s) || !outside(before) || !outside(after)
}

// isPunctuation reports ASCII punctuation.
func isPunctuation(c byte) bool {
	return c > ' ' && c < 0x7f && !isTagByte(c) || c == '-'
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
