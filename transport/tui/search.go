package tui

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"rag-context/rag"
)

// pause is how long the keys must rest before the question is asked.
const pause = 80 * time.Millisecond

// search is the asking of the question that stands in the line.
type search struct {
	number int // of the latest question; answers to others are late
	cancel context.CancelFunc
	busy   bool // the latest has no answer yet
}

type (
	rested   struct{ number int } // the keys, since that question
	answered struct {
		number int
		result rag.Result
		err    error
	}
)

// changed takes note of another question, and asks it when the keys rest.
func (m *model) changed() tea.Cmd {
	number := m.next()
	return tea.Tick(pause, func(time.Time) tea.Msg { return rested{number} })
}

// next ends the search under way; what it finds is not wanted any more.
func (m *model) next() int {
	if m.search.cancel != nil {
		m.search.cancel()
	}
	m.search.number++
	m.search.busy = true
	return m.search.number
}

// ask asks the question that stands in the line.
func (m *model) ask() tea.Cmd {
	number := m.next()
	request := m.options.Request
	request.Question = m.question.text()
	if strings.TrimSpace(request.Question) == "" {
		return func() tea.Msg { return answered{number: number} }
	}
	ctx, cancel := context.WithCancel(m.ctx)
	m.search.cancel = cancel
	return func() tea.Msg {
		defer cancel()
		result, err := rag.Query(ctx, m.options.Library, request)
		return answered{number, result, err}
	}
}

// take shows an answer, unless another question was asked since.
func (m *model) take(answer answered) tea.Cmd {
	if answer.number != m.search.number {
		return nil
	}
	m.search.busy = false
	if answer.err != nil {
		m.copyNext = false
		if !errors.Is(answer.err, context.Canceled) {
			m.notice = answer.err.Error()
		}
		return nil
	}
	m.found, m.at, m.scrolled = answer.result, m.placeIn(answer.result), 0
	m.read = reading{} // its document may have changed
	if m.notice == "" && len(m.found.Diagnostics) > 0 {
		m.notice = m.found.Diagnostics[0].Message
	}
	if m.copyNext {
		m.copyNext = false
		return tea.Batch(m.weigh(), m.copy())
	}
	return m.weigh()
}

// placeIn is where the passage under the cursor is in another answer to the
// same question; else the first.
func (m *model) placeIn(result rag.Result) int {
	before, there := m.selected()
	if !there || m.found.Query != result.Query {
		return 0
	}
	for i, passage := range result.Passages {
		if passage.ID == before.ID {
			return i
		}
	}
	return 0
}
