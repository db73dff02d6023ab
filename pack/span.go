package pack

import (
	"cmp"
	"slices"
	"strings"
)

// span is one contiguous part of one document: what becomes a source.
type span struct {
	pieces      []piece // in document order, at least one
	lines       []string
	first, last int
	heading     []string
	cut         bool
}

// identity tells documents apart.
type identity struct{ collection, document string }

func (p piece) identity() identity { return identity{p.found.Collection, p.found.Document} }

// assemble makes spans of pieces that are ordered by rank: documents by their
// best piece, spans of a document in document order, touching pieces merged.
func assemble(pieces []piece) []span {
	byDocument := map[identity][]piece{}
	var order []identity
	for _, p := range pieces {
		id := p.identity()
		if byDocument[id] == nil {
			order = append(order, id)
		}
		byDocument[id] = append(byDocument[id], p)
	}
	var spans []span
	for _, id := range order {
		spans = append(spans, merge(byDocument[id])...)
	}
	return spans
}

// merge makes spans of the pieces of one document.
func merge(pieces []piece) []span {
	slices.SortStableFunc(pieces, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.ordinal, b.ordinal), cmp.Compare(a.last, b.last))
	})
	var spans []span
	for _, p := range pieces {
		if n := len(spans); n > 0 && spans[n-1].join(p) {
			continue
		}
		spans = append(spans, span{
			pieces: []piece{p}, lines: slices.Clip(p.lines),
			first: p.first, last: p.last, heading: p.found.Heading, cut: p.cut,
		})
	}
	return spans
}

// maxBlank is the most blank lines that are kept where two passages meet.
const maxBlank = 3

// join appends a later piece if it touches the span or overlaps it.
func (s *span) join(p piece) bool {
	prior := s.pieces[len(s.pieces)-1]
	neighbour := prior.ordinal > 0 && p.ordinal == prior.ordinal+1
	switch {
	case s.cut: // what follows the cut is missing
		return s.overlap(p)
	case p.first > 0 && p.first == s.last+1:
		s.take(p, p.lines)
	case neighbour && (p.first == 0 || p.first > s.last):
		// Whoever cut the document left out nothing but blank lines.
		gap := min(max(p.first-s.last-1, 1), maxBlank)
		s.take(p, append(make([]string, gap), p.lines...))
	default:
		return s.overlap(p)
	}
	return true
}

// overlap joins a piece that starts inside the span, if the lines that both
// claim to have are the same.
func (s *span) overlap(p piece) bool {
	if !s.verbatim() || !p.verbatim() || p.first < s.first || p.first > s.last {
		return false
	}
	shared := min(s.last-p.first+1, len(p.lines))
	at := p.first - s.first
	if !slices.Equal(s.lines[at:at+shared], p.lines[:shared]) {
		return false
	}
	s.take(p, p.lines[shared:])
	return true
}

func (s *span) verbatim() bool { return s.first > 0 && len(s.lines) == s.last-s.first+1 }

func (s *span) take(p piece, lines []string) {
	s.pieces = append(s.pieces, p)
	s.lines = append(s.lines, lines...)
	s.last = max(s.last, p.last)
	s.heading = commonPrefix(s.heading, p.found.Heading)
	s.cut = s.cut || p.cut
}

func (s span) text() string { return trimBlank(strings.Join(s.lines, "\n")) }

func commonPrefix(a, b []string) []string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

func documents(spans []span) int {
	distinct := map[identity]bool{}
	for _, s := range spans {
		distinct[s.pieces[0].identity()] = true
	}
	return len(distinct)
}
