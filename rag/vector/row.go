package vector

import (
	"encoding/binary"
	"math"
)

// A row is one vector as bytes, little-endian: its scale as float32, then an
// int8 code for each dimension. The vector is scale·codes.
const rowHeader = 4

// RowSize returns the length in bytes of a row.
func RowSize(dimensions int) int { return rowHeader + dimensions }

// AppendRow appends the row of v to dst. Rows appended to each other are a
// block that [Index.AppendRows] takes. A row's bytes depend on v alone.
func AppendRow(dst []byte, v []float32) []byte {
	scale := scaleOf(v)
	dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(scale))
	for _, x := range v {
		dst = append(dst, byte(code(x, scale)))
	}
	return dst
}

// Quantize returns int8 codes and a scale, so that scale·codes is v to within
// half a scale in each dimension. The largest magnitude of v becomes 127.
// The elements of v must be finite.
func Quantize(v []float32) (codes []int8, scale float32) {
	scale = scaleOf(v)
	codes = make([]int8, len(v))
	for i, x := range v {
		codes[i] = code(x, scale)
	}
	return codes, scale
}

func scaleOf(v []float32) float32 { return magnitude(v) / 127 }

func magnitude(v []float32) (largest float32) {
	for _, x := range v {
		largest = max(largest, x, -x)
	}
	return largest
}

// code of x. Magnitudes so small that their scale underflows have the code 0.
func code(x, scale float32) int8 {
	if scale == 0 {
		return 0
	}
	return int8(min(max(math.RoundToEven(float64(x)/float64(scale)), -127), 127))
}
