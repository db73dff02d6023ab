package vector

import "encoding/binary"

// SignsSize returns the length in bytes of a vector's signs.
func SignsSize(dimensions int) int { return (dimensions + 63) / 64 * 8 }

// AppendSigns appends the signs of v to dst: little-endian words in which bit
// i%64 of word i/64 is set if v[i] is negative. Bits beyond v are 0.
func AppendSigns(dst []byte, v []float32) []byte {
	for len(v) > 0 {
		part := v[:min(64, len(v))]
		word := uint64(0)
		for i, x := range part {
			if x < 0 {
				word |= 1 << i
			}
		}
		dst = binary.LittleEndian.AppendUint64(dst, word)
		v = v[len(part):]
	}
	return dst
}
