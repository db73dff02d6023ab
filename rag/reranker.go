package rag

import "context"

// Reranker judges how well passages answer a question, by a model that reads
// both at once. ragtest.TestReranker is the contract every one passes. Its
// method may be called from several goroutines.
type Reranker interface {
	// Rerank returns a finite number for each text, in their order: the higher,
	// the better it answers. Numbers of two calls say nothing about each other.
	// [ErrRerankerUnavailable] where the model can't be reached now.
	Rerank(ctx context.Context, question string, texts []string) ([]float64, error)
}
