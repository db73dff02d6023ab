package static_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rag-context/rag/embedders/static"
)

// cosine of two vectors; -1 if their dimensions differ.
func cosine(a, b []float32) float64 {
	if len(a) != len(b) || len(a) == 0 {
		return -1
	}
	var ab, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}

func embed(t *testing.T, texts ...string) [][]float32 {
	t.Helper()
	vectors, err := static.New().EmbedPassages(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	return vectors
}

func TestMeaning(t *testing.T) {
	for _, test := range []struct{ question, near, far string }{
		{"car repair", "Fixing an automobile", "Baking bread at home"},
		{"illness of the heart", "cardiac disease", "a card game for two"},
		{"how to delete a file", "remove a document from disk", "add a user to a group"},
		{"photo", "picture taken with a camera", "sound recorded with a microphone"},
		{"goroutine deadlock", "all threads wait for a lock forever", "the cat sleeps on the sofa"},
	} {
		vectors := embed(t, test.question, test.near, test.far)
		near, far := cosine(vectors[0], vectors[1]), cosine(vectors[0], vectors[2])
		if near < far+0.1 {
			t.Errorf("%q is %.2f like %q and %.2f like %q", test.question, near, test.near, far, test.far)
		}
	}
}

func TestNothingToSay(t *testing.T) {
	for i, vector := range embed(t, "", " \n\t ", "\u200b\ufeff", "\xff\xfe", strings.Repeat("x", 5000)) {
		if len(vector) != 0 {
			t.Errorf("text %d has a vector", i)
		}
	}
}

func TestSameText(t *testing.T) {
	for _, pair := range [][2]string{
		{"Café Zoë", "cafe zoe"},
		{"cafe\u0301", "caf\u00e9"},
		{"one two", "  two\tONE \n"},
		{"soft\u00adhyphen", "softhyphen"},
	} {
		if vectors := embed(t, pair[0], pair[1]); cosine(vectors[0], vectors[1]) < 0.99999 {
			t.Errorf("%q and %q have different vectors", pair[0], pair[1])
		}
	}
}

// TestAnyText holds for whatever is in a file: each vector has unit length or
// is empty, and a text does not change its neighbours'.
func TestAnyText(t *testing.T) {
	known := embed(t, "known")[0]
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Custom(func(r *rapid.T) string {
			return string(rapid.SliceOf(rapid.Byte()).Draw(r, "bytes"))
		})).Draw(r, "text")
		vectors := embed(t, text, "known")
		if length := cosine(vectors[0], vectors[0]); len(vectors[0]) > 0 && math.IsNaN(length) {
			r.Errorf("%q has no direction", text)
		}
		var square float64
		for _, x := range vectors[0] {
			square += float64(x) * float64(x)
		}
		if len(vectors[0]) > 0 && math.Abs(square-1) > 1e-4 {
			r.Errorf("%q has the length %g", text, math.Sqrt(square))
		}
		if cosine(vectors[1], known) < 0.99999 {
			r.Errorf("%q changes its neighbour's vector", text)
		}
	})
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := static.New().EmbedPassages(ctx, []string{"text"}); !errors.Is(err, context.Canceled) {
		t.Errorf("passages: %v", err)
	}
	if _, err := static.New().EmbedQuestion(ctx, "text"); !errors.Is(err, context.Canceled) {
		t.Errorf("question: %v", err)
	}
}

// TestFingerprint holds because the fingerprint is written in the table's file:
// a table that was changed by hand would pass for another.
func TestFingerprint(t *testing.T) {
	table, err := os.ReadFile("table.bin")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(table[16:])
	if want := hex.EncodeToString(sum[:16]); !strings.HasSuffix(static.New().Fingerprint(), want) {
		t.Errorf("fingerprint %s, digest %s", static.New().Fingerprint(), want)
	}
}
