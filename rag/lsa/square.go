package lsa

import (
	"math"
	"math/rand/v2"
)

// square is a small square matrix, row by row.
type square struct {
	n    int
	data []float64
}

func newSquare(n int) *square { return &square{n, make([]float64, n*n)} }

func (m *square) row(i int) []float64 { return m.data[i*m.n : (i+1)*m.n] }

// setBlock sets the block of panels p and q and, mirrored, of q and p.
func (m *square) setBlock(p, q int, b *block) {
	for i := range b {
		for j, v := range b[i] {
			m.row(p*panelWidth + i)[q*panelWidth+j] = v
			m.row(q*panelWidth + j)[p*panelWidth+i] = v
		}
	}
}

// panels returns the columns; n is a multiple of panelWidth.
func (m *square) panels() []panel {
	t := newTall(m.n, m.n/panelWidth)
	for r := range m.n {
		for c, v := range m.row(r) {
			t.panels[c/panelWidth][r][c%panelWidth] = float32(v)
		}
	}
	return t.panels
}

func (m *square) times(other *square) *square {
	product := newSquare(m.n)
	for i := range m.n {
		into := product.row(i)
		for k, v := range m.row(i) {
			for j, w := range other.row(k) {
				into[j] += v * w
			}
		}
	}
	return product
}

// dependent is the share of a column's energy below which what is left of it,
// after its predecessors are taken out, is rounding.
const dependent = 1e-10

// orthonormaliser returns the upper triangular matrix that makes columns with
// the products g orthonormal: the inverse of g's Cholesky factor. Columns that
// depend on earlier ones become zero.
func orthonormaliser(g *square) *square {
	upper := newSquare(g.n) // Rᵀ·R = g; row i of upper is row i of R.
	inverse := newSquare(g.n)
	for i := range g.n {
		r := upper.row(i)
		copy(r[i:], g.row(i)[i:])
		for k := range i {
			above := upper.row(k)
			for j := i; j < g.n; j++ {
				r[j] -= above[i] * above[j]
			}
		}
		if r[i] <= dependent*g.row(i)[i] {
			clear(r)
			continue
		}
		root := math.Sqrt(r[i])
		for j := i; j < g.n; j++ {
			r[j] /= root
		}
		invertColumn(upper, inverse, i)
	}
	return inverse
}

// invertColumn fills column i of the inverse of upper by substitution from its
// columns before i: R⁻¹[a][i] = -(Σ R⁻¹[a][k]·R[k][i]) / R[i][i].
func invertColumn(upper, inverse *square, i int) {
	pivot := upper.row(i)[i]
	inverse.row(i)[i] = 1 / pivot
	for a := range i {
		sum := 0.0
		for k := a; k < i; k++ {
			sum += inverse.row(a)[k] * upper.row(k)[i]
		}
		inverse.row(a)[i] = -sum / pivot
	}
}

// randomRotation returns an orthonormal n×n matrix in the corner of a size×size
// one: Gaussian columns, orthonormalised (Stewart, SIAM J. Numer. Anal. 17(3),
// 1980).
func randomRotation(size, n int, random *rand.Rand) *square {
	rotation := newSquare(size)
	for i := range n {
		row := rotation.row(i)[:n]
		for j := range row {
			row[j] = random.NormFloat64()
		}
		// Twice is enough (Giraud et al. 2005).
		for range 2 {
			for k := range i {
				subtract(row, rotation.row(k)[:n])
			}
		}
		normalise(row)
	}
	return rotation
}

// subtract takes the unit vector out of v.
func subtract(v, unit []float64) {
	product := 0.0
	for i := range v {
		product += v[i] * unit[i]
	}
	for i := range v {
		v[i] -= product * unit[i]
	}
}

func normalise(v []float64) {
	energy := 0.0
	for _, x := range v {
		energy += x * x
	}
	scale := 1 / math.Sqrt(energy)
	for i := range v {
		v[i] *= scale
	}
}
