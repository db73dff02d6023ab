package static

import (
	"context"
	_ "embed"
	"math"
	"slices"

	"rag-context/rag"
	"rag-context/rag/embedders/wordpiece"
)

// embedded is what distill/make.py wrote. It is read in place, never copied and
// never written to.
//
//go:embed table.bin
var embedded []byte

// Floor is a cosine that a question and a text on the same matter nearly always
// exceed, and most texts on other matters don't: of questions to a foreign
// collection (SciFact's to Cranfield, Cranfield's to XQuAD and the like) nine in
// ten have nothing above it.
const Floor = 0.4

// Embedder makes vectors from the table in the program. It is safe for use by
// several goroutines.
type Embedder struct{ table table }

var _ rag.Embedder = Embedder{}

// New takes no time: nothing is read until a text is embedded.
func New() Embedder { return Embedder{tableOf(embedded)} }

// cutting is to count up when texts are cut into pieces in another way.
const cutting = "1"

// Fingerprint changes with the table and with how texts are cut into pieces.
func (e Embedder) Fingerprint() string { return "static-" + cutting + "-" + e.table.digest() }

// EmbedPassages returns no vector for a text without any known word, such as
// one of signs only, nor for one that is not in Latin letters for the most part:
// the table has pieces of other scripts, but learned nothing of them. The only
// error is the context's.
func (e Embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	reader := newReader(e.table)
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = reader.embed(text)
	}
	return vectors, nil
}

// EmbedQuestion takes questions and passages alike.
func (e Embedder) EmbedQuestion(ctx context.Context, question string) ([]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return newReader(e.table).embed(question), nil
}

// reader embeds texts that share many of their words.
type reader struct {
	table table
	known map[string][]int // rows of the words met so far
	rows  []int            // of the text being read
}

func newReader(t table) *reader { return &reader{table: t, known: map[string][]int{}} }

func (r *reader) embed(text string) []float32 {
	if !wordpiece.Latin(text) {
		return nil
	}
	r.rows = r.rows[:0]
	for word := range wordpiece.Words(text) {
		rows, met := r.known[string(word)]
		if !met {
			rows = r.table.vocabulary.Pieces(nil, word)
			r.known[string(word)] = rows
		}
		r.rows = append(r.rows, rows...)
	}
	slices.Sort(r.rows) // each row is added once
	sum := make([]float32, r.table.dimensions)
	for i := 0; i < len(r.rows); {
		first := i
		for i < len(r.rows) && r.rows[i] == r.rows[first] {
			i++
		}
		r.table.add(sum, r.rows[first], i-first)
	}
	return unit(sum)
}

// unit scales the vector to length 1; there is none in the direction of zero.
func unit(vector []float32) []float32 {
	var square float64
	for _, x := range vector {
		square += float64(x) * float64(x)
	}
	if square == 0 {
		return nil
	}
	scale := float32(1 / math.Sqrt(square))
	for i := range vector {
		vector[i] *= scale
	}
	return vector
}
