package rag

import (
	"context"
	"iter"
)

// ModelStore keeps a semantic model of a store's own passages and the vectors
// that it gives them. There is one model at a time, so that vectors of two are
// never compared.
type ModelStore interface {
	// Model describes the model; the zero ModelInfo where there is none.
	Model(ctx context.Context) (ModelInfo, error)
	// ReplaceModel stores another model, made of a row for each term, and
	// forgets all vectors.
	ReplaceModel(ctx context.Context, info ModelInfo, rows iter.Seq2[string, []byte]) error
	// ModelRows returns the rows of those terms that the model knows.
	ModelRows(ctx context.Context, terms []string) (map[string][]byte, error)

	// EachPassage yields every passage, in an order that stays the same while
	// nothing is changed.
	EachPassage(ctx context.Context) iter.Seq2[Passage, error]
	// WithoutVector returns passages that have no vector of the model yet, at
	// most limit.
	WithoutVector(ctx context.Context, limit int) ([]Passage, error)
	// PutVectors gives passages their vectors. A passage that is no longer
	// there is passed over; another model's fingerprint is [ErrNotFound].
	PutVectors(ctx context.Context, fingerprint string, vectors []PassageVector) error
	// Nearest returns the passages whose vectors have the greatest cosine with
	// the question's, best first.
	Nearest(ctx context.Context, nearest Nearest) ([]Hit, error)
	// Cosines returns the cosines of those passages, by id, with the vector;
	// ones that have no vector are left out.
	Cosines(ctx context.Context, vector []float32, passages []Passage) (map[string]float64, error)
}

// ModelInfo describes a semantic model.
type ModelInfo struct {
	Fingerprint string // "" where there is no model
	Dimensions  int
	Description []byte // what the model itself needs to know; JSON
}

// PassageVector is a passage's vector, of unit length. An empty one says that
// the model can say nothing of the passage.
type PassageVector struct {
	Document string
	Ordinal  int
	Vector   []float32
}

// Nearest is a search by meaning.
type Nearest struct {
	Vector []float32
	// Collections are the ones to look in. Empty means none, never all.
	Collections []string
	Limit       int
}
