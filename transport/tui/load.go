package tui

import (
	"cmp"
	"errors"

	tea "charm.land/bubbletea/v2"

	"rag-context/pack"
	"rag-context/rag"
)

// load is what the block would hold, by estimate.
type load struct {
	number  int // of the latest weighing
	receipt pack.Receipt
	need    int // tokens that the smallest block takes, where none fits
}

type weighed struct {
	number int
	load   load
	err    error
}

// budget is the most tokens of a block, for what is known of the LLM.
func (m *model) budget() int {
	sizing := m.options.Sizing
	if m.llm != nil {
		sizing.Window, sizing.Template = m.llm.Window, pack.TemplateFor(m.llm.Model)
	}
	return cmp.Or(m.options.Budget, sizing.Budget())
}

// weigh packs what is chosen, to know what fits and how much it is. One marker
// does for all these blocks, which nobody gets; with others the estimates would
// waver.
func (m *model) weigh() tea.Cmd {
	if m.marker == "" {
		var err error
		if m.marker, err = pack.NewMarker(m.options.Random); err != nil {
			m.complain(err)
			return nil
		}
	}
	m.load.number++
	number, choice := m.load.number, m.choice()
	options := pack.Options{Marker: m.marker, Budget: m.budget()}
	if m.llm != nil {
		options.Estimate = pack.EstimatorFor(m.llm.Model)
	}
	return func() tea.Msg {
		load, err := weight(choice, options)
		load.number = number
		return weighed{number, load, err}
	}
}

func weight(choice Choice, options pack.Options) (load, error) {
	if len(choice.Result.Passages) == 0 {
		return load{}, nil
	}
	block, err := pack.Pack(choice.Result.Query, choice.Result.Passages, options)
	var small *pack.BudgetError
	switch {
	case errors.As(err, &small):
		return load{need: small.Need}, nil
	case errors.Is(err, pack.ErrNoPassages):
		return load{}, nil
	}
	return load{receipt: block.Receipt}, err
}

// fate is what becomes of a passage that is on.
func (l load) fate(passage rag.Found) pack.Reason {
	for _, omission := range l.receipt.LeftOut {
		if omission.Passage == passage.ID {
			return omission.Reason
		}
	}
	if l.need > 0 {
		return pack.ReasonBudget
	}
	return ""
}
