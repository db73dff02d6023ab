package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"rag-context/pack"
	"rag-context/rag"
)

// reading is the passage as it was last laid out.
type reading struct {
	passage, question string
	width             int
	lines             []string
}

func (m *model) previewTitle(width int) string {
	passage, there := m.selected()
	if !there {
		return m.styles().faint.Styled(strings.Repeat("─", width))
	}
	title := "── " + Visible(strings.Join(headings(passage), " > ")) + " "
	if remark := m.remark(passage); remark != "" {
		title += "(" + remark + ") "
	}
	title = ansi.Truncate(title, width, "…")
	return m.styles().strong.Styled(title) + m.styles().faint.Styled(strings.Repeat("─", max(0, width-ansi.StringWidth(title))))
}

// remark is what to know of the passage that is read.
func (m *model) remark(passage rag.Found) string {
	var remarks []string
	if passage.Stale {
		remarks = append(remarks, "changed since")
	}
	if m.on(m.at) {
		switch m.load.fate(passage) {
		case pack.ReasonBudget:
			remarks = append(remarks, "does not fit the budget")
		case pack.ReasonDuplicate:
			remarks = append(remarks, "the block has this text already")
		case pack.ReasonEmpty:
			remarks = append(remarks, "has no text")
		}
	}
	return strings.Join(remarks, ", ")
}

// preview shows the lines of the passage that fit, from where it is scrolled to.
func (m *model) preview(space area) []string {
	rows := make([]string, space.height)
	lines := m.previewLines()
	for i := range rows {
		if at := m.scrolled + i; at < len(lines) {
			rows[i] = fitted(lines[at], space.width)
		}
	}
	return rows
}

// previewLines lays the selected passage out for the width there is.
func (m *model) previewLines() []string {
	passage, there := m.selected()
	if !there {
		return nil
	}
	width := m.layout().preview.width
	if r := m.read; r.passage == passage.ID && r.question == m.found.Query && r.width == width {
		return r.lines
	}
	m.read = reading{passage.ID, m.found.Query, width, m.laidOut(passage, width)}
	return m.read.lines
}

// laidOut wraps each line of a passage, and numbers it where it is one of the
// source's.
func (m *model) laidOut(passage rag.Found, width int) []string {
	text := passage.Text
	count := 1 + strings.Count(text, "\n")
	gutter := 0
	if count == passage.Lines[1]-passage.Lines[0]+1 && width >= 40 {
		gutter = len(fmt.Sprint(passage.Lines[1])) + 1
	}
	matches := rag.Matches(m.found.Query, text)
	var rows []string
	start := 0
	for i := range count {
		length := strings.IndexByte(text[start:]+"\n", '\n')
		line := m.highlit(text, start, start+length, matches)
		for j, row := range strings.Split(ansi.Wrap(line, max(1, width-gutter), ""), "\n") {
			rows = append(rows, m.numbered(passage.Lines[0]+i, gutter, j == 0)+row+ansi.ResetStyle)
		}
		start += length + 1
	}
	return rows
}

func (m *model) numbered(number, gutter int, first bool) string {
	if gutter == 0 || !first {
		return strings.Repeat(" ", gutter)
	}
	return m.styles().faint.Styled(fmt.Sprintf("%*d", gutter-1, number)) + " "
}

// highlit is a line of text with the matches in it.
func (m *model) highlit(text string, from, to int, matches [][2]int) string {
	var line strings.Builder
	for _, match := range matches {
		start, end := max(match[0], from), min(match[1], to)
		if start >= end {
			continue
		}
		line.WriteString(Visible(text[from:start]))
		line.WriteString(m.styles().match.Styled(Visible(text[start:end])))
		from = end
	}
	line.WriteString(Visible(text[from:to]))
	return line.String()
}
