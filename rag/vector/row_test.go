package vector_test

import (
	"encoding/binary"
	"math"
	"testing"

	"pgregory.net/rapid"

	"rag-context/rag/vector"
)

var elements = rapid.Float32Range(-1, 1)

func vectors(dimensions int) *rapid.Generator[[]float32] {
	return rapid.SliceOfN(elements, dimensions, dimensions)
}

func TestRowLosesHalfAStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(elements, 1, 300).Draw(t, "vector")
		row := vector.AppendRow([]byte("before"), v)[len("before"):]
		if len(row) != vector.RowSize(len(v)) {
			t.Fatalf("row of %d bytes, want %d", len(row), vector.RowSize(len(v)))
		}
		scale := math.Float32frombits(binary.LittleEndian.Uint32(row))
		for i := range v {
			kept := float64(scale) * float64(codeAt(row[4:], i)-15)
			if lost := math.Abs(float64(v[i]) - kept); lost > float64(scale)*0.5001+1e-40 {
				t.Fatalf("element %d: %g became %g", i, v[i], kept)
			}
		}
	})
}

// codeAt returns the number in the five bits from bit 5i on.
func codeAt(codes []byte, i int) (code int) {
	for bit := range 5 {
		at := 5*i + bit
		code |= int(codes[at/8]>>(at%8)&1) << bit
	}
	return code
}

func TestProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100).Draw(t, "n")
		a, b := vectors(n).Draw(t, "question"), vectors(n).Draw(t, "vector")
		got := float64(vector.NewQuestion(a).Product(vector.AppendRow(nil, b)))
		if want := float64(dot(a, b)); math.Abs(got-want) > 0.034*float64(n) {
			t.Fatalf("product = %g, want %g", got, want)
		}
	})
}

func TestSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(elements, 0, 200).Draw(t, "vector")
		signs := vector.AppendSigns([]byte("before"), v)[len("before"):]
		if len(signs) != vector.SignsSize(len(v)) {
			t.Fatalf("%d bytes, want %d", len(signs), vector.SignsSize(len(v)))
		}
		for i := range len(signs) * 8 {
			negative := i < len(v) && v[i] < 0
			if set := signs[i/8]>>(i%8)&1 == 1; set != negative {
				t.Fatalf("bit %d is %v, the element negative: %v", i, set, negative)
			}
		}
	})
}
