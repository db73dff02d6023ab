package tui

import (
	"fmt"
	"strings"

	"rag-context/health"
)

// Sizes in cells.
const (
	gaugeWidth = 12 // of the gauge's bar
	roomForBar = 60 // of a terminal; a narrower one shows the numbers alone
)

// statusRow says how much goes into the block, and what for.
func (m *model) statusRow() string {
	parts := []string{m.share(), m.gauge(), m.server()}
	return fitted(strings.Join(parts, "  "), m.width)
}

func (m *model) share() string {
	if m.search.busy && len(m.found.Passages) > 0 {
		return "searching…"
	}
	return fmt.Sprintf("%d of %d passages", m.load.receipt.Passages, len(m.found.Passages))
}

// gauge shows the block's tokens, by estimate, against its budget.
func (m *model) gauge() string {
	budget, tokens := m.budget(), m.load.receipt.Tokens
	if m.load.need > 0 {
		return m.styles().full.Styled(fmt.Sprintf("the smallest block takes %d of %d tokens", m.load.need, budget))
	}
	full := min(gaugeWidth, (tokens*gaugeWidth+budget-1)/budget)
	style := m.styles().in
	if m.overflows() {
		style = m.styles().full
	}
	numbers := fmt.Sprintf("~%d of %d tokens", tokens, budget)
	if m.width < roomForBar {
		return style.Styled(numbers)
	}
	return fmt.Sprintf("%s %s", style.Styled("["+strings.Repeat("#", full)+strings.Repeat("-", gaugeWidth-full)+"]"), numbers)
}

// overflows reports whether something that is chosen does not fit.
func (m *model) overflows() bool {
	for i := range m.found.Passages {
		if mark, _ := m.mark(i); mark == "[!]" {
			return true
		}
	}
	return false
}

// server says what is known of the LLM.
func (m *model) server() string {
	switch {
	case m.looking:
		return m.styles().faint.Styled("looking for the LLM…")
	case m.llm == nil:
		return m.styles().faint.Styled("no LLM")
	case !m.llm.Usable():
		return m.styles().full.Styled("LLM: " + Visible(m.llm.Message))
	case m.llm.WindowKind == health.Configured:
		return fmt.Sprintf("%s, window %d as configured", Visible(m.llm.Model), m.llm.Window)
	case m.llm.Window > 0:
		return fmt.Sprintf("%s, window %d", Visible(m.llm.Model), m.llm.Window)
	}
	return Visible(m.llm.Model) + ", window unknown"
}
