package tui

// Sizes in cells.
const (
	besideWidth = 100 // from which on list and preview stand side by side
	leastList   = 3
	leastRead   = 3 // lines of a preview that are worth showing
	frame       = 5 // rows for question, status, rule, notice and help
)

type area struct{ width, height int }

// layout is where things stand between status and notice.
type layout struct {
	beside        bool // the preview, not below
	list, preview area // a preview without height is not shown
}

func (m *model) layout() layout {
	body := max(0, m.height-frame)
	if m.width >= besideWidth {
		list := m.width * 2 / 5
		return layout{true, area{list, body}, area{m.width - list - len(" | "), max(0, body-1)}}
	}
	list := max(leastList, body/3)
	read := body - list - 1 // its title
	if read < leastRead {
		return layout{false, area{m.width, body}, area{m.width, 0}}
	}
	return layout{false, area{m.width, list}, area{m.width, read}}
}
