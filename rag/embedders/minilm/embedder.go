package minilm

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/hex"
	"fmt"
	"sync"

	"rag-context/rag"
)

// embedded is what convert/make.py wrote. Its weights are read in place, never
// copied and never written to.
//
//go:embed model.bin
var embedded []byte

// Floor is a cosine that the best passage on a question's matter exceeds for nine
// questions of ten (SciFact, Cranfield, CACM, XQuAD), while of questions to a
// foreign collection (SciFact's to Cranfield, XQuAD's to SciFact and the like)
// nine in ten have nothing above it.
const Floor = 0.37

// Options of an [Embedder]; the zero value works.
type Options struct {
	// Pieces is how much of a text is read, in word pieces, two marks for its
	// begin and end included: 3 to 512. 0 means 128, about a hundred words, as
	// the model was trained on. To read 256 takes passages twice the time, and
	// is hardly better: Cranfield's nDCG@10 by words and vectors is .444, not .437.
	Pieces int
	// Parallel is how many processors passages may take at once; 0 means 1. A
	// question takes one.
	Parallel int
}

// Embedder makes vectors by the model in the program. It is safe for use by
// several goroutines.
type Embedder struct {
	options Options
	model   func() *model
}

var _ rag.Embedder = Embedder{}

// New takes no time: nothing is read until a text is embedded.
func New(options Options) Embedder {
	options.Pieces = min(max(cmp.Or(options.Pieces, 128), 3), positionsOf(embedded))
	options.Parallel = max(options.Parallel, 1)
	return Embedder{options: options, model: sync.OnceValue(func() *model { return modelOf(embedded) })}
}

// computing is to count up when vectors come out otherwise of the same file.
const computing = 1

// Fingerprint changes with the model, with how it is computed and with how much
// of a text is read.
func (e Embedder) Fingerprint() string {
	return fmt.Sprintf("minilm-%d-%d-%s", computing, e.options.Pieces, hex.EncodeToString(embedded[:digestSize]))
}

// EmbedPassages returns no vector for a text without any known word, nor for one
// that is not in Latin letters for the most part. The only error is the
// context's, which is looked at every 264 pieces or so.
func (e Embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	waiting := &queue{texts: texts, longest: e.options.Pieces, model: e.model()}
	vectors := make([][]float32, len(texts))
	if e.options.Parallel == 1 {
		waiting.embed(ctx, vectors)
		return all(ctx, vectors)
	}
	var workers sync.WaitGroup
	for range min(e.options.Parallel, len(texts)) {
		workers.Go(func() { waiting.embed(ctx, vectors) })
	}
	workers.Wait()
	return all(ctx, vectors)
}

// EmbedQuestion takes questions and passages alike.
func (e Embedder) EmbedQuestion(ctx context.Context, question string) ([]float32, error) {
	vectors, err := e.EmbedPassages(ctx, []string{question})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// all returns the vectors if the context let them be made.
func all(ctx context.Context, vectors [][]float32) ([][]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return vectors, nil
}
