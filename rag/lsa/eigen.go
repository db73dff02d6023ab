package lsa

import "math"

// eigen returns the eigenvalues of a symmetric matrix, unsorted, and its
// eigenvectors as rows. It consumes the matrix. The method is Jacobi's cyclic
// one (Golub, Van Loan: "Matrix Computations", section 8.5): slower than
// tridiagonal QL, short, and accurate for small eigenvalues.
func eigen(a *square) (values []float64, vectors *square) {
	vectors = newSquare(a.n)
	for i := range a.n {
		vectors.row(i)[i] = 1
	}
	threshold := 1e-10 * frobenius(a)
	for range 30 {
		rotated := false
		for p := range a.n {
			for q := p + 1; q < a.n; q++ {
				if math.Abs(a.row(p)[q])*float64(a.n) > threshold {
					jacobi(a, vectors, p, q)
					rotated = true
				}
			}
		}
		if !rotated {
			break
		}
	}
	values = make([]float64, a.n)
	for i := range values {
		values[i] = a.row(i)[i]
	}
	return values, vectors
}

// jacobi rotates the plane of p and q so that their product becomes zero.
func jacobi(a, vectors *square, p, q int) {
	theta := (a.row(q)[q] - a.row(p)[p]) / (2 * a.row(p)[q])
	t := math.Copysign(1/(math.Abs(theta)+math.Hypot(theta, 1)), theta)
	c := 1 / math.Hypot(t, 1)
	s := t * c
	rotate(a.row(p), a.row(q), c, s)
	for k := range a.n {
		row := a.row(k)
		x, y := row[p], row[q]
		row[p], row[q] = c*x-s*y, s*x+c*y
	}
	rotate(vectors.row(p), vectors.row(q), c, s)
}

func rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for i, v := range x {
		w := y[i]
		x[i], y[i] = c*v-s*w, s*v+c*w
	}
}

func frobenius(a *square) float64 {
	sum := 0.0
	for _, v := range a.data {
		sum += v * v
	}
	return math.Sqrt(sum)
}
