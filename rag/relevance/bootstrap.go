package relevance

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Interval is a range that a mean is taken to lie in.
type Interval struct{ Low, High float64 }

// BootstrapOptions says how an interval is found. The zero value works.
type BootstrapOptions struct {
	// Resamples is how many samples are drawn; 0 means 2,000, which settles a
	// 95 % interval to about the third digit.
	Resamples int
	// Level is the confidence, between 0 and 1; 0 means 0.95.
	Level float64
}

// Bootstrap returns the percentile bootstrap interval of the mean (Efron,
// 1979): what the mean would have been with as many other queries drawn from
// these. No values give a zero interval.
func Bootstrap(values []float64, random *rand.Rand, options BootstrapOptions) Interval {
	if len(values) == 0 {
		return Interval{}
	}
	means := make([]float64, cmp.Or(options.Resamples, 2000))
	for i := range means {
		sum := 0.0
		for range values {
			sum += values[random.IntN(len(values))]
		}
		means[i] = sum / float64(len(values))
	}
	slices.Sort(means)
	tail := (1 - cmp.Or(options.Level, 0.95)) / 2
	return Interval{Low: quantile(means, tail), High: quantile(means, 1-tail)}
}

// quantile interpolates between the two values nearest to it.
func quantile(sorted []float64, at float64) float64 {
	place := at * float64(len(sorted)-1)
	below := int(math.Floor(place))
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (place-float64(below))*(sorted[above]-sorted[below])
}
