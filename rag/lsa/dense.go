package lsa

import "context"

// panelWidth is the number of columns computed together: eight sums fit the
// registers of every processor, and eight float32 fill half a cache line.
const panelWidth = 8

// panel is panelWidth columns of a tall matrix, row by row.
type panel [][panelWidth]float32

// tall is a matrix with many rows and few columns, in panels. Every panel is
// computed by one worker in a fixed order, which is what makes a fit the same
// for any number of workers.
type tall struct {
	rows   int
	panels []panel
}

func newTall(rows, panels int) *tall {
	t := &tall{rows: rows, panels: make([]panel, panels)}
	for p := range t.panels {
		t.panels[p] = make(panel, rows)
	}
	return t
}

func (t *tall) columns() int { return len(t.panels) * panelWidth }

// rowBlock is the number of rows whose products are summed in float32 before
// they are added up in float64: long sums stay exact to about 1e-6, and two
// panels of a block stay in the first-level cache.
const rowBlock = 256

// gram returns the product of t's transpose and t.
func (t *tall) gram(ctx context.Context, workers int) (*square, error) {
	g := newSquare(t.columns())
	n := len(t.panels)
	err := each(ctx, workers, n*n, func(task int) {
		p, q := task/n, task%n
		if p <= q {
			g.setBlock(p, q, inner(t.panels[p], t.panels[q]))
		}
	})
	return g, err
}

type block [panelWidth][panelWidth]float64

// inner returns the products of the columns of p with those of q.
func inner(p, q panel) *block {
	var sums block
	for from := 0; from < len(p); from += rowBlock {
		to := min(from+rowBlock, len(p))
		for a := 0; a < panelWidth; a += 2 {
			for b := 0; b < panelWidth; b += 4 {
				addProducts(&sums, p[from:to], q[from:to], a, b)
			}
		}
	}
	return &sums
}

// addProducts adds columns a, a+1 of p times columns b to b+3 of q.
func addProducts(sums *block, p, q panel, a, b int) {
	var s00, s01, s02, s03, s10, s11, s12, s13 float32
	q = q[:len(p)]
	for r := range p {
		left := (*[2]float32)(p[r][a:])
		right := (*[4]float32)(q[r][b:])
		x, y := left[0], left[1]
		s00 += x * right[0]
		s01 += x * right[1]
		s02 += x * right[2]
		s03 += x * right[3]
		s10 += y * right[0]
		s11 += y * right[1]
		s12 += y * right[2]
		s13 += y * right[3]
	}
	for i, s := range [...]float32{s00, s01, s02, s03} {
		sums[a][b+i] += float64(s)
	}
	for i, s := range [...]float32{s10, s11, s12, s13} {
		sums[a+1][b+i] += float64(s)
	}
}

// times writes rows from..to of the product of t and a panel of t.columns()
// rows into y.
func (t *tall) times(weights panel, from, to int, y panel) {
	for r := from; r < to; r++ {
		var s0, s1, s2, s3, s4, s5, s6, s7 float32
		for left := range t.panels {
			for a, v := range t.panels[left][r] {
				row := &weights[left*panelWidth+a]
				s0 += v * row[0]
				s1 += v * row[1]
				s2 += v * row[2]
				s3 += v * row[3]
				s4 += v * row[4]
				s5 += v * row[5]
				s6 += v * row[6]
				s7 += v * row[7]
			}
		}
		y[r-from] = [panelWidth]float32{s0, s1, s2, s3, s4, s5, s6, s7}
	}
}

// row copies row r into v.
func (t *tall) row(r int, v []float32) {
	for p := range t.panels {
		copy(v[p*panelWidth:], t.panels[p][r][:])
	}
}
