package minilm

import (
	"encoding/binary"
	"math"

	"rag-context/rag/embedders/wordpiece"
)

// The model's file, all numbers little-endian:
//
//	16 bytes  digest of what follows (the start of its SHA-256)
//	4 × u32   pieces, bytes of the longest piece, bytes of all pieces, positions
//	u32s      where each piece begins, and where the last one ends
//	bytes     the pieces in byte order; one that continues a word begins with ##
//	rows      of the pieces, of what is none, of a text's begin and of its end
//	rows      of the positions
//	norm      of the sum of both
//
// and for each layer
//
//	linear    1152 × 384: query (divided by the root of 32), key and value
//	linear    384 × 384, norm
//	linear    1536 × 384
//	linear    384 × 1536, norm
//
// where rows are f32s, each row's scale, and the int8s in which it is contained;
// a norm is 384 f32s of weights and 384 of bias; and a linear is the f32s of bias
// and of scale of each output, and its int8s in strips of 16 outputs, in which
// those of the first input come first.
const (
	digestSize = 16
	headerSize = digestSize + 4*4
)

// The network's shape.
const (
	layers    = 6
	width     = 384
	heads     = 12
	headWidth = width / heads
	inner     = 4 * width
)

// model is the file with its numbers in place: codes are left where they are.
type model struct {
	vocabulary        wordpiece.Vocabulary
	pieces, positions rows
	norm              norm
	layers            [layers]layer
	gelu              *gelu
}

type layer struct {
	attend    linear // query, key and value
	attended  linear
	norm      norm
	widen     linear
	narrow    linear
	finalNorm norm
}

// rows are vectors of width int8s, each with a scale.
type rows struct{ scales, codes []byte }

// linear is a matrix whose outputs have scales, and their bias.
type linear struct {
	bias, scales []float32
	codes        []byte
	inputs       int
}

type norm struct{ weight, bias *[width]float32 }

// positionsOf is the longest text that the file has positions for, in pieces.
func positionsOf(file []byte) int { return field(file, 3) }

func field(file []byte, i int) int {
	return int(binary.LittleEndian.Uint32(file[digestSize+4*i:]))
}

func modelOf(file []byte) *model {
	rest := unread(file[headerSize:])
	pieces := field(file, 0)
	m := &model{gelu: newGELU()}
	m.vocabulary = wordpiece.Vocabulary{Offsets: rest.bytes(4 * (pieces + 1)), Letters: rest.bytes(field(file, 2)), Longest: field(file, 1)}
	m.pieces = rest.rows(pieces + 3)
	m.positions = rest.rows(positionsOf(file))
	m.norm = rest.norm()
	for i := range m.layers {
		m.layers[i] = layer{
			attend:   rest.linear(3*width, width),
			attended: rest.linear(width, width), norm: rest.norm(),
			widen:  rest.linear(inner, width),
			narrow: rest.linear(width, inner), finalNorm: rest.norm(),
		}
	}
	return m
}

// unread is what is left of the file.
type unread []byte

func (u *unread) bytes(size int) []byte {
	part := (*u)[:size:size]
	*u = (*u)[size:]
	return part
}

func (u *unread) floats(count int) []float32 {
	numbers, codes := make([]float32, count), u.bytes(4*count)
	for i := range numbers {
		numbers[i] = float32At(codes, i)
	}
	return numbers
}

func (u *unread) rows(count int) rows {
	return rows{scales: u.bytes(4 * count), codes: u.bytes(width * count)}
}

func (u *unread) norm() norm {
	return norm{weight: (*[width]float32)(u.floats(width)), bias: (*[width]float32)(u.floats(width))}
}

func (u *unread) linear(outputs, inputs int) linear {
	return linear{bias: u.floats(outputs), scales: u.floats(outputs), codes: u.bytes(outputs * inputs), inputs: inputs}
}

// add adds a row to the sum.
func (r rows) add(sum *[width]float32, row int) {
	scale, codes := float32At(r.scales, row), (*[width]byte)(r.codes[width*row:])
	for i, code := range codes {
		sum[i] += scale * float32(int8(code))
	}
}

func float32At(codes []byte, i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(codes[4*i:]))
}
