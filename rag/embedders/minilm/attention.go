package minilm

import (
	"math"

	"rag-context/rag/embedders/gemm"
)

// attend adds to the rows of a text what its pieces take from each other, in the
// head that begins at the column.
func (p *pass) attend(t text, column int) {
	n := len(t.pieces)
	scores := gemm.Matrix{Data: p.scores.Data, Stride: gemm.Ceil(n, gemm.Columns)}
	clear(scores.Data[:gemm.Ceil(n, gemm.Rows)*scores.Stride])
	queries, keys, values := p.triple.From(t.row, column), p.triple.From(t.row, width+column), p.triple.From(t.row, 2*width+column)
	for first := 0; first < n; first += gemm.Columns {
		gemm.Add(scores.From(0, first), queries, p.turned(keys.From(first, 0), min(n-first, gemm.Columns)), n, headWidth)
	}
	for i := range n {
		softmax(scores.Row(i, n))
	}
	for strip := 0; strip < headWidth; strip += gemm.Columns {
		gemm.Add(p.attended.From(t.row, column+strip), scores, values.From(0, strip), n, n)
	}
}

// turned returns the rows of a head as columns; those that there are too few of
// are zero.
func (p *pass) turned(rows gemm.Matrix, count int) gemm.Matrix {
	strip := gemm.Matrix{Data: p.strip[:headWidth*gemm.Columns], Stride: gemm.Columns}
	clear(strip.Data)
	for i := range count {
		for j, x := range (*[headWidth]float32)(rows.Row(i, headWidth)) {
			strip.Data[j*gemm.Columns+i] = x
		}
	}
	return strip
}

// softmax makes weights of scores: all are positive, and their sum is 1.
func softmax(scores []float32) {
	highest := scores[0]
	for _, x := range scores {
		highest = max(highest, x)
	}
	var sum float32
	for i, x := range scores {
		scores[i] = exp(x - highest)
		sum += scores[i]
	}
	scale := 1 / sum
	for i := range scores {
		scores[i] *= scale
	}
}

// exp is e to the power of x, which is not above zero, with a relative error of
// 3e-7: a power of two, and the Taylor series of what is left, within ±ln 2 / 2.
func exp(x float32) float32 {
	const ln2High, ln2Low = 0.693359375, -2.12194440e-4 // the first has few digits: its multiples are exact
	if x < -87 {
		return 0
	}
	power := int32(x*math.Log2E - 0.5)
	r := x - float32(power)*ln2High - float32(power)*ln2Low
	series := 1 + r*(1+r*(1./2+r*(1./6+r*(1./24+r*(1./120+r*(1./720))))))
	return series * math.Float32frombits(uint32(127+power)<<23)
}
