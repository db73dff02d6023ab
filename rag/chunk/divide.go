package chunk

import "strings"

// divide cuts a piece between lines into parts of at most target, about equal
// ones, where its kind prefers to be cut. A single line over the target stays
// whole. Blank lines stay with the part before them.
func divide(p piece, kind Kind, target cost) []piece {
	d := newDivider(p.text, kind)
	var parts []piece
	for from := 0; from < len(d.lines); {
		to := d.next(from, target)
		part := piece{
			text:      strings.Join(d.lines[from:to], "\n"),
			first:     p.first,
			last:      p.last,
			exact:     p.exact,
			continues: from > 0,
		}
		if p.exact {
			part.first, part.last = p.first+from, p.first+to-1
		}
		parts = append(parts, part)
		from = to
	}
	return parts
}

type divider struct {
	lines []string
	upTo  []cost // size of the lines before each line, and of all
	rank  func(i int) int
}

func newDivider(text string, kind Kind) *divider {
	d := &divider{lines: strings.Split(text, "\n")}
	d.upTo = make([]cost, len(d.lines)+1)
	for i, line := range d.lines {
		d.upTo[i+1] = d.upTo[i] + measure(line) + costNewline
	}
	switch kind {
	case Code:
		d.rank = d.codeRank
	case List:
		d.rank = d.listRank
	case Table:
		d.rank = d.tableRank
	default:
		d.rank = d.proseRank
	}
	return d
}

// next returns where the part that starts at from ends. Of the cuts that leave
// a part between half its fair share and the target it takes the best ranked,
// then the one closest to the fair share.
func (d *divider) next(from int, target cost) int {
	end := len(d.lines)
	rest := d.upTo[end] - d.upTo[from]
	if rest <= target {
		return end
	}
	goal := evenShare(rest, target)
	best, bestRank, bestOff := 0, 0, cost(0)
	fallback := 0 // the last cut that fits, or the first there is
	for i := from + 1; i < end; i++ {
		size := d.upTo[i] - d.upTo[from]
		if size > target && fallback > 0 {
			break
		}
		if isBlank(d.lines[i]) {
			continue
		}
		fallback = i
		if size < goal/2 || size > target {
			continue
		}
		rank, off := d.rank(i), max(size-goal, goal-size)
		if best == 0 || rank < bestRank || rank == bestRank && off < bestOff {
			best, bestRank, bestOff = i, rank, off
		}
	}
	if best == 0 {
		best = fallback
	}
	if best == 0 {
		return end // nothing but blank lines to come
	}
	return best
}

// codeRank prefers a cut before a line of small indentation, after a blank
// line, and not before a line that only closes something.
func (d *divider) codeRank(i int) int {
	const noBlank, closing, deepest = 6, 100, 60
	rank := min(indentOf(d.lines[i]), deepest)
	if !isBlank(d.lines[i-1]) {
		rank += noBlank
	}
	if isCloser(strings.TrimSpace(d.lines[i])) {
		rank += closing
	}
	return rank
}

// listRank prefers a cut before an item, outer ones first.
func (d *divider) listRank(i int) int {
	const noItem = 1000
	rank := min(indentOf(d.lines[i]), noItem-1)
	if !isListItem(strings.TrimSpace(d.lines[i])) {
		rank += noItem
	}
	return rank
}

// tableRank prefers a cut after a border, for rows of several lines.
func (d *divider) tableRank(i int) int {
	if isGridBorder(strings.TrimSpace(d.lines[i-1])) {
		return 0
	}
	return 1
}

// proseRank prefers a cut after a line that ends a sentence.
func (d *divider) proseRank(i int) int {
	before := strings.TrimSpace(d.lines[i-1])
	if before == "" || strings.IndexByte(".!?:;", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "。") {
		return 0
	}
	return 1
}

func isCloser(line string) bool {
	if line == "end" {
		return true
	}
	return line != "" && strings.IndexByte("})]", line[0]) >= 0
}
