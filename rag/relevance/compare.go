package relevance

import (
	"math"
	"math/rand/v2"
)

// Comparison says how the mean of a metric differs between two runs.
type Comparison struct {
	Queries       int // that both runs have
	Before, After float64
	Better, Worse int     // queries whose value rose, fell
	P             float64 // see [Significance]
}

// Compare holds the values of one metric against those of an earlier run, over
// the queries that both have.
func Compare(metric Metric, before, after Scores, random *rand.Rand) Comparison {
	old, now := pair(metric, before, after)
	comparison := Comparison{Queries: len(old), Before: Mean(old), After: Mean(now), P: Significance(old, now, random)}
	for i := range old {
		switch {
		case now[i] > old[i]:
			comparison.Better++
		case now[i] < old[i]:
			comparison.Worse++
		}
	}
	return comparison
}

func pair(metric Metric, before, after Scores) (old, now []float64) {
	known := make(map[string]float64, len(before.Queries))
	for i, value := range before.Of(metric) {
		known[before.Queries[i]] = value
	}
	for i, value := range after.Of(metric) {
		if was, both := known[after.Queries[i]]; both {
			old, now = append(old, was), append(now, value)
		}
	}
	return old, now
}

// randomisations is how many ways of swapping are tried: enough to tell .05
// from .055. Where there are fewer ways in all, each is tried once.
const randomisations = 10_000

// Significance is the two-sided p-value of a paired randomisation test (Fisher;
// for retrieval, Smucker, Allan and Carterette, 2007): how often the means of
// a and b would be as far apart as they are, or further, if it were chance
// which of the two values of each query is whose. a and b are equally long.
func Significance(a, b []float64, random *rand.Rand) float64 {
	var differences []float64 // a swap of equal values changes nothing
	observed, size := 0.0, 0.0
	for i := range a {
		if d := b[i] - a[i]; d != 0 {
			differences = append(differences, d)
			observed += d
			size += math.Abs(d)
		}
	}
	observed = math.Abs(observed) - 1e-12*size // rounding must not hide a tie
	if n := len(differences); n < 63 && 1<<n <= randomisations {
		return allSwaps(differences, observed)
	}
	extreme := 1 // the runs as they are, so that p is never 0
	for range randomisations {
		if math.Abs(swapped(differences, random.Uint64)) >= observed {
			extreme++
		}
	}
	return float64(extreme) / (randomisations + 1)
}

func allSwaps(differences []float64, observed float64) float64 {
	ways, extreme := uint64(1)<<len(differences), 0
	for way := range ways {
		if math.Abs(swapped(differences, func() uint64 { return way })) >= observed {
			extreme++
		}
	}
	return float64(extreme) / float64(ways)
}

// swapped is the sum of the differences, each with the sign that its bit says;
// more returns the next 64 bits.
func swapped(differences []float64, more func() uint64) float64 {
	sum, bits := 0.0, uint64(0)
	for i, d := range differences {
		if i%64 == 0 {
			bits = more()
		}
		if bits&1 == 1 {
			d = -d
		}
		sum += d
		bits >>= 1
	}
	return sum
}
