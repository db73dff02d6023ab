package static

import (
	"encoding/binary"
	"encoding/hex"
	"math"

	"rag-context/rag/embedders/wordpiece"
)

// The table's file, all numbers little-endian:
//
//	16 bytes  digest of what follows (the start of its SHA-256)
//	4 × u32   rows, dimensions, bytes of the longest piece, bytes of all pieces
//	u32s      where each piece begins, and where the last one ends
//	bytes     the pieces in byte order; one that continues a word begins with ##
//	f32s      each row's scale, in which its weight is contained
//	int8s     the rows
const (
	digestSize = 16
	headerSize = digestSize + 4*4
)

// table reads the rows of word pieces in the file itself.
type table struct {
	head             []byte
	rows, dimensions int
	vocabulary       wordpiece.Vocabulary
	scales, codes    []byte
}

func tableOf(file []byte) table {
	field := func(i int) int { return int(binary.LittleEndian.Uint32(file[digestSize+4*i:])) }
	t := table{head: file[:digestSize], rows: field(0), dimensions: field(1)}
	rest := file[headerSize:]
	next := func(size int) []byte {
		part := rest[:size]
		rest = rest[size:]
		return part
	}
	t.vocabulary = wordpiece.Vocabulary{Offsets: next(4 * (t.rows + 1)), Letters: next(field(3)), Longest: field(2)}
	t.scales = next(4 * t.rows)
	t.codes = next(t.rows * t.dimensions)
	return t
}

func (t table) digest() string { return hex.EncodeToString(t.head) }

// add adds a row to the sum, so many times.
func (t table) add(sum []float32, row, times int) {
	scale := float32(times) * math.Float32frombits(binary.LittleEndian.Uint32(t.scales[4*row:]))
	codes := t.codes[row*len(sum):][:len(sum)]
	for len(sum) >= 8 && len(codes) >= 8 {
		s, c := (*[8]float32)(sum), (*[8]byte)(codes)
		for i := range s {
			s[i] += scale * float32(int8(c[i]))
		}
		sum, codes = sum[8:], codes[8:]
	}
	for i, code := range codes {
		sum[i] += scale * float32(int8(code))
	}
}
