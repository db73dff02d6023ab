package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"rag-context/pack"
	"rag-context/rag"
)

// list shows the passages around the cursor, a row for each.
func (m *model) list(space area) []string {
	rows := make([]string, space.height)
	first := max(0, min(m.at-space.height/2, len(m.found.Passages)-space.height))
	for i := range rows {
		if at := first + i; at < len(m.found.Passages) {
			rows[i] = m.row(at, space.width)
		} else {
			rows[i] = strings.Repeat(" ", space.width)
		}
	}
	if len(m.found.Passages) == 0 && space.height > 0 {
		rows[0] = m.styles().faint.Styled(fitted("  "+m.nothing(), space.width))
	}
	return rows
}

// nothing says why there is no passage.
func (m *model) nothing() string {
	switch {
	case m.search.busy:
		return "searching…"
	case m.found.Query == "":
		return "passages will stand here"
	}
	return "nothing found: try other words, or ^R to look for changed files"
}

func (m *model) row(at, width int) string {
	passage := m.found.Passages[at]
	mark, style := m.mark(at)
	label := ending(place(passage), width-len("> [x] "))
	rest := "  " + Visible(strings.Join(headings(passage), " > "))
	room := max(0, width-len("> [x] ")-ansi.StringWidth(label))
	if at == m.at {
		return m.styles().cursor.Styled(fitted("> "+mark+" "+label+rest, width))
	}
	return "  " + style.Styled(mark) + " " + label + m.styles().faint.Styled(fitted(rest, room))
}

// mark says whether a passage goes into the block: x for in, ! for one that
// does not fit, = for one whose text is there already.
func (m *model) mark(at int) (string, style) {
	if !m.on(at) {
		return "[ ]", m.styles().faint
	}
	switch m.load.fate(m.found.Passages[at]) {
	case pack.ReasonBudget:
		return "[!]", m.styles().full
	case pack.ReasonDuplicate, pack.ReasonEmpty:
		return "[=]", m.styles().faint
	}
	return "[x]", m.styles().in
}

// place is where a passage stands, as receipts say it.
func place(passage rag.Found) string {
	return fmt.Sprintf("%s/%s:%d-%d", passage.Collection, Visible(passage.Path), passage.Lines[0], passage.Lines[1])
}

// headings are those of a passage, its document's title first.
func headings(passage rag.Found) []string {
	if len(passage.Heading) > 0 && passage.Heading[0] == passage.Title {
		return passage.Heading
	}
	return append([]string{passage.Title}, passage.Heading...)
}
