package lsa

import (
	"encoding/binary"
	"math"
)

// TermVector is one term of a model as a store keeps it, little-endian:
//
//	scale  float32
//	idf    float32, ln(N/df)
//	codes  int8 for each dimension; scale·code is idf times the term's row of the basis
//
// A passage's vector is the sum over its terms of (1 + ln tf)·scale·codes,
// scaled to unit length.
type TermVector []byte

const header = 8

func rowSize(dimensions int) int { return header + dimensions }

func (v TermVector) scale() float64 { return readFloat(v) }
func (v TermVector) idf() float64   { return readFloat(v[4:]) }
func (v TermVector) codes() []byte  { return v[header:] }

func readFloat(b []byte) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}

// encode writes idf·basis into row.
func encode(row TermVector, basis []float32, idf float32) {
	largest := float32(0)
	for _, v := range basis {
		largest = max(largest, v, -v)
	}
	binary.LittleEndian.PutUint32(row, math.Float32bits(idf*largest/127))
	binary.LittleEndian.PutUint32(row[4:], math.Float32bits(idf))
	if largest == 0 {
		return
	}
	codes := row.codes()
	for i, v := range basis {
		codes[i] = byte(int8(math.RoundToEven(float64(v) * 127 / float64(largest))))
	}
}
