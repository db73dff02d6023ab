package vector

import (
	"encoding/binary"
	"math"
	"slices"
)

// A row is one vector as bytes, little-endian: its scale as float32, then five
// bits for each dimension, eight dimensions in five bytes. The vector is
// scale·(code - middle).
const (
	rowHeader = 4
	groupSize = 8 // dimensions
	codeBits  = 5
	codeMask  = 1<<codeBits - 1
	middle    = 15 // codes are 0 to 30
)

// groups returns how many groups of dimensions there are.
func groups(dimensions int) int { return (dimensions + groupSize - 1) / groupSize }

// RowSize returns the length in bytes of a row.
func RowSize(dimensions int) int { return rowHeader + groups(dimensions)*codeBits }

// AppendRow appends the row of v to dst. Its bytes depend on v
// alone.
func AppendRow(dst []byte, v []float32) []byte {
	scale := scaleOf(v)
	dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(scale))
	for group := range slices.Chunk(v, groupSize) {
		word := uint64(0)
		for i, x := range group {
			word |= code(x, scale) << (i * codeBits)
		}
		dst = append(binary.LittleEndian.AppendUint32(dst, uint32(word)), byte(word>>32))
	}
	return dst
}

// splitRow returns what a row is made of.
func splitRow(row []byte) (scale float32, codes []byte) {
	return math.Float32frombits(binary.LittleEndian.Uint32(row)), row[rowHeader:]
}

// scaleOf puts the largest magnitude of v at one end of the codes. Cutting off
// the largest ones for the sake of the others gains a tenth of the squared
// error of real vectors.
func scaleOf(v []float32) float32 { return magnitude(v) / middle }

func magnitude(v []float32) (largest float32) {
	for _, x := range v {
		largest = max(largest, x, -x)
	}
	return largest
}

// code of x. Magnitudes so small that their scale underflows have that of 0.
func code(x, scale float32) uint64 {
	if scale == 0 {
		return middle
	}
	return uint64(middle + min(max(math.RoundToEven(float64(x)/float64(scale)), -middle), middle))
}
