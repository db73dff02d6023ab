package sqlitestore

// bodyColumn is the column of the text itself.
const bodyColumn = 2

// reach is how far apart two words may be, in terms, to count as near.
const reach = 8

// pairs finds how near to each other words stand that are neighbours in the
// question; see [rag.Match].
type pairs struct {
	weight float64
	last   []int     // by word: where it stood last in the row being visited
	near   []float64 // by word: sum of 1/d² with the word after it
}

func newPairs(weight float64, words int) *pairs {
	p := &pairs{weight: weight, last: make([]int, words), near: make([]float64, words)}
	p.reset()
	return p
}

// see is told of each place of a word in the text, in the text's order.
func (p *pairs) see(word, offset int) {
	if word > 0 {
		p.meet(word-1, offset-p.last[word-1])
	}
	if word+1 < len(p.last) {
		p.meet(word, offset-p.last[word+1])
	}
	p.last[word] = offset
}

func (p *pairs) meet(pair, distance int) {
	if distance > 0 && distance <= reach {
		p.near[pair] += 1 / float64(distance*distance)
	}
}

// score returns what the row's pairs add to its score, and begins a new row.
func (p *pairs) score(idf []float64, norm float64) (score float64) {
	for pair, near := range p.near {
		if near > 0 {
			score += p.weight * min(idf[pair], idf[pair+1]) * near * (saturation + 1) / (near + norm)
		}
	}
	p.reset()
	return score
}

func (p *pairs) reset() {
	for word := range p.last {
		p.last[word], p.near[word] = -reach-1, 0
	}
}
