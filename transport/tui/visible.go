package tui

import "strings"

// Visible replaces control characters: what a document holds must not steer
// the terminal, nor reorder what stands on it.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		reorders := 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069
		if r < ' ' || 0x7f <= r && r < 0xa0 || reorders {
			return '\uFFFD'
		}
		return r
	}, text)
}
