package minilm_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"rag-context/rag/embedders/minilm"
)

// TestCompany holds that a text's vector is the same to the last bit, whatever
// goes along with it and on however many processors.
func TestCompany(t *testing.T) {
	var texts []string
	for i := range 24 {
		texts = append(texts, strings.Repeat(fmt.Sprintf("Key %d is rotated. ", i), i*i%23))
	}
	together := embed(t, minilm.New(minilm.Options{Pieces: 64}), texts...)
	for _, parallel := range []int{1, 3, 100} {
		embedder := minilm.New(minilm.Options{Pieces: 64, Parallel: parallel})
		for i, vector := range embed(t, embedder, texts...) {
			if !slices.Equal(vector, together[i]) {
				t.Errorf("text %d has another vector on %d processors", i, parallel)
			}
		}
		for _, i := range []int{1, 12, 23} {
			if alone := embed(t, embedder, texts[i])[0]; !slices.Equal(alone, together[i]) {
				t.Errorf("text %d has another vector alone", i)
			}
		}
	}
}

// TestPieces holds that what is read of a text is as much as the options say.
func TestPieces(t *testing.T) {
	words := func(n int, more ...string) string {
		return strings.Join(append(strings.Fields(strings.Repeat("water ", n)), more...), " ")
	}
	for _, test := range []struct{ asked, read int }{{-1, 3}, {1, 3}, {16, 16}, {0, 128}, {5000, 512}} {
		embedder := minilm.New(minilm.Options{Pieces: test.asked})
		vectors := embed(t, embedder, words(test.read-2), words(test.read-2, "fire", "and", "ice"), words(test.read-3, "fire"))
		if !slices.Equal(vectors[0], vectors[1]) {
			t.Errorf("%d pieces asked for: more than %d are read", test.asked, test.read)
		}
		if slices.Equal(vectors[0], vectors[2]) {
			t.Errorf("%d pieces asked for: fewer than %d are read", test.asked, test.read)
		}
	}
	if same, other := minilm.New(minilm.Options{Pieces: 128, Parallel: 2}), minilm.New(minilm.Options{Pieces: 256}); same.Fingerprint() != minilm.New(minilm.Options{}).Fingerprint() || other.Fingerprint() == same.Fingerprint() {
		t.Errorf("fingerprints %s, %s", same.Fingerprint(), other.Fingerprint())
	}
}

func TestNothingToSay(t *testing.T) {
	for i, vector := range embed(t, minilm.New(minilm.Options{}), "", " \n\t ", "\u200b\ufeff", "\xff\xfe", strings.Repeat("x", 5000)) {
		if len(vector) != 0 {
			t.Errorf("text %d has a vector", i)
		}
	}
}

// FuzzText holds for whatever is in a file: its vector has unit length or is
// empty, and it does not change its neighbours'.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "one word", "鍵は四半期ごとに更新します", "key 鍵", "e\u0301\u0301", "\xff\x00", strings.Repeat("a b ", 100)} {
		f.Add(seed)
	}
	embedder := minilm.New(minilm.Options{Pieces: 40})
	known := embed(f, embedder, "known")[0]
	f.Fuzz(func(t *testing.T, text string) {
		vectors := embed(t, embedder, "known", text, "known")
		if !slices.Equal(vectors[0], known) || !slices.Equal(vectors[2], known) {
			t.Errorf("%q changes its neighbour's vector", text)
		}
		var square float64
		for _, x := range vectors[1] {
			square += float64(x) * float64(x)
		}
		if len(vectors[1]) > 0 && !(math.Abs(square-1) < 1e-4) {
			t.Errorf("%q has the length %g", text, math.Sqrt(square))
		}
	})
}

// impatient is a context that is cancelled once it has been looked at so often.
type impatient struct {
	context.Context
	left atomic.Int64
}

func (c *impatient) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelled holds that a long list of texts ends where the context does.
func TestCancelled(t *testing.T) {
	texts := slices.Repeat([]string{strings.Repeat("water ", 200)}, 1000) // minutes of work
	for _, parallel := range []int{1, 2} {
		ctx := &impatient{Context: t.Context()}
		ctx.left.Store(2)
		embedder := minilm.New(minilm.Options{Parallel: parallel})
		if vectors, err := embedder.EmbedPassages(ctx, texts); !errors.Is(err, context.Canceled) || vectors != nil {
			t.Errorf("%d vectors, %v", len(vectors), err)
		}
	}
}

// TestFingerprint holds because the fingerprint is written in the model's file:
// a model that was changed by hand would pass for another.
func TestFingerprint(t *testing.T) {
	file, err := os.ReadFile("model.bin")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(file[16:])
	if want := hex.EncodeToString(sum[:16]); !strings.HasSuffix(minilm.New(minilm.Options{}).Fingerprint(), want) {
		t.Errorf("fingerprint %s, digest %s", minilm.New(minilm.Options{}).Fingerprint(), want)
	}
}
