package vector

import "math"

// dotCodes returns the product of a question's codes and a row's. Integers make
// it exact; maxDimensions keeps it from overflowing.
func dotCodes(query []int32, codes []byte) int32 {
	var s0, s1, s2, s3, s4, s5, s6, s7 int32
	codes = codes[:len(query)]
	for len(query) >= 8 {
		x, y := (*[8]int32)(query), (*[8]byte)(codes)
		s0 += x[0] * int32(int8(y[0]))
		s1 += x[1] * int32(int8(y[1]))
		s2 += x[2] * int32(int8(y[2]))
		s3 += x[3] * int32(int8(y[3]))
		s4 += x[4] * int32(int8(y[4]))
		s5 += x[5] * int32(int8(y[5]))
		s6 += x[6] * int32(int8(y[6]))
		s7 += x[7] * int32(int8(y[7]))
		query, codes = query[8:], codes[8:]
	}
	for i, x := range query {
		s0 += x * int32(int8(codes[i]))
	}
	return s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7
}

// A question is read once, so its codes can be finer than a row's: 2,047 steps
// to each side leave the rows' own steps as the only error that matters.
// 2,047·128·maxDimensions is below 2³¹.
const (
	querySteps    = 2047
	maxDimensions = 8192
)

// queryCodes returns codes and a scale, so that scale·codes is about v.
func queryCodes(v []float32) (codes []int32, scale float32) {
	codes = make([]int32, len(v))
	largest := magnitude(v)
	if largest == 0 {
		return codes, 0
	}
	for i, x := range v {
		codes[i] = int32(math.RoundToEven(float64(x) / float64(largest) * querySteps))
	}
	return codes, largest / querySteps
}
