package chunk

// packer joins spans along the outline.
type packer struct {
	*assembly
	packed []span
}

// split packs neighbouring spans: as one if they fit and no strict boundary
// lies between them, else section by section. It looks at every span once per
// rank it meets, and there are few ranks.
func (p *packer) split(spans []span) {
	rank := outermost(spans)
	total := p.total(spans)
	switch {
	case len(spans) == 1 || rank > rankStrict && total <= p.target:
		p.packed = append(p.packed, p.joinAll(spans))
	case rank == rankWithin:
		p.fill(spans, total)
	case rank <= rankStrict:
		for group := range groups(spans, rank) {
			p.split(group)
		}
	default:
		p.gather(spans, rank)
	}
}

// gather joins small sections with the small sections after them, and splits
// those over the target.
func (p *packer) gather(spans []span, rank int) {
	var small []span // consecutive sections, a slice of spans
	var size cost
	flush := func() {
		if len(small) > 0 {
			p.packed = append(p.packed, p.joinAll(small))
		}
		small, size = nil, 0
	}
	for group := range groups(spans, rank) {
		total := p.total(group)
		if len(small) > 0 && size+total > p.target {
			flush()
		}
		if total > p.target {
			p.split(group)
			continue
		}
		small = extend(small, group)
		size += total
	}
	flush()
}

// fill packs the spans of one section into chunks of about equal size.
func (p *packer) fill(spans []span, total cost) {
	goal := evenShare(total, p.target)
	current := spans[0]
	for _, next := range spans[1:] {
		if current.size+next.size/2 > goal || p.joinedSize(current.size, next) > p.slack {
			p.packed = append(p.packed, current)
			current = next
			continue
		}
		current = p.join(current, next)
	}
	p.packed = append(p.packed, current)
}

// settle hands tiny spans to the neighbour they have more in common with.
func (p *packer) settle(packed []span) []span {
	settled := packed[:0]
	for i, s := range packed {
		if n := len(settled); n > 0 && p.takes(settled[n-1], s, packed[i+1:]) {
			settled[n-1] = p.join(settled[n-1], s)
			continue
		}
		settled = append(settled, s)
	}
	return settled
}

// takes reports whether s joins the span before it rather than the one after.
func (p *packer) takes(before, s span, rest []span) bool {
	if p.joinedSize(before.size, s) > p.most {
		return false
	}
	if before.size < p.tiny {
		return true
	}
	if s.size >= p.tiny {
		return false
	}
	if len(rest) == 0 || p.joinedSize(s.size, rest[0]) > p.most {
		return true
	}
	shared, sharedAfter := enclosing(before.section, s.section).depth, enclosing(s.section, rest[0].section).depth
	if shared != sharedAfter {
		return shared > sharedAfter
	}
	return before.size <= rest[0].size
}

func (p *packer) joinAll(spans []span) span {
	joined := spans[0]
	for _, s := range spans[1:] {
		joined = p.join(joined, s)
	}
	return joined
}

func (p *packer) total(spans []span) cost {
	total := spans[0].size
	for _, s := range spans[1:] {
		total = p.joinedSize(total, s)
	}
	return total
}

// outermost returns the strongest boundary between the spans.
func outermost(spans []span) int {
	rank := rankWithin
	for _, s := range spans[1:] {
		rank = min(rank, s.rank)
	}
	return rank
}

// groups yields the runs of spans between boundaries of that rank.
func groups(spans []span, rank int) func(yield func([]span) bool) {
	return func(yield func([]span) bool) {
		from := 0
		for i := 1; i <= len(spans); i++ {
			if i < len(spans) && spans[i].rank > rank {
				continue
			}
			if !yield(spans[from:i]) {
				return
			}
			from = i
		}
	}
}

// extend appends a run to the run right before it in the same array.
func extend(run, next []span) []span {
	if run == nil {
		return next[:len(next):cap(next)]
	}
	return run[:len(run)+len(next)]
}

// evenShare returns the size of each part when total is divided into as few
// parts of at most target as it takes.
func evenShare(total, target cost) cost {
	parts := max((total+target-1)/target, 1)
	return total / parts
}
