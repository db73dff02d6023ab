package chunk

import "strings"

// Defaults of [Options], and what follows from the target.
const (
	defaultTarget = 350 // tokens
	tinyPart      = 6   // a chunk under a sixth of the target looks for a neighbour
	slackPart     = 4   // prose may be a quarter over the target before it is divided
)

// Assemble joins blocks, and divides those that are too big, into chunks of
// about the wished size.
//
// Blocks must be in document order. Chunks keep that order, do not overlap,
// and hold every line of every block that is not blank exactly once, except
// that lines are never cut: a line longer than any limit is a chunk by itself.
//
// A heading stays with the text after it. Small sections are joined with their
// neighbours under the same heading, but not across a heading of level 1 or 2
// unless one side is tiny. A chunk's Heading is the path common to all
// sections in it.
//
// Where blocks hold exactly their source lines, so do chunks: lines between
// two joined blocks are taken for empty. A chunk of other blocks carries the
// lines of the blocks it is made of.
func Assemble(blocks []Block, options Options) []Chunk {
	limits := limitsOf(options)
	a := assembly{limits: limits, section: &section{}}
	for _, block := range blocks {
		a.add(block)
	}
	if len(a.spans) == 0 {
		return nil
	}
	p := packer{assembly: &a}
	p.split(a.spans)
	spans := p.settle(p.packed)
	chunks := make([]Chunk, 0, len(spans))
	for _, s := range spans {
		chunks = append(chunks, a.chunk(s))
	}
	return chunks
}

// limits are the sizes of [Options] in exact units.
type limits struct {
	target cost // size to aim for
	slack  cost // size up to which prose is not divided
	most   cost // size up to which tables and code are not divided
	tiny   cost // size under which a chunk looks for a neighbour
}

// maxOption keeps sums of costs far from overflow.
const maxOption = 1 << 24

func limitsOf(options Options) limits {
	target := min(options.TargetTokens, maxOption)
	if target <= 0 {
		target = defaultTarget
	}
	most := min(options.MaxTokens, 2*maxOption)
	if most <= 0 {
		most = 2 * target
	}
	t := cost(target) * oneToken
	return limits{
		target: t,
		slack:  t + t/slackPart,
		most:   max(cost(most)*oneToken, t),
		tiny:   t / tinyPart,
	}
}

// chunk writes out the pieces of a span.
func (a *assembly) chunk(s span) Chunk {
	pieces := a.pieces[s.from:s.to]
	c := Chunk{Heading: s.section.path(), First: pieces[0].first, Last: pieces[0].last}
	exact := pieces[0].exact
	var text strings.Builder
	for i, p := range pieces {
		if i > 0 {
			exact = exact && p.exact && (p.continues || p.first > pieces[i-1].last)
			for range newlines(pieces[i-1], p) {
				text.WriteByte('\n')
			}
		}
		text.WriteString(p.text)
		c.Last = max(c.Last, p.last)
	}
	var before, after int
	c.Text, before, after = trimBlankLines(text.String())
	if exact {
		c.First += before
		c.Last -= after
	}
	return c
}

// newlines returns how many of them stand between two pieces.
func newlines(before, after piece) int {
	switch {
	case after.continues:
		return 1
	case before.exact && after.exact && after.first > before.last:
		return after.first - before.last
	}
	return 2
}

// trimBlankLines drops whole blank lines, never part of a line, and returns
// how many it dropped at either end.
func trimBlankLines(text string) (trimmed string, before, after int) {
	for {
		line, rest, more := strings.Cut(text, "\n")
		if !more || !isBlank(line) {
			break
		}
		text = rest
		before++
	}
	for {
		at := strings.LastIndexByte(text, '\n')
		if at < 0 || !isBlank(text[at+1:]) {
			return text, before, after
		}
		text = text[:at]
		after++
	}
}
