package tui

import (
	tea "charm.land/bubbletea/v2"
)

// binding is what some keys do.
type binding struct {
	keys  []string
	label string // of the key, for the line of help; "" leaves it out
	does  string
	run   func(*model) tea.Cmd
}

// bindings returns all of them, those that one needs first at the front. Keys
// that are not here edit the question.
func bindings() []binding {
	return []binding{
		{[]string{"enter"}, "enter", "copy", (*model).enter},
		{[]string{"tab", "ctrl+space", "ctrl+@"}, "tab", "in/out", (*model).toggle},
		{[]string{"esc"}, "esc", "leave", (*model).leave},
		{[]string{"down", "ctrl+n", "ctrl+j"}, "", "", func(m *model) tea.Cmd { return m.move(1) }},
		{[]string{"up", "ctrl+p"}, "↑↓", "choose", func(m *model) tea.Cmd { return m.move(-1) }},
		{[]string{"pgdown", "ctrl+v"}, "", "", func(m *model) tea.Cmd { return m.scroll(1) }},
		{[]string{"pgup", "alt+v"}, "pgup/pgdn", "read", func(m *model) tea.Cmd { return m.scroll(-1) }},
		{[]string{"ctrl+o"}, "^O", "page", (*model).openPage},
		{[]string{"ctrl+e"}, "^E", "edit", (*model).edit},
		{[]string{"ctrl+r"}, "^R", "sync", (*model).sync},
		{[]string{"ctrl+l"}, "", "", func(*model) tea.Cmd { return tea.ClearScreen }},
		{[]string{"ctrl+z"}, "", "", func(*model) tea.Cmd { return tea.Suspend }},
		{[]string{"ctrl+c"}, "", "", (*model).interrupt},
	}
}

func (m *model) leave() tea.Cmd { return tea.Quit }

func (m *model) interrupt() tea.Cmd {
	m.left = true
	return tea.Quit
}

func (m *model) move(by int) tea.Cmd {
	m.at = max(0, min(len(m.found.Passages)-1, m.at+by))
	m.scrolled = 0
	return nil
}

// scroll moves the preview by a page.
func (m *model) scroll(by int) tea.Cmd {
	page := m.layout().preview.height
	m.scrolled = max(0, min(len(m.previewLines())-page, m.scrolled+by*max(1, page-1)))
	return nil
}

func (m *model) toggle() tea.Cmd {
	passage, there := m.selected()
	if !there {
		return nil
	}
	m.switched[passage.ID] = !m.on(m.at)
	return m.weigh()
}

// enter copies what is chosen: of the question as it stands, so that a fast
// typist does not get the passages of half of it.
func (m *model) enter() tea.Cmd {
	if m.working {
		return nil
	}
	if m.search.busy {
		m.copyNext = true
		return m.ask()
	}
	return m.copy()
}
