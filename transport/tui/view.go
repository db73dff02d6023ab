package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

const prompt = "? "

// View implements tea.Model.
func (m *model) View() tea.View {
	question, column := m.questionRow()
	rows := []string{question, m.statusRow(), m.styles().faint.Styled(strings.Repeat("─", m.width))}
	rows = append(rows, m.body()...)
	rows = append(rows, m.styles().notice.Styled(fitted(Visible(m.notice), m.width)), m.helpRow())
	if len(rows) > m.height { // the question and the passages matter most
		rows = rows[:max(1, m.height)]
	}
	for i, row := range rows {
		rows[i] = ansi.Truncate(row, m.width, "") // for terminals that hold next to nothing
	}
	view := tea.NewView(strings.Join(rows, "\n"))
	view.AltScreen = true
	view.Cursor = tea.NewCursor(column, 0)
	view.WindowTitle = "rag-context"
	return view
}

func (m *model) styles() styles { return newStyles(m.options.Colour) }

// questionRow is the part of the question around the cursor, and its column.
func (m *model) questionRow() (row string, column int) {
	room := m.width - len(prompt) - 1 // the cursor may stand after the text
	before, after := string(m.question.runes[:m.question.at]), string(m.question.runes[m.question.at:])
	before = ending(before, max(1, room))
	column = min(m.width-1, len(prompt)+ansi.StringWidth(before))
	if m.question.text() == "" {
		after = m.styles().faint.Styled("type a question")
	}
	return fitted(prompt+before+after, m.width), max(0, column)
}

// body puts the passages and the one that is read together.
func (m *model) body() []string {
	layout := m.layout()
	list := m.list(layout.list)
	if layout.preview.height <= 0 {
		return list
	}
	preview := append([]string{m.previewTitle(layout.preview.width)}, m.preview(layout.preview)...)
	if !layout.beside {
		return append(list, preview...)
	}
	for i := range list {
		list[i] += m.styles().faint.Styled(" │ ") + preview[i]
	}
	return list
}

func (m *model) helpRow() string {
	var help strings.Builder
	for _, bound := range bindings() {
		if bound.label == "" {
			continue
		}
		does := bound.does
		if m.options.Pick && does == "copy" {
			does = "take"
		}
		help.WriteString(m.styles().strong.Styled(bound.label) + " " + does + "  ")
	}
	return fitted(strings.TrimRight(help.String(), " "), m.width)
}
