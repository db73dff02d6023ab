package rag

import "context"

// Embedder gives texts vectors by a model that was made elsewhere: a table in
// the program, a server. ragtest.TestEmbedder is the contract every one passes.
// Its methods may be called from several goroutines.
type Embedder interface {
	// Fingerprint identifies the model and all else that shapes its vectors:
	// instructions put before a text, shortened dimensions. Only vectors of
	// equal fingerprints are ever compared. It asks nobody and takes no time.
	Fingerprint() string
	// EmbedPassages returns a vector of unit length for each text, in their
	// order; an empty one for a text that the model can say nothing of.
	// [ErrEmbedderUnavailable] where the model can't be reached now.
	EmbedPassages(ctx context.Context, texts []string) ([][]float32, error)
	// EmbedQuestion returns the vector to compare with those of passages. Many
	// models want questions marked as such, so that it is not the same as
	// the question's vector as a passage.
	EmbedQuestion(ctx context.Context, question string) ([]float32, error)
}
