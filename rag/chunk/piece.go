package chunk

import (
	"slices"
	"strings"
)

// piece is text that is not divided any more.
type piece struct {
	text        string
	first, last int
	exact       bool // text is the source lines first to last
	continues   bool // it is the next line of the same block
}

// span is a run of pieces with what packing must know of it: a first guess of
// a chunk.
type span struct {
	from, to int // indexes of pieces, half open
	size     cost
	section  *section // the innermost that holds all of it
	rank     int      // of the boundary before it
	open     bool     // ends with a heading that still waits for its text
	lead     bool     // ends with a short "as follows:"
}

// section is a node of the document's outline; the root has no title.
type section struct {
	parent *section
	title  string
	rank   int
	depth  int
}

// Ranks of the boundary before a span, outermost first: headings by level,
// then titled code by level, then none at all.
const (
	rankStrict = 2 // up to here, only tiny spans cross
	maxLevel   = 64
	rankWithin = 2*maxLevel + 1
)

// path lists the titles from the outermost section to s.
func (s *section) path() []string {
	var titles []string
	for n := s; n != nil; n = n.parent {
		if n.title != "" {
			titles = append(titles, n.title)
		}
	}
	slices.Reverse(titles)
	return titles
}

// enclosing returns the innermost section that holds both.
func enclosing(a, b *section) *section {
	for a != b {
		if a.depth >= b.depth {
			a = a.parent
		} else {
			b = b.parent
		}
	}
	return a
}

// assembly turns blocks into pieces and spans.
type assembly struct {
	limits
	pieces  []piece
	spans   []span
	section *section // that the next block stands in
}

func (a *assembly) add(b Block) {
	rank := a.enter(b)
	text, before, _ := trimBlankLines(b.Text)
	if isBlank(text) {
		return
	}
	p := piece{text: b.Text, first: max(b.First, 1)}
	p.last = max(b.Last, p.first)
	p.exact = strings.Count(p.text, "\n") == p.last-p.first
	if before > 0 { // blank lines at the end stay: the gap after them is reckoned from Last
		p.text = skipLines(p.text, before)
		if p.exact {
			p.first += before
		}
	}
	size := measure(p.text)
	if size <= a.wholeUpTo(b.Kind) {
		a.place(p, span{size: size, rank: rank, open: b.Kind == Heading, lead: leads(b, size, a.limits)}, b.Kind)
		return
	}
	for _, part := range divide(p, b.Kind, a.target) {
		a.place(part, span{size: measure(part.text), rank: rank, open: b.Kind == Heading}, b.Kind)
		rank = rankWithin
	}
}

func (a *assembly) wholeUpTo(kind Kind) cost {
	if kind == Code || kind == Table {
		return a.most
	}
	return a.slack
}

// leads reports whether a paragraph announces the block after it.
func leads(b Block, size cost, l limits) bool {
	return b.Kind == Paragraph && size <= l.tiny && strings.HasSuffix(strings.TrimSpace(b.Text), ":")
}

// enter moves to the section a block opens or stands in, and returns the rank
// of the boundary before the block.
func (a *assembly) enter(b Block) int {
	level := min(max(b.Level, 1), maxLevel)
	title := strings.Join(strings.Fields(b.Title), " ")
	switch {
	case b.Kind == Heading:
		return a.push(level, title)
	case b.Kind == Code && title != "":
		return a.enterCode(maxLevel+level, title)
	}
	from := maxLevel + 1
	if b.Level > 0 {
		from = level
	}
	if rank := a.leave(from); rank != 0 {
		return rank
	}
	return rankWithin
}

// enterCode is push, except that a name met again right after itself goes on:
// that is how the rest of a class after its methods stays in the class.
func (a *assembly) enterCode(rank int, title string) int {
	a.leave(rank + 1)
	if a.section.rank == rank && a.section.title == title {
		return rank + 1
	}
	return a.push(rank, title)
}

func (a *assembly) push(rank int, title string) int {
	a.leave(rank)
	a.section = &section{parent: a.section, title: title, rank: rank, depth: a.section.depth + 1}
	return rank
}

// leave closes sections of that rank and inner ones, and returns the rank of
// the outermost it closed, 0 for none.
func (a *assembly) leave(rank int) (left int) {
	for a.section.parent != nil && a.section.rank >= rank {
		left = a.section.rank
		a.section = a.section.parent
	}
	return left
}

// place appends a piece as a span of its own or joins it to the span before,
// where the two must not part.
func (a *assembly) place(p piece, s span, kind Kind) {
	s.from, s.to, s.section = len(a.pieces), len(a.pieces)+1, a.section
	a.pieces = append(a.pieces, p)
	if n := len(a.spans); n > 0 && a.clings(a.spans[n-1], s, kind) {
		before := a.spans[n-1]
		joined := a.join(before, s)
		joined.open, joined.lead = s.open, s.lead
		if before.open {
			joined.section = s.section // a heading without text of its own is no section of its own
		}
		a.spans[n-1] = joined
		return
	}
	a.spans = append(a.spans, s)
}

// clings reports whether the second span belongs to the first: a heading to
// its text, "as follows:" to what follows.
func (a *assembly) clings(before, s span, kind Kind) bool {
	if before.open {
		return s.rank == rankWithin || inside(s.section, before.section)
	}
	return before.lead && kind != Paragraph && s.rank == rankWithin && a.joinedSize(before.size, s) <= a.most
}

func inside(s, outer *section) bool { return s != outer && enclosing(s, outer) == outer }

// joinedSize returns the size of a span that ends right before another,
// together with that other.
func (a *assembly) joinedSize(before cost, after span) cost {
	gap := newlines(a.pieces[after.from-1], a.pieces[after.from])
	return before + after.size + cost(gap)*costNewline
}

func (a *assembly) join(before, after span) span {
	before.size = a.joinedSize(before.size, after)
	before.to = after.to
	before.section = enclosing(before.section, after.section)
	return before
}

func skipLines(text string, n int) string {
	for range n {
		_, text, _ = strings.Cut(text, "\n")
	}
	return text
}
