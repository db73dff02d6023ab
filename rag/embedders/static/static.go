package static

import (
	"context"
	_ "embed"
	"math"

	"rag-context/rag"
)

// embedded is what distill/make.py wrote. It is read in place, never copied and
// never written to.
//
//go:embed table.bin
var embedded []byte

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
// one of signs only. The only error is the context's.
func (e Embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = e.embed(text)
	}
	return vectors, nil
}

// EmbedQuestion takes questions and passages alike.
func (e Embedder) EmbedQuestion(ctx context.Context, question string) ([]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e.embed(question), nil
}

func (e Embedder) embed(text string) []float32 {
	sum := make([]float32, e.table.dimensions)
	var rows []int
	for word := range words(text) {
		rows = e.table.pieces(rows[:0], word)
		for _, row := range rows {
			e.table.add(sum, row)
		}
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
