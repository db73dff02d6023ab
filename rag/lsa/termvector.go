package lsa

import (
	"encoding/binary"
	"math"
)

// TermVector is one term of a model as a store keeps it, little-endian:
//
//	scale  float32
//	idf    float32, ln(N/df)
//	codes  four bits for each dimension, the even one of two lowest;
//	       scale·(code - middle) is idf times the term's row of the basis
//
// A passage's vector is the sum over its terms of (1 + ln tf)·scale·(codes - middle),
// scaled to unit length.
type TermVector []byte

const (
	header = 8
	middle = 7 // codes are 0 to 14
)

func rowSize(dimensions int) int { return header + (dimensions+1)/2 }

func (v TermVector) scale() float64 { return readFloat(v) }
func (v TermVector) idf() float64   { return readFloat(v[4:]) }
func (v TermVector) codes() []byte  { return v[header:] }

func readFloat(b []byte) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}

// addTo adds w·(codes - middle) to sum.
func (v TermVector) addTo(sum []int32, w int32) {
	for i, pair := range v.codes() {
		sum[2*i] += w * (int32(pair&15) - middle)
		if 2*i+1 < len(sum) {
			sum[2*i+1] += w * (int32(pair>>4) - middle)
		}
	}
}

// encode writes idf·basis into row, which is all zeros.
func encode(row TermVector, basis []float32, idf float32) {
	largest := float32(0)
	for _, v := range basis {
		largest = max(largest, v, -v)
	}
	binary.LittleEndian.PutUint32(row, math.Float32bits(idf*largest/middle))
	binary.LittleEndian.PutUint32(row[4:], math.Float32bits(idf))
	codes := row.codes()
	for i, v := range basis {
		code := middle
		if largest > 0 {
			code += int(math.RoundToEven(float64(v) * middle / float64(largest)))
		}
		codes[i/2] |= byte(code) << (i % 2 * 4)
	}
}
