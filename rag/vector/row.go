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

// AppendRow appends the row of v to dst. Its bytes depend on v
// alone.
func AppendRow(dst []byte, v []float32) []byte {
	scale := scaleOf(v)
	dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(scale))
	for _, x := range v {
		dst = append(dst, byte(code(x, scale)))
	}
	return dst
}

// splitRow returns what a row is made of.
func splitRow(row []byte) (scale float32, codes []byte) {
	return math.Float32frombits(binary.LittleEndian.Uint32(row)), row[rowHeader:]
}

// scaleOf makes the largest magnitude of v the code 127.
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
