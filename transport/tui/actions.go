package tui

import (
	"io"

	tea "charm.land/bubbletea/v2"

	"rag-context/rag"
)

// copy hands the choice over.
func (m *model) copy() tea.Cmd {
	choice := m.choice()
	switch {
	case len(m.found.Passages) == 0:
		m.notice = "nothing to copy: no passage was found"
		return nil
	case len(choice.Result.Passages) == 0:
		m.notice = "nothing is chosen: tab puts a passage into the block"
		return nil
	case m.options.Pick:
		m.picked = &choice
		return tea.Quit
	}
	m.working, m.notice = true, "copying…"
	work := func() tea.Msg {
		notice, err := m.options.Copy(m.ctx, choice)
		return done{notice, err}
	}
	if m.options.Lend {
		return lend(work)
	}
	return work
}

func (m *model) openPage() tea.Cmd {
	if m.options.OpenPage == nil || m.working {
		return nil
	}
	m.working = true
	choice := m.choice()
	return func() tea.Msg {
		notice, err := m.options.OpenPage(m.ctx, choice)
		return done{notice, err}
	}
}

// edit gives the terminal to an editor.
func (m *model) edit() tea.Cmd {
	passage, there := m.selected()
	if m.options.Edit == nil || !there || m.working {
		return nil
	}
	command, err := m.options.Edit(m.ctx, passage)
	if err != nil {
		m.notice = err.Error()
		return nil
	}
	return tea.ExecProcess(command, func(err error) tea.Msg { return edited{err} })
}

// sync brings the index up to date, which takes as long as much has changed.
func (m *model) sync() tea.Cmd {
	if m.working {
		return nil
	}
	m.working, m.notice = true, "looking for changed files…"
	return func() tea.Msg {
		_, err := rag.Sync(m.ctx, m.options.Library, m.options.Sync)
		return synced{err}
	}
}

// lend runs work while the terminal is as it was before the screen.
func lend(work func() tea.Msg) tea.Cmd {
	borrower := &borrower{work: work}
	return tea.Exec(borrower, func(err error) tea.Msg {
		if err != nil {
			return done{err: err}
		}
		return borrower.answer
	})
}

// borrower implements tea.ExecCommand. What it runs finds the terminal by
// itself.
type borrower struct {
	work   func() tea.Msg
	answer tea.Msg
}

func (b *borrower) Run() error {
	b.answer = b.work()
	return nil
}

func (*borrower) SetStdin(io.Reader)  {}
func (*borrower) SetStdout(io.Writer) {}
func (*borrower) SetStderr(io.Writer) {}
