package pack

import "cmp"

// Sizes in tokens. Few good passages beat a full window.
const (
	DefaultMaxBlock = 8000
	MinReserve      = 1024 // for the answer
)

// Sizing makes a budget of a model's window. All its fields are in tokens and
// may stay zero.
type Sizing struct {
	Window   int // of prompt and answer together; 0 means unknown
	Template int // what a chat puts around a message; 0 means what it usually is: see [TemplateFor]
	Reserve  int // kept free for the answer; 0 means a quarter of the window, and MinReserve at least
	MaxBlock int // what a block has at most; 0 means DefaultMaxBlock
}

// Budget returns the tokens that a block may have, 1 at least: DefaultBudget
// where the window is unknown, half of a window that has no room for all that is
// kept free unless asked otherwise.
func (s Sizing) Budget() int {
	most := cmp.Or(s.MaxBlock, DefaultMaxBlock)
	if s.Window <= 0 {
		return min(DefaultBudget, most)
	}
	reserve := cmp.Or(s.Reserve, max(MinReserve, s.Window/4))
	room := s.Window - reserve - cmp.Or(s.Template, usualTemplate)
	if s.Reserve == 0 && room < MinReserve { // a window of less than 2,304, as a rule
		room = s.Window / 2
	}
	return max(1, min(room, most))
}
