package gemm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/rag/embedders/gemm"
)

// numbers returns a matrix of whole numbers, of which every sum is exact.
func numbers(chance *rand.Rand, rows, stride int) gemm.Matrix {
	data := make([]float32, rows*stride)
	for i := range data {
		data[i] = float32(chance.IntN(17) - 8)
	}
	return gemm.Matrix{Data: data, Stride: stride}
}

// TestAdd compares with the definition of a product, of parts of any size that
// lie anywhere in their matrices; what is around them stays.
func TestAdd(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		chance := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 0))
		rows := gemm.Rows * rapid.IntRange(0, 4).Draw(r, "tiles")
		depth := rapid.IntRange(0, 70).Draw(r, "depth")
		around := rapid.IntRange(0, 9).Draw(r, "around")
		c := numbers(chance, rows+2, gemm.Columns+around)
		a, b := numbers(chance, rows+2, depth+around), numbers(chance, depth+2, gemm.Columns+around)
		want := gemm.Matrix{Data: append([]float32(nil), c.Data...), Stride: c.Stride}
		corner := rapid.IntRange(0, around).Draw(r, "corner")
		for i := range rows {
			for j := range gemm.Columns {
				for k := range depth {
					want.Data[(1+i)*c.Stride+corner+j] += a.Data[i*a.Stride+corner+k] * b.Data[(1+k)*b.Stride+corner+j]
				}
			}
		}
		if gemm.Add(c.From(1, corner), a.From(0, corner), b.From(1, corner), rows, depth); !cmp.Equal(want, c) {
			r.Errorf("%d × %d × %d: %s", rows, depth, gemm.Columns, cmp.Diff(want, c))
		}
	})
}

// TestPlain holds the product without assembly against the one with it.
func TestPlain(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for _, depth := range []int{1, 2, 31, 384} {
		a, b := numbers(chance, gemm.Rows, depth+3), numbers(chance, depth, gemm.Columns+5)
		got, want := numbers(chance, gemm.Rows, gemm.Columns), gemm.Matrix{Stride: gemm.Columns}
		want.Data = append(want.Data, got.Data...)
		gemm.Add(want, a, b, gemm.Rows, depth)
		gemm.AddTilePlain(got, a, b, depth)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("depth %d: %s", depth, diff)
		}
	}
}

func TestUnpack(t *testing.T) {
	var scales [gemm.Columns]float32
	for j := range scales {
		scales[j] = float32(math.Ldexp(1, j-8))
	}
	codes := make([]byte, 256*gemm.Columns)
	want := make([]float32, len(codes))
	for i := range codes {
		codes[i] = byte(i / gemm.Columns)
		want[i] = float32(int8(codes[i])) * scales[i%gemm.Columns]
	}
	for name, unpack := range map[string]func([]float32, []byte, *[gemm.Columns]float32){"fast": gemm.Unpack, "plain": gemm.UnpackPlain} {
		got := make([]float32, len(codes)+1)
		if unpack(got, codes, &scales); !cmp.Equal(append(want, 0), got) {
			t.Errorf("%s: %s", name, cmp.Diff(append(want, 0), got))
		}
	}
}

// TestBounds holds because assembly would read and write beyond a slice.
func TestBounds(t *testing.T) {
	whole := func() gemm.Matrix {
		return gemm.Matrix{Data: make([]float32, 2*gemm.Rows*gemm.Columns), Stride: gemm.Columns}
	}
	short := whole()
	short.Data = short.Data[:len(short.Data)-1]
	var scales [gemm.Columns]float32
	for name, call := range map[string]func(){
		"c":     func() { gemm.Add(short, whole(), whole(), 2*gemm.Rows, gemm.Columns) },
		"a":     func() { gemm.Add(whole(), short, whole(), gemm.Rows+1, gemm.Columns) },
		"b":     func() { gemm.Add(whole(), whole(), short, gemm.Rows, 2*gemm.Rows) },
		"codes": func() { gemm.Unpack(make([]float32, 99), make([]byte, gemm.Columns+1), &scales) },
		"room":  func() { gemm.Unpack(make([]float32, gemm.Columns)[:8:8], make([]byte, gemm.Columns), &scales) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is too short, and nothing panics", name)
				}
			}()
			call()
		}()
	}
}
