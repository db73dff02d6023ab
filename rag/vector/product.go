package vector

import (
	"encoding/binary"
	"math"
)

// dotCodes returns the product of a question's codes and a row's. Integers make
// it exact; maxDimensions keeps it from overflowing.
func dotCodes(query []int32, codes []byte) int32 {
	var s0, s1, s2, s3, s4, s5, s6, s7 int32
	for len(query) >= groupSize && len(codes) >= codeBits {
		x := (*[groupSize]int32)(query)
		word := uint64(binary.LittleEndian.Uint32(codes)) | uint64(codes[4])<<32
		s0 += x[0] * int32(word&codeMask)
		s1 += x[1] * int32(word>>5&codeMask)
		s2 += x[2] * int32(word>>10&codeMask)
		s3 += x[3] * int32(word>>15&codeMask)
		s4 += x[4] * int32(word>>20&codeMask)
		s5 += x[5] * int32(word>>25&codeMask)
		s6 += x[6] * int32(word>>30&codeMask)
		s7 += x[7] * int32(word>>35&codeMask)
		query, codes = query[groupSize:], codes[codeBits:]
	}
	return s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7
}

// A question is read once, so its codes can be finer than a row's: 2,047 steps
// to each side leave the rows' own steps as the only error that matters.
// 2,047·30·maxDimensions is below 2³¹.
const (
	querySteps    = 2047
	maxDimensions = 8192
)

// queryCodes returns codes and a scale, so that scale·codes is about v. The
// codes fill up the last group with zeros.
func queryCodes(v []float32) (codes []int32, scale float32) {
	codes = make([]int32, groups(len(v))*groupSize)
	largest := magnitude(v)
	if largest == 0 {
		return codes, 0
	}
	for i, x := range v {
		codes[i] = int32(math.RoundToEven(float64(x) / float64(largest) * querySteps))
	}
	return codes, largest / querySteps
}
