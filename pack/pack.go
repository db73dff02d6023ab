package pack

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"rag-context/rag"
)

// DefaultBudget is the budget of a block in tokens: about eight passages of
// the usual size, and small enough to leave a window of 4096 tokens (the
// smallest default among common servers) some room for the answer.
const DefaultBudget = 3000

// DefaultMinShare is the [Options.MinShare] for a block that a person or a model
// is to read: a passage below it is noise. On the questions of the tests, answers
// among the first ten have at least .38 of the best score.
const DefaultMinShare = 0.3

// Sentinels of Pack.
var (
	// ErrBudgetTooSmall: not one line of a passage fits; see [BudgetError].
	ErrBudgetTooSmall = errors.New("budget is too small")
	// ErrNoPassages: no passages, or none with visible text.
	ErrNoPassages = errors.New("no passages to pack")
	// ErrInvalidMarker: no marker, or not one as [NewMarker] makes them.
	ErrInvalidMarker = errors.New("invalid marker")
)

// BudgetError is an [ErrBudgetTooSmall] that knows a way out.
type BudgetError struct {
	Budget int // what was allowed, in tokens
	Need   int // the smallest budget that works for the same input
}

// Error implements error.
func (e *BudgetError) Error() string {
	return fmt.Sprintf("a budget of %d tokens is too small for this question and one source", e.Budget)
}

// Hint says what to do.
func (e *BudgetError) Hint() string { return fmt.Sprintf("allow at least %d tokens", e.Need) }

// Is makes errors.Is(err, ErrBudgetTooSmall) hold.
func (e *BudgetError) Is(target error) bool { return target == ErrBudgetTooSmall }

// Options shapes a block. All but Marker may stay zero.
type Options struct {
	// Marker is what tells the block's own wrappers from text that imitates
	// them; see [NewMarker]. It is required, and a new one for every block:
	// a marker that can be foreseen protects nothing.
	Marker string
	// Budget is the most tokens the block may have; 0 means [DefaultBudget].
	Budget int
	// Stretch has a block made where Budget is too small for any: within the
	// least that works, if that is at most [DefaultMaxBlock]. [Block.Budget] tells.
	Stretch bool
	// Layout is the block's form; "" means [XML].
	Layout Layout
	// MinShare leaves out passages that score less than this share of the best
	// one's score: few good passages beat a full window. 0 leaves out none.
	MinShare float64
	// Relaxed lets the model add its own knowledge where the sources end, said
	// as such. By default it is told to answer from the sources only.
	Relaxed bool
	// Estimate estimates tokens, on the high side. nil means [EstimateTokens].
	Estimate func(text string) int
	// Count counts tokens as the model will. nil means that the estimate has to
	// do; so does an error. It is called with whole blocks, one to three times
	// as a rule: estimates find a block that fits, and are then corrected by
	// what it counts.
	Count func(text string) (int, error)
	// Redact replaces secrets in a passage's text and says what it replaced.
	// nil means that nothing is replaced.
	Redact func(passage string) (string, []Redaction)
}

// Block is a finished block.
type Block struct {
	Text    string  // what the model reads, and so what gets pasted; ends with a newline
	Tokens  int     // of the whole Text; never more than Budget
	Budget  int     // the budget that held
	Receipt Receipt // what went in and what did not
	// Texts are those of the receipt's sources, in their order, as they stand in
	// the block.
	Texts []string
	// Message and Files are Text in parts, for a page that takes attachments.
	// They are empty unless the layout is [Files].
	Message string
	Files   []File
}

// Pack packs the passages that fit, best rank first. Equal input gives an equal
// block. A passage that does not fit is left out, and smaller ones after it may
// still get in; where the very best does not fit, its leading lines are taken.
//
// Errors: [*BudgetError], [ErrNoPassages], [ErrInvalidMarker], and
// [*rag.RequestError] for an empty question, a negative budget or an unknown
// layout.
func Pack(question string, passages []rag.Found, options Options) (Block, error) {
	block, err := packWithin(question, passages, options)
	if small, is := errors.AsType[*BudgetError](err); is && options.Stretch && small.Need <= DefaultMaxBlock {
		options.Budget = small.Need
		return packWithin(question, passages, options)
	}
	return block, err
}

func packWithin(question string, passages []rag.Found, options Options) (Block, error) {
	p, err := newPacker(question, options)
	if err != nil {
		return Block{}, err
	}
	pieces := prepare(passages, options.Redact)
	if allBlank(pieces) {
		return Block{}, ErrNoPassages
	}
	if options.Count != nil {
		return p.packCounted(pieces, options.Count)
	}
	return p.pack(pieces)
}

// pack packs by the packer's own way of counting.
func (p packer) pack(pieces []piece) (Block, error) {
	for _, again := range p.repeats() {
		c := chooser{packer: p, again: again}
		if c.fill(pieces); len(c.chosen) > 0 {
			return c.block(), nil
		}
	}
	return Block{}, &BudgetError{Budget: p.budget, Need: p.need(pieces)}
}

// packer is a validated question and options.
type packer struct {
	question string // clean and guarded
	marker   string
	budget   int
	layout   Layout
	relaxed  bool
	minShare float64
	estimate func(string) int
	count    func(string) int // decides what fits; the estimate unless said otherwise
}

func newPacker(question string, o Options) (packer, error) {
	p := packer{
		marker: o.Marker, budget: cmp.Or(o.Budget, DefaultBudget), layout: cmp.Or(o.Layout, XML),
		relaxed: o.Relaxed, minShare: o.MinShare, estimate: o.Estimate,
	}
	if p.estimate == nil {
		p.estimate = EstimateTokens
	}
	p.count = p.estimate
	if !validMarker(o.Marker) {
		return packer{}, fmt.Errorf("pack block: %w", ErrInvalidMarker)
	}
	p.question = guard(strings.TrimSpace(clean(question)), p.marker)
	return p, p.validate()
}

func (p packer) validate() error {
	switch {
	case p.question == "":
		return &rag.RequestError{Field: "question", Problem: "is empty"}
	case p.budget < 0:
		return &rag.RequestError{Field: "budget", Problem: fmt.Sprintf("must be 1 or more, not %d", p.budget)}
	case p.layout.render() == nil:
		return &rag.RequestError{Field: "layout", Problem: fmt.Sprintf("must be %s, not %.40q", layoutNames(), string(p.layout))}
	}
	return nil
}

// questionShare is the part of the budget, one in so many, that a question may
// take to be worth saying twice.
const questionShare = 10

// repeats lists whether to repeat the question at the end, in order of
// preference. Going without is always the last resort, so that the smallest
// budget that works does not depend on the budget.
func (p packer) repeats() []bool {
	if EstimateTokens(p.question) <= p.budget/questionShare {
		return []bool{true, false}
	}
	return []bool{false}
}

// need returns the smallest budget with which something fits.
func (p packer) need(pieces []piece) int {
	least := 0
	for i, usable := range usablePieces(pieces) {
		if i == 0 {
			usable = usable.head(usable.leastHead())
		}
		text, _ := p.render([]piece{usable}, false)
		if n := p.count(text); least == 0 || n < least {
			least = n
		}
	}
	return least
}
