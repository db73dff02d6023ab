package pack

import (
	"strings"
	"unicode"
)

// clean makes text safe to show and to paste: valid UTF-8, lines that end in
// "\n", and none of the characters that hide text or reorder it. It never
// changes the number of lines of text that ends its lines in "\n" or "\r\n".
func clean(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r' || r == '\u2028' || r == '\u2029': // would look like line ends
			return ' '
		case unicode.IsControl(r) || hidden(r):
			return -1
		}
		return r
	}, text)
}

// hidden reports whether a character shows nothing and is known for smuggling
// text past the reader. Joiners and directional marks stay: Persian, Hindi,
// Hebrew and emoji need them.
func hidden(r rune) bool {
	switch {
	case r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069': // bidirectional overrides and isolates
		return true
	case r == '\u200B' || r == '\uFEFF' || r == '\u00AD' || r >= '\u2060' && r <= '\u2064': // zero width
		return true
	case r >= 0xE0000 && r <= 0xE0FFF: // tags and supplementary variation selectors
		return true
	}
	return false
}

// trimBlank removes leading and trailing lines that show nothing. Indentation
// of the first line stays: it is part of code.
func trimBlank(text string) string {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	for {
		line, rest, more := strings.Cut(text, "\n")
		if !more || strings.TrimSpace(line) != "" {
			return text
		}
		text = rest
	}
}

// pathLabel is a path on one line: spaces as they are, what would break the
// line or is not seen as U+FFFD.
func pathLabel(path string) string {
	shown := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, path)
	return shorten(clean(shown), pathLimit)
}

// oneLine makes a name safe for a heading or an attribute: one line, at most
// limit characters, the middle left out.
func oneLine(name string, limit int) string {
	return shorten(strings.Join(strings.Fields(clean(name)), " "), limit)
}

// shorten leaves out the middle of what is longer than limit characters.
func shorten(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return string(runes)
	}
	tail := limit / 2
	return string(runes[:limit-tail-1]) + "…" + string(runes[len(runes)-tail:])
}
