package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// Update implements tea.Model.
func (m *model) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	switch message := message.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = message.Width, message.Height
	case tea.KeyPressMsg:
		return m, m.press(message)
	case tea.PasteMsg:
		m.question.insert(message.Content)
		return m, m.changed()
	case rested:
		if message.number == m.search.number {
			return m, m.ask()
		}
	case answered:
		return m, m.take(message)
	case weighed:
		if message.number == m.load.number {
			m.load = message.load
			m.complain(message.err)
		}
	case llmFound:
		m.llm, m.looking = message.report, false
		return m, m.weigh()
	case done:
		m.working, m.notice = false, message.notice
		m.complain(message.err)
	case edited:
		m.complain(message.err)
		return m, m.sync()
	case synced:
		m.working, m.notice = false, "the index is up to date"
		m.complain(message.err)
		m.looking = m.options.LLM != nil
		return m, tea.Batch(m.ask(), m.findLLM())
	}
	return m, nil
}

func (m *model) complain(err error) {
	if err != nil {
		m.notice = err.Error()
	}
}

// press does what a key does: what is bound to it, else it edits the question.
func (m *model) press(key tea.KeyPressMsg) tea.Cmd {
	name := key.Keystroke()
	if !m.working {
		m.notice = ""
	}
	for _, bound := range bindings() {
		if slices.Contains(bound.keys, name) {
			return bound.run(m)
		}
	}
	before := m.question.text()
	if !m.question.edit(name) && key.Text != "" {
		m.question.insert(key.Text)
	}
	if m.question.text() == before {
		return nil
	}
	m.copyNext = false
	return m.changed()
}
