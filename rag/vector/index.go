package vector

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sort"
)

// Index is a list of vectors that can be searched. Any number of searches may
// run at once, but not while vectors are added.
type Index struct {
	dimensions int
	words      int
	signs      []uint64
	blocks     []block
	// open says that the last block is the index's own, with room for Add.
	open bool
}

// block is rows of consecutive vectors.
type block struct {
	first int
	rows  []byte
}

// NewIndex returns an empty index for vectors of 1 to 8,192 dimensions.
func NewIndex(dimensions int) (*Index, error) {
	if dimensions < 1 || dimensions > maxDimensions {
		return nil, fmt.Errorf("vector index: %d dimensions, want 1 to %d", dimensions, maxDimensions)
	}
	return &Index{dimensions: dimensions, words: Words(dimensions)}, nil
}

// Len returns the number of vectors.
func (x *Index) Len() int { return len(x.signs) / x.words }

// Grow makes room for n more vectors.
func (x *Index) Grow(n int) { x.signs = slices.Grow(x.signs, n*x.words) }

// Add appends a vector, whose index is the Len before.
func (x *Index) Add(v []float32) error {
	if len(v) != x.dimensions {
		return fmt.Errorf("vector index: %d dimensions, want %d", len(v), x.dimensions)
	}
	if !x.open {
		x.blocks = append(x.blocks, block{first: x.Len()})
		x.open = true
	}
	last := &x.blocks[len(x.blocks)-1]
	last.rows = AppendRow(last.rows, v)
	at := len(x.signs)
	x.signs = slices.Grow(x.signs, x.words)[:at+x.words]
	signsOf(last.rows[len(last.rows)-x.dimensions:], x.signs[at:])
	return nil
}

// AppendRows appends the vectors of a block of rows, as AppendRow made them.
// The index keeps rows without copying and never writes to them; the caller
// must not change them any more. Each call costs a search a little, so blocks
// should hold thousands of vectors.
func (x *Index) AppendRows(rows []byte) error {
	size := RowSize(x.dimensions)
	if len(rows)%size != 0 {
		return fmt.Errorf("vector index: block of %d bytes, want a multiple of %d", len(rows), size)
	}
	x.blocks = append(x.blocks, block{x.Len(), rows})
	x.open = false
	at := len(x.signs)
	n := len(rows) / size * x.words
	x.signs = slices.Grow(x.signs, n)[:at+n]
	for ; len(rows) > 0; rows, at = rows[size:], at+x.words {
		signsOf(rows[rowHeader:size], x.signs[at:at+x.words])
	}
	return nil
}

// Blocks returns the rows of all vectors in order, for a store to keep. They
// must not be changed.
func (x *Index) Blocks() [][]byte {
	rows := make([][]byte, len(x.blocks))
	for i, b := range x.blocks {
		rows[i] = b.rows
	}
	return rows
}

// row of vector i.
func (x *Index) row(i int) (scale float32, codes []byte) {
	b := x.blocks[sort.Search(len(x.blocks), func(b int) bool { return x.blocks[b].first > i })-1]
	size := RowSize(x.dimensions)
	at := (i - b.first) * size
	row := b.rows[at : at+size]
	return math.Float32frombits(binary.LittleEndian.Uint32(row)), row[rowHeader:]
}
