package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// style is how a piece of text is shown. Its zero value is plain.
type style = ansi.Style

// styles are those of the screen. Each says by itself what it has to, so that
// nothing is lost without colours.
type styles struct {
	strong, faint, match, cursor, full, in, notice style
}

func newStyles(colour bool) styles {
	var plain style
	s := styles{
		strong: plain.Bold(), faint: plain.Faint(), match: plain.Bold().Underline(true),
		cursor: plain.Reverse(true), full: plain.Bold(), in: plain, notice: plain.Bold(),
	}
	if colour {
		s.match = plain.Bold().ForegroundColor(ansi.Yellow)
		s.full = plain.Bold().ForegroundColor(ansi.Red)
		s.in = plain.ForegroundColor(ansi.Green)
		s.notice = plain.ForegroundColor(ansi.Cyan)
	}
	return s
}

// fitted is text in exactly that many cells.
func fitted(text string, width int) string {
	text = ansi.Truncate(text, max(0, width), "…")
	return text + strings.Repeat(" ", max(0, width-ansi.StringWidth(text)))
}

// ending is the end of a text that is too long: of a path, the telling part.
func ending(text string, width int) string {
	over := ansi.StringWidth(text) - width
	if over <= 0 {
		return text
	}
	return ansi.TruncateLeft(text, over+1, "…")
}
