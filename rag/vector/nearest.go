package vector

// nearest collects candidates by distance without sorting: it counts how many
// came at each distance, and lowers the limit as soon as there are enough
// beyond which none can matter. From n vectors in random order it takes in
// about want·(1 + ln(n/want)), in the worst order all.
type nearest struct {
	want int
	// limit is the largest distance that may still matter; fewer than want
	// candidates are within it, and enough are within limit+1, if there are
	// that many at all.
	limit  int
	within int
	counts []int
	taken  []candidate
}

type candidate struct {
	number   int64
	distance int32
}

func newNearest(want, maxDistance int) *nearest {
	return &nearest{want: want, limit: maxDistance, counts: make([]int, maxDistance+1)}
}

// add takes in a candidate whose distance is at most the limit.
func (n *nearest) add(number int64, distance int) {
	n.taken = append(n.taken, candidate{number, int32(distance)})
	n.counts[distance]++
	n.within++
	for n.within >= n.want {
		n.within -= n.counts[n.limit]
		n.limit--
	}
}

// take returns the nearest candidates in the order they came, want of them if
// there are that many; of equal distances the earlier ones.
func (n *nearest) take() []candidate {
	ties := n.want - n.within
	kept := n.taken[:0]
	for _, c := range n.taken {
		switch distance := int(c.distance); {
		case distance <= n.limit:
			kept = append(kept, c)
		case distance == n.limit+1 && ties > 0:
			kept = append(kept, c)
			ties--
		}
	}
	return kept
}
