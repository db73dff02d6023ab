package minilm

import "math"

// normalise gives each row mean 0 and deviation 1, and then the norm's own.
func (p *pass) normalise(n norm, rows int) {
	for i := range rows {
		n.apply(p.row(i))
	}
}

// apply adds in four lanes, for which a processor need not wait.
func (n norm) apply(row *[width]float32) {
	const epsilon = 1e-12 // as the model was trained
	var sums, squares [4]float32
	for i := 0; i < width; i += 4 {
		sums[0] += row[i]
		sums[1] += row[i+1]
		sums[2] += row[i+2]
		sums[3] += row[i+3]
	}
	mean := (sums[0] + sums[1] + sums[2] + sums[3]) / width
	for i := 0; i < width; i += 4 {
		a, b, c, d := row[i]-mean, row[i+1]-mean, row[i+2]-mean, row[i+3]-mean
		squares[0] += a * a
		squares[1] += b * b
		squares[2] += c * c
		squares[3] += d * d
	}
	variance := (squares[0] + squares[1] + squares[2] + squares[3]) / width
	scale := float32(1 / math.Sqrt(float64(variance)+epsilon))
	for i, x := range row {
		row[i] = (x-mean)*scale*n.weight[i] + n.bias[i]
	}
}

// GELU is read off a table between ±geluReach, with lines between its steps: off
// by 1e-6 at most. Beyond, it is x or zero to within 1e-8.
const (
	geluReach = 6
	geluSteps = 256 // for each unit of x
)

// gelu holds the normal distribution at each step, and how much it grows to the
// next.
type gelu [2*geluReach*geluSteps + 1]struct{ at, growth float32 }

func newGELU() *gelu {
	table := new(gelu)
	normal := func(i int) float64 {
		return math.Erfc(-(float64(i)/geluSteps-geluReach)/math.Sqrt2) / 2
	}
	for i := range table {
		table[i].at, table[i].growth = float32(normal(i)), float32(normal(i+1)-normal(i))
	}
	return table
}

// apply replaces each number by its share that the normal distribution gives.
func (g *gelu) apply(numbers []float32) {
	for i, x := range numbers {
		place := (x + geluReach) * geluSteps
		if !(place >= 0) {
			numbers[i] = 0
		} else if place < 2*geluReach*geluSteps {
			step := int(place)
			numbers[i] = x * (g[step].at + (place-float32(step))*g[step].growth)
		}
	}
}
