package static

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"sort"
	"unicode/utf8"
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

// longestWord is the number of characters beyond which the teacher's tokenizer
// takes a word for noise.
const longestWord = 100

const continued = "##"

// table finds the rows of word pieces without a map: pieces are looked up by
// binary search in the file itself.
type table struct {
	head                            []byte
	rows, dimensions, longest       int
	offsets, letters, scales, codes []byte
}

func tableOf(file []byte) table {
	field := func(i int) int { return int(binary.LittleEndian.Uint32(file[digestSize+4*i:])) }
	t := table{head: file[:digestSize], rows: field(0), dimensions: field(1), longest: field(2)}
	rest := file[headerSize:]
	next := func(size int) []byte {
		part := rest[:size]
		rest = rest[size:]
		return part
	}
	t.offsets = next(4 * (t.rows + 1))
	t.letters = next(field(3))
	t.scales = next(4 * t.rows)
	t.codes = next(t.rows * t.dimensions)
	return t
}

func (t table) digest() string { return hex.EncodeToString(t.head) }

// pieces appends the rows of the pieces that make up the word, each the longest
// that fits. A word with a part that is no piece has none.
func (t table) pieces(rows []int, word []byte) []int {
	before := len(rows)
	if utf8.RuneCount(word) > longestWord {
		return rows
	}
	key := make([]byte, 0, 128) // on the stack; longer words are rare
	for begin := 0; begin < len(word); {
		key = key[:0]
		if begin > 0 {
			key = append(key, continued...)
		}
		mark := len(key)
		key = append(key, word[begin:]...)
		row, size := t.longestPiece(key, mark)
		if size == 0 {
			return rows[:before]
		}
		rows = append(rows, row)
		begin += size - mark
	}
	return rows
}

// longestPiece finds the longest piece that text begins with and that is longer
// than above; its size is 0 where there is none. The last piece in byte order
// that is not after the text is that piece, or shares with the text all that
// any piece can.
func (t table) longestPiece(text []byte, above int) (row, size int) {
	for size = min(len(text), t.longest); size > above; {
		after := sort.Search(t.rows, func(i int) bool { return bytes.Compare(t.piece(i), text[:size]) > 0 })
		if after == 0 {
			return 0, 0
		}
		before := t.piece(after - 1)
		shared := sharedPrefix(before, text[:size])
		if shared == len(before) && shared > above {
			return after - 1, shared
		}
		size = shared
	}
	return 0, 0
}

func sharedPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func (t table) piece(row int) []byte {
	begin := binary.LittleEndian.Uint32(t.offsets[4*row:])
	end := binary.LittleEndian.Uint32(t.offsets[4*row+4:])
	return t.letters[begin:end]
}

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
