package lsa

import (
	"cmp"
	"errors"
	"runtime"
)

// ErrTooSmall says that there are too few passages, or too few terms shared by
// passages, for a fit to mean anything.
var ErrTooSmall = errors.New("too few passages for latent semantic analysis")

// Options of a fit. The zero value works.
type Options struct {
	// Dimensions wanted; 0 means 200. A model has fewer when the passages
	// don't carry as many: never more than half the passages or terms.
	Dimensions int
	// MaxPassages that take part; 0 means 12,000. From more, a uniform sample
	// is drawn.
	MaxPassages int
	// MaxTerms of the vocabulary; 0 means 30,000. The terms with the highest
	// df·idf are kept.
	MaxTerms int
	// Iterations of the subspace iteration; 0 means 2, which ranks as well as
	// more do although more explain a few per cent more of the energy.
	Iterations int
	// Workers that compute at once; 0 means one for each processor. The model
	// does not depend on it.
	Workers int
	// Seed of the sample and of the start. The same seed and the same passages
	// in the same order give the same model on one kind of processor.
	Seed uint64
}

const (
	minPassages = 30
	minDF       = 2
	// oversampling is the number of directions carried beyond those wanted,
	// so that the last ones wanted converge too (Halko et al., section 4.2).
	oversampling = 8
)

func (o Options) withDefaults() Options {
	o.Dimensions = positive(o.Dimensions, 200)
	o.MaxPassages = positive(o.MaxPassages, 12_000)
	o.MaxTerms = positive(o.MaxTerms, 30_000)
	o.Iterations = positive(o.Iterations, 2)
	o.Workers = positive(o.Workers, runtime.GOMAXPROCS(0))
	return o
}

func positive(value, otherwise int) int {
	return cmp.Or(max(value, 0), otherwise)
}
