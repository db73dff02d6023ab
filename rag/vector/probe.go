package vector

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// probe is a question prepared for scanning signs: for each word the signs and
// the two bits of the magnitudes' levels, 0 to 3.
type probe []probeWord

type probeWord struct{ signs, low, high uint64 }

const (
	topLevel = 3
	// levelsPerRMS makes a magnitude of twice the root mean square or more the
	// top level. Between 1.5 and 2 found the most neighbours in real text.
	levelsPerRMS = 1.5
)

func newProbe(question []float32) probe {
	signs := AppendSigns(nil, question)
	p := make(probe, len(signs)/8)
	for w := range p {
		p[w].signs = binary.LittleEndian.Uint64(signs[w*8:])
	}
	step := rms(question) / levelsPerRMS
	if step == 0 {
		return p
	}
	for i, x := range question {
		level := uint64(min(math.Round(math.Abs(float64(x))/step), topLevel))
		p[i/64].low |= (level & 1) << (i % 64)
		p[i/64].high |= (level >> 1) << (i % 64)
	}
	return p
}

// rms of v, scaled on the way so that tiny elements don't underflow.
func rms(v []float32) float64 {
	largest := float64(magnitude(v))
	if largest == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range v {
		share := float64(x) / largest
		sum += share * share
	}
	return largest * math.Sqrt(sum/float64(len(v)))
}

// distance is the sum of the levels of the dimensions in which signs differ.
func (p probe) distance(signs []byte) int {
	once, twice := 0, 0
	signs = signs[:len(p)*8]
	for i := range p {
		differ := p[i].signs ^ binary.LittleEndian.Uint64(signs[i*8:])
		once += bits.OnesCount64(differ & p[i].low)
		twice += bits.OnesCount64(differ & p[i].high)
	}
	return once + 2*twice
}

// farthest is the largest distance there can be.
func (p probe) farthest() int { return topLevel * 64 * len(p) }
