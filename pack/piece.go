package pack

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"rag-context/rag"
)

// piece is a passage made ready: redacted, clean, in lines.
type piece struct {
	found       rag.Found
	ordinal     int // its place in the document, from 1; 0 where unknown
	lines       []string
	first, last int    // source lines of lines
	words       string // lines with every run of space made one, for comparing
	cut         bool   // only leading lines of the passage
	redactions  []Redaction
}

// prepare makes pieces of passages, best rank first.
func prepare(passages []rag.Found, redact func(string) (string, []Redaction)) []piece {
	pieces := make([]piece, 0, len(passages))
	for _, f := range passages {
		p := piece{found: f, first: f.Lines[0], last: f.Lines[1]}
		text := f.Text
		if redact != nil {
			text, p.redactions = redact(text)
		}
		_, p.ordinal, _ = rag.ParsePassageID(f.ID)
		pieces = append(pieces, p.with(strings.Split(clean(text), "\n")))
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(a.found.Rank, b.found.Rank) })
	return pieces
}

func (p piece) with(lines []string) piece {
	p.lines = lines
	p.words = strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	return p
}

// verbatim reports whether each line is the source's line of that number. It
// is not for text that was extracted from another format or had a secret of
// several lines replaced.
func (p piece) verbatim() bool { return p.first > 0 && len(p.lines) == p.last-p.first+1 }

func (p piece) blank() bool { return p.words == "" }

// head returns the leading n lines as a piece of its own.
func (p piece) head(n int) piece {
	if n >= len(p.lines) {
		return p
	}
	if p.verbatim() {
		p.last = p.first + n - 1
	}
	p.cut = true
	return p.with(p.lines[:n])
}

// leastHead returns how many leading lines it takes to show any text.
func (p piece) leastHead() int {
	return 1 + slices.IndexFunc(p.lines, func(line string) bool { return strings.TrimSpace(line) != "" })
}

// holds reports whether the piece's text contains the other's, words whole.
func (p piece) holds(other piece) bool {
	return strings.Contains(" "+p.words+" ", " "+other.words+" ")
}

// usablePieces yields the pieces with visible text, numbered from 0.
func usablePieces(pieces []piece) iter.Seq2[int, piece] {
	return func(yield func(int, piece) bool) {
		n := 0
		for _, p := range pieces {
			if p.blank() {
				continue
			}
			if !yield(n, p) {
				return
			}
			n++
		}
	}
}

func allBlank(pieces []piece) bool {
	return !slices.ContainsFunc(pieces, func(p piece) bool { return !p.blank() })
}
