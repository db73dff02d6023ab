package minilm

import (
	"math"

	"rag-context/rag/embedders/gemm"
)

// pass takes batches through the network, one after the other. It is one
// goroutine's.
type pass struct {
	model *model
	// A row for each piece, and what texts lack to whole tiles: rows that are
	// computed and that nobody looks at.
	state    gemm.Matrix
	triple   gemm.Matrix // query, key, value
	attended gemm.Matrix
	widened  gemm.Matrix
	scores   gemm.Matrix // of the pieces of one text for each other, in one head
	strip    []float32   // unpacked weights, or keys
}

// run leaves the last layer's vectors in state.
func (p *pass) run(batch []text, rows int) {
	p.prepare(batch, rows)
	for _, t := range batch {
		for i, piece := range t.pieces {
			row := p.row(t.row + i)
			p.model.pieces.add(row, piece)
			p.model.positions.add(row, i)
		}
	}
	p.normalise(p.model.norm, rows)
	for i := range p.model.layers {
		p.layer(&p.model.layers[i], batch, rows)
	}
}

// prepare makes room, and clears the state.
func (p *pass) prepare(batch []text, rows int) {
	if len(p.state.Data) < rows*width {
		p.state, p.triple = newMatrix(rows, width), newMatrix(rows, 3*width)
		p.attended, p.widened = newMatrix(rows, width), newMatrix(rows, inner)
	}
	longest := 0
	for _, t := range batch {
		longest = max(longest, len(t.pieces))
	}
	if tall, wide := gemm.Ceil(longest, gemm.Rows), gemm.Ceil(longest, gemm.Columns); len(p.scores.Data) < tall*wide {
		p.scores = newMatrix(tall, wide)
	}
	if p.strip == nil {
		p.strip = make([]float32, gemm.Columns*inner)
	}
	clear(p.state.Data)
}

func newMatrix(rows, columns int) gemm.Matrix {
	return gemm.Matrix{Data: make([]float32, rows*columns), Stride: columns}
}

func (p *pass) row(i int) *[width]float32 { return (*[width]float32)(p.state.Row(i, width)) }

func (p *pass) layer(l *layer, batch []text, rows int) {
	l.attend.set(p.triple, rows)
	p.multiply(l.attend, p.triple, p.state, rows)
	clear(p.attended.Data)
	for _, t := range batch {
		for head := range heads {
			p.attend(t, head*headWidth)
		}
	}
	l.attended.shift(p.state, rows)
	p.multiply(l.attended, p.state, p.attended, rows)
	p.normalise(l.norm, rows)

	l.widen.set(p.widened, rows)
	p.multiply(l.widen, p.widened, p.state, rows)
	p.model.gelu.apply(p.widened.Data[:rows*inner])
	l.narrow.shift(p.state, rows)
	p.multiply(l.narrow, p.state, p.widened, rows)
	p.normalise(l.finalNorm, rows)
}

// multiply adds to the outputs what the matrix makes of the inputs.
func (p *pass) multiply(l linear, outputs, inputs gemm.Matrix, rows int) {
	strip := gemm.Matrix{Data: p.strip[:l.inputs*gemm.Columns], Stride: gemm.Columns}
	for column := 0; column < len(l.scales); column += gemm.Columns {
		gemm.Unpack(strip.Data, l.codes[column*l.inputs:][:len(strip.Data)], (*[gemm.Columns]float32)(l.scales[column:]))
		gemm.Add(outputs.From(0, column), inputs, strip, rows, l.inputs)
	}
}

// set makes the bias of all rows.
func (l linear) set(outputs gemm.Matrix, rows int) {
	for i := range rows {
		copy(outputs.Row(i, len(l.bias)), l.bias)
	}
}

// shift adds the bias to all rows.
func (l linear) shift(outputs gemm.Matrix, rows int) {
	for i := range rows {
		for j, x := range outputs.Row(i, len(l.bias)) {
			outputs.Data[i*outputs.Stride+j] = x + l.bias[j]
		}
	}
}

// vector is the mean of the text's rows, at unit length.
func (p *pass) vector(t text) []float32 {
	sum := make([]float32, width)
	for i := range t.pieces {
		for j, x := range p.row(t.row + i) {
			sum[j] += x
		}
	}
	var square float64
	for _, x := range sum {
		square += float64(x) * float64(x)
	}
	scale := float32(1 / math.Sqrt(square))
	for i := range sum {
		sum[i] *= scale
	}
	return sum
}
