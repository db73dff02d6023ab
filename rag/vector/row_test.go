package vector_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/rag/vector"
)

var elements = rapid.Float32Range(-1, 1)

func vectors(dimensions int) *rapid.Generator[[]float32] {
	return rapid.SliceOfN(elements, dimensions, dimensions)
}

func TestQuantizeLosesHalfAStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(elements, 1, 300).Draw(t, "vector")
		codes, scale := vector.Quantize(v)
		for i, code := range codes {
			lost := math.Abs(float64(v[i]) - float64(scale)*float64(code))
			if lost > float64(scale)*0.5001+1e-40 {
				t.Fatalf("element %d: %g became %d·%g", i, v[i], code, scale)
			}
		}
	})
}

func TestRowIsQuantized(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(elements, 1, 100).Draw(t, "vector")
		row := vector.AppendRow([]byte("before"), v)[len("before"):]
		if len(row) != vector.RowSize(len(v)) {
			t.Fatalf("row of %d bytes, want %d", len(row), vector.RowSize(len(v)))
		}
		codes, scale := vector.Quantize(v)
		want := 0.0
		for i, code := range codes {
			want += float64(v[i]) * float64(scale) * float64(code)
		}
		if got := float64(vector.RowDot(v, row)); math.Abs(got-want) > 1e-4 {
			t.Fatalf("product of a vector with its row = %g, want %g", got, want)
		}
	})
}

func TestSignsOfFloatsAndOfCodesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(elements, 1, 200).Draw(t, "vector")
		row := vector.AppendRow(nil, v)
		rounded, _ := vector.Quantize(v)
		for i, code := range rounded {
			v[i] = float32(code)
		}
		floats := make([]uint64, vector.Words(len(v)))
		codes := []uint64{1, 2, 3, 4}[:len(floats)]
		vector.Codes(v, floats)
		vector.SignsOf(row[vector.RowSize(0):], codes)
		if diff := cmp.Diff(floats, codes); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestDot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "n")
		a, b := vectors(n).Draw(t, "a"), vectors(n).Draw(t, "b")
		want := 0.0
		for i := range a {
			want += float64(a[i]) * float64(b[i])
		}
		if got := float64(vector.Dot(a, b)); math.Abs(got-want) > 1e-5 {
			t.Fatalf("product = %g, want %g", got, want)
		}
	})
}
