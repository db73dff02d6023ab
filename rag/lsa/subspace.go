package lsa

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// subspace is an orthonormal basis of the terms' directions that hold most of
// the passages' energy: the product of image and turn has a row for each term
// and a column for each dimension.
type subspace struct {
	image      *tall
	turn       *square
	dimensions int
	// energy is the sum of the squared singular values kept.
	energy float64
}

// solver holds what the steps of one fit share.
type solver struct {
	passages, terms *sparse // each the other's transpose
	options         Options
	random          *rand.Rand
}

// solve finds the leading right singular subspace of passages. Only the basis
// of the passages' side, which is the smaller one, is orthonormalised between
// iterations.
func (s *solver) solve(ctx context.Context, dimensions int) (*subspace, error) {
	width := (dimensions + oversampling + panelWidth - 1) / panelWidth
	basis := s.start(width)
	for range s.options.Iterations {
		if err := s.iterate(ctx, basis); err != nil {
			return nil, err
		}
		if err := s.orthonormalise(ctx, basis); err != nil {
			return nil, err
		}
	}
	image := newTall(s.terms.rows, width)
	err := each(ctx, s.options.Workers, width, func(p int) {
		s.terms.times(basis.panels[p], image.panels[p])
	})
	if err != nil {
		return nil, err
	}
	return s.settle(ctx, image, dimensions)
}

func (s *solver) start(width int) *tall {
	basis := newTall(s.passages.rows, width)
	for _, panel := range basis.panels {
		for r := range panel {
			for i := range panel[r] {
				panel[r][i] = float32(s.random.NormFloat64())
			}
		}
	}
	return basis
}

// iterate replaces the basis Q by A·Aᵀ·Q.
func (s *solver) iterate(ctx context.Context, basis *tall) error {
	return each(ctx, s.options.Workers, len(basis.panels), func(p int) {
		image := make(panel, s.terms.rows)
		s.terms.times(basis.panels[p], image)
		s.passages.times(image, basis.panels[p])
	})
}

// orthonormalise works on blocks of rows in place. One pass of Cholesky QR
// leaves the basis well-conditioned, which is all an iteration needs.
func (s *solver) orthonormalise(ctx context.Context, basis *tall) error {
	gram, err := basis.gram(ctx, s.options.Workers)
	if err != nil {
		return err
	}
	turn := orthonormaliser(gram)
	blocks := (basis.rows + rowBlock - 1) / rowBlock
	weights := turn.panels()
	return each(ctx, s.options.Workers, blocks, func(b int) {
		from, to := b*rowBlock, min((b+1)*rowBlock, basis.rows)
		product := newTall(to-from, len(basis.panels))
		for p := range weights {
			basis.times(weights[p], from, to, product.panels[p])
		}
		for p := range weights {
			copy(basis.panels[p][from:to], product.panels[p])
		}
	})
}

// negligible is the share of the largest eigenvalue below which a direction is
// rounding.
const negligible = 1e-7

// settle picks the strongest directions of the image: its columns' products
// have the eigenvectors u and eigenvalues λ, so image·u/√λ are orthonormal, and
// λ is what they hold of the passages' energy.
func (s *solver) settle(ctx context.Context, image *tall, dimensions int) (*subspace, error) {
	gram, err := image.gram(ctx, s.options.Workers)
	if err != nil {
		return nil, err
	}
	values, vectors := eigen(gram)
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })

	found := &subspace{image: image}
	basis := newSquare(len(values))
	for _, i := range order[:dimensions] {
		if values[i] <= negligible*values[order[0]] {
			break
		}
		scale := 1 / math.Sqrt(values[i])
		for j, v := range vectors.row(i) {
			basis.row(j)[found.dimensions] = v * scale
		}
		found.dimensions++
		found.energy += values[i]
	}
	found.turn = basis.times(randomRotation(len(values), found.dimensions, s.random))
	return found, nil
}
