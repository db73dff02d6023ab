package vector

import "encoding/binary"

// Words returns the number of 64-bit words that hold the signs of a vector.
func Words(dimensions int) int { return (dimensions + 63) / 64 }

// Codes writes the signs of v into dst, which has Words(len(v)) elements: bit
// i%64 of word i/64 is set if v[i] is negative. Bits beyond v are 0.
func Codes(v []float32, dst []uint64) {
	clear(dst)
	for i, x := range v {
		if x < 0 {
			dst[i/64] |= 1 << (i % 64)
		}
	}
}

// signsOf does the same for int8 codes, eight at a time.
func signsOf(codes []byte, dst []uint64) {
	for w := range dst {
		part := codes[w*64 : min((w+1)*64, len(codes))]
		word, bit := uint64(0), 0
		for ; len(part) >= 8; part, bit = part[8:], bit+8 {
			word |= topBits(binary.LittleEndian.Uint64(part)) << bit
		}
		for i, code := range part {
			word |= uint64(code>>7) << (bit + i)
		}
		dst[w] = word
	}
}

// topBits gathers the highest bit of each byte of x into the lowest byte: the
// factor shifts the bit of byte i from 8·i to 56+i, and no two of its products
// meet.
func topBits(x uint64) uint64 {
	return (x >> 7 & 0x0101010101010101) * 0x0102040810204080 >> 56
}
