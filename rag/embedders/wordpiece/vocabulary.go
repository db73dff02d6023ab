package wordpiece

import (
	"bytes"
	"encoding/binary"
	"sort"
	"unicode/utf8"
)

// longestWord is the number of characters beyond which BERT's tokenizer takes a
// word for noise.
const longestWord = 100

const continued = "##"

// Vocabulary finds word pieces without a map: they are looked up by binary
// search in a model's file itself, which is never written to.
type Vocabulary struct {
	// Offsets are little-endian u32s: where each piece begins in Letters, and
	// where the last one ends.
	Offsets []byte
	// Letters are the pieces in byte order; one that continues a word begins
	// with ##.
	Letters []byte
	// Longest is the length of the longest piece in bytes.
	Longest int
}

// Len is the number of pieces.
func (v Vocabulary) Len() int { return len(v.Offsets)/4 - 1 }

// Pieces appends the numbers of the pieces that make up the word, each the
// longest that fits. A word with a part that is no piece has none.
func (v Vocabulary) Pieces(numbers []int, word []byte) []int {
	before := len(numbers)
	if utf8.RuneCount(word) > longestWord {
		return numbers
	}
	key := make([]byte, 0, 128) // on the stack; longer words are rare
	for begin := 0; begin < len(word); {
		key = key[:0]
		if begin > 0 {
			key = append(key, continued...)
		}
		mark := len(key)
		key = append(key, word[begin:]...)
		number, size := v.longestPiece(key, mark)
		if size == 0 {
			return numbers[:before]
		}
		numbers = append(numbers, number)
		begin += size - mark
	}
	return numbers
}

// longestPiece finds the longest piece that text begins with and that is longer
// than above; its size is 0 where there is none. The last piece in byte order
// that is not after the text is that piece, or shares with the text all that
// any piece can.
func (v Vocabulary) longestPiece(text []byte, above int) (number, size int) {
	for size = min(len(text), v.Longest); size > above; {
		after := sort.Search(v.Len(), func(i int) bool { return bytes.Compare(v.piece(i), text[:size]) > 0 })
		if after == 0 {
			return 0, 0
		}
		before := v.piece(after - 1)
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

func (v Vocabulary) piece(number int) []byte {
	begin := binary.LittleEndian.Uint32(v.Offsets[4*number:])
	end := binary.LittleEndian.Uint32(v.Offsets[4*number+4:])
	return v.Letters[begin:end]
}
