package pack

import (
	"math"
	"slices"
	"sort"
)

// chooser fills a block greedily, best rank first. Its invariant: text and
// tokens are of the chosen pieces, and tokens are within the budget. Every
// candidate is judged by the finished text of the whole block, so the budget
// holds for any way of counting, however little counts of parts add up.
type chooser struct {
	packer
	again   bool // repeat the question
	chosen  []piece
	spans   []span
	text    string
	tokens  int
	leftOut []Omission
	misfit  int // estimated tokens of the smallest passage that did not fit
}

func (c *chooser) fill(pieces []piece) {
	c.misfit = math.MaxInt
	best := true
	least := c.minShare * bestScore(pieces)
	for _, p := range pieces {
		switch {
		case p.blank():
			c.leave(p, ReasonEmpty)
			continue
		case p.found.Score < least && !p.found.Pinned:
			c.leave(p, ReasonWeak)
			continue
		}
		c.consider(p, best)
		best = false
	}
}

// bestScore is that of the first piece that is there for its score.
func bestScore(pieces []piece) float64 {
	for _, p := range usablePieces(pieces) {
		if !p.found.Pinned {
			return p.found.Score
		}
	}
	return 0
}

func (c *chooser) consider(p piece, best bool) {
	size := c.estimate(p.words)
	switch {
	case slices.ContainsFunc(c.chosen, func(in piece) bool { return in.holds(p) }):
		c.leave(p, ReasonDuplicate)
	case len(c.chosen) > 0 && size >= c.misfit:
		// The block has only grown since a smaller one did not fit. Not
		// trying saves a count of the whole block, which may be a request.
		c.leave(p, ReasonBudget)
	case c.add(p) || best && c.addHead(p):
	default:
		c.misfit = min(c.misfit, size)
		c.leave(p, ReasonBudget)
	}
}

// add takes the piece in if the whole block still fits.
func (c *chooser) add(p piece) bool {
	chosen := append(slices.Clip(c.chosen), p)
	text, spans := c.render(chosen, c.again)
	tokens := c.count(text)
	if tokens > c.budget {
		return false
	}
	c.chosen, c.text, c.spans, c.tokens = chosen, text, spans, tokens
	return true
}

// addHead takes in as many leading lines of the piece as fit. It looks for the
// most by halving, starting from the least, which is kept if more lines should
// count as fewer tokens.
func (c *chooser) addHead(p piece) bool {
	least := p.leastHead()
	if !c.add(p.head(least)) {
		return false
	}
	empty := *c
	empty.chosen = nil
	more := sort.Search(len(p.lines)-1-least, func(i int) bool {
		trial := empty
		return !trial.add(p.head(least + i + 1))
	})
	if trial := empty; more > 0 && trial.add(p.head(least+more)) {
		*c = trial
	}
	return true
}

func (c *chooser) leave(p piece, why Reason) {
	c.leftOut = append(c.leftOut, omission(p.found, why))
}

func (c *chooser) block() Block {
	receipt := Receipt{
		Sources: []Source{}, LeftOut: append([]Omission{}, c.leftOut...), Redactions: []Redaction{},
		Passages: len(c.chosen), Documents: documents(c.spans),
		Tokens: c.tokens, Budget: c.budget, Layout: c.layout,
	}
	var texts []string
	for i, s := range c.spans {
		row := s.source(i + 1)
		text := guard(s.text(), c.marker)
		row.Tokens = c.estimate(text)
		texts = append(texts, text)
		receipt.Sources = append(receipt.Sources, row)
	}
	for _, p := range c.chosen {
		receipt.Redactions = addRedactions(receipt.Redactions, p.redactions)
	}
	block := Block{Text: c.text, Tokens: c.tokens, Budget: c.budget, Receipt: receipt, Texts: texts}
	if c.layout == Files {
		v, _ := c.view(c.chosen, c.again)
		block.Message, block.Files = v.Question, files(v)
	}
	return block
}
