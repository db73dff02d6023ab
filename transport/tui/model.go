package tui

import (
	"cmp"
	"context"

	tea "charm.land/bubbletea/v2"

	"rag-context/health"
	"rag-context/pack"
	"rag-context/rag"
)

// model is the state of the screen. It is changed by Update alone, in one
// goroutine.
type model struct {
	ctx     context.Context // ends with the screen; commands run in it
	options Options

	width, height int // of the terminal, in cells
	question      line
	search        search
	found         rag.Result // the last answer
	at            int        // the passage under the cursor
	scrolled      int        // lines of the preview that are above it
	switched      map[string]bool
	load          load
	marker        string  // of the blocks that are weighed
	read          reading // as it was last laid out
	llm           *health.Report
	looking       bool // for the LLM
	notice        string
	copyNext      bool // copy once the question that stands there is answered
	working       bool // a copy or a sync is under way

	picked *Choice
	left   bool // by Ctrl-C
}

func newModel(ctx context.Context, options Options) *model {
	options.Best = cmp.Or(options.Best, rag.DefaultLimit)
	return &model{
		ctx: ctx, options: options, width: 80, height: 24,
		question: newLine(options.Request.Question),
		switched: map[string]bool{}, looking: options.LLM != nil,
	}
}

// Init implements tea.Model.
func (m *model) Init() tea.Cmd { return tea.Batch(m.findLLM(), m.ask()) }

// Messages that commands answer with.
type (
	llmFound struct{ report *health.Report }
	done     struct { // a copy, or a page that was opened
		notice string
		err    error
	}
	edited struct{ err error }
	synced struct{ err error }
)

func (m *model) findLLM() tea.Cmd {
	if m.options.LLM == nil {
		return nil
	}
	return func() tea.Msg { return llmFound{m.options.LLM(m.ctx)} }
}

// selected is the passage under the cursor.
func (m *model) selected() (rag.Found, bool) {
	if m.at >= len(m.found.Passages) {
		return rag.Found{}, false
	}
	return m.found.Passages[m.at], true
}

// on reports whether a passage is to go into the block: as switched, else if it
// is among the best.
func (m *model) on(i int) bool {
	passage := m.found.Passages[i]
	if on, switched := m.switched[passage.ID]; switched {
		return on
	}
	return i < m.options.Best && passage.Score >= pack.DefaultMinShare*m.found.Passages[0].Score
}

// choice is what would be copied now.
func (m *model) choice() Choice {
	choice := Choice{Result: m.found, LLM: m.llm}
	choice.Result.Passages = nil
	for i, passage := range m.found.Passages {
		if m.on(i) {
			choice.Result.Passages = append(choice.Result.Passages, passage)
		}
	}
	return choice
}
