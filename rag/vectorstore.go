package rag

import (
	"context"
	"iter"
)

// VectorStore keeps passages' vectors in several spaces. In each there is one
// model at a time, so that vectors of two are never compared.
type VectorStore interface {
	// Model describes the model of a space; the zero ModelInfo where there is
	// none.
	Model(ctx context.Context, space Space) (ModelInfo, error)
	// ReplaceModel gives a space another model, made of a row for each term
	// (none where it is kept elsewhere), and forgets the space's vectors.
	ReplaceModel(ctx context.Context, space Space, info ModelInfo, rows iter.Seq2[string, []byte]) error
	// DescribeModel changes the description of the space's model; another
	// model's fingerprint is [ErrNotFound].
	DescribeModel(ctx context.Context, space Space, info ModelInfo) error
	// ModelRows returns the rows of those terms that the space's model knows.
	ModelRows(ctx context.Context, space Space, terms []string) (map[string][]byte, error)

	// EachPassage yields every passage, in an order that stays the same while
	// nothing is changed.
	EachPassage(ctx context.Context) iter.Seq2[Hit, error]
	// WithoutVector returns passages that have no vector in a space that has a
	// model, at most limit.
	WithoutVector(ctx context.Context, space Space, limit int) ([]Hit, error)
	// CountWithoutVector counts them all.
	CountWithoutVector(ctx context.Context, space Space) (int, error)
	// PutVectors gives passages their vectors. A passage that is no longer
	// there, or in other content, is passed over; another model's fingerprint is
	// [ErrNotFound].
	PutVectors(ctx context.Context, space Space, fingerprint string, vectors []PassageVector) error
	// Nearest returns the passages whose vectors have the greatest cosine with
	// the question's, best first. It need not be exact.
	Nearest(ctx context.Context, nearest Nearest) ([]Hit, error)
	// Cosines returns the cosines of those passages, by id, with the question;
	// ones that have no vector are left out.
	Cosines(ctx context.Context, question QuestionVector, passages []Passage) (map[string]float64, error)
}

// Space names one of a store's spaces of vectors.
type Space string

// The spaces.
const (
	// SpaceLearned is that of the model learned from the store's own passages.
	SpaceLearned Space = "learned"
	// SpaceEmbedded is that of the library's [Embedder].
	SpaceEmbedded Space = "embedded"
	// SpaceBetter is that of the library's better one.
	SpaceBetter Space = "better"
)

// ModelInfo describes a semantic model.
type ModelInfo struct {
	Fingerprint string // "" where there is no model
	Dimensions  int
	Description []byte // what the model itself needs to know; JSON, or empty
}

// PassageVector is a passage's vector, of unit length. An empty one says that
// the model can say nothing of the passage.
type PassageVector struct {
	Document string
	// Hash is the document's when the passage was read; "" is any.
	Hash    string
	Ordinal int
	Vector  []float32
}

// QuestionVector is what vectors of passages are compared with. Where the space
// has another model by now, nothing is like it.
type QuestionVector struct {
	Space       Space
	Fingerprint string
	Vector      []float32 // empty where the model can say nothing of the question
}

// Nearest is a search by meaning.
type Nearest struct {
	QuestionVector
	// Collections are the ones to look in. Empty means none, never all.
	Collections []string
	// Documents, unless nil, are the ids of the only documents to look in.
	Documents []string
	Limit     int
}
