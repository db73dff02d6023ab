package rag

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// Embedding says by what model passages and questions get vectors, besides the
// one that is learned. The zero value is none.
type Embedding struct {
	// Embedder makes the vectors; nil for none.
	Embedder Embedder
	// Weight is the share of its meaning in a hybrid score; 0 means .25, or .35
	// for a remote one.
	Weight float64
	// Remote says that it asks a server: only [Learn] gives passages their
	// vectors then, and a server that does not answer a question is done
	// without.
	Remote bool
	// QuestionTimeout is how long a remote one may take for a question, its own
	// attempts all together; 0 means 1 second.
	QuestionTimeout time.Duration
}

// defaultQuestionTimeout is some ten times what a loaded model takes on a
// processor, and less than one that has to be loaded first.
const defaultQuestionTimeout = time.Second

// space is a space of the library's store whose model is there.
type space struct {
	name    Space
	info    ModelInfo
	encoder encoder
	weight  float64 // share in a hybrid score
	batch   int     // passages to make vectors of at once
	remote  bool
	timeout time.Duration // for a question, where it is remote
}

// Shares of meaning in a hybrid score, that of words being the rest. Fitted on
// halves of seven judged collections; see BENCHMARKS in the README. That of a
// model on a server is not fitted: it is larger because the model is.
const (
	learnedWeight  = 0.15
	embeddedWeight = 0.25
	remoteWeight   = 0.35
)

// wellRead is the number of passages from which on what was learned from them
// counts in full; of fewer it knows less.
const wellRead = 1000

// spaces returns the spaces that a store has a model for which this library can
// use.
func (l *Library) spaces(ctx context.Context, store Store) ([]space, error) {
	var spaces []space
	for _, open := range []func(context.Context, Store) (space, error){l.learnedSpace, l.embeddedSpace} {
		s, err := open(ctx, store)
		if err != nil {
			return nil, err
		}
		if s.encoder != nil {
			spaces = append(spaces, s)
		}
	}
	return spaces, nil
}

func (l *Library) learnedSpace(ctx context.Context, store Store) (space, error) {
	info, err := store.Model(ctx, SpaceLearned)
	if err != nil || info.Fingerprint == "" {
		return space{}, err
	}
	description, err := describe(info)
	if err != nil {
		return space{}, err
	}
	encoder, err := newLearnedEncoder(store, description)
	weight := learnedWeight * min(1, float64(description.Seen)/wellRead)
	return space{name: SpaceLearned, info: info, encoder: encoder, weight: weight, batch: embedBatch}, err
}

func (l *Library) embeddedSpace(ctx context.Context, store Store) (space, error) {
	embedding := l.options.Embedding
	if embedding.Embedder == nil {
		return space{}, nil
	}
	info, err := store.Model(ctx, SpaceEmbedded)
	if err != nil || info.Fingerprint != embedding.Embedder.Fingerprint() {
		return space{}, err
	}
	s := space{
		name: SpaceEmbedded, info: info, encoder: embedderEncoder{embedding.Embedder},
		weight: cmp.Or(embedding.Weight, embeddedWeight), batch: embedBatch, remote: embedding.Remote,
	}
	if s.remote {
		s.weight, s.batch = cmp.Or(embedding.Weight, remoteWeight), remoteBatch
		s.timeout = cmp.Or(embedding.QuestionTimeout, defaultQuestionTimeout)
	}
	return s, nil
}

// question returns the question's vector. A server that does not answer, or not
// in time, is [ErrEmbedderUnavailable].
func (s space) question(ctx context.Context, text string, words []Term) ([]float32, error) {
	if !s.remote {
		return s.encoder.question(ctx, text, words)
	}
	bounded, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	vector, err := s.encoder.question(bounded, text, words)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%w: no answer within %s", ErrEmbedderUnavailable, s.timeout)
	}
	return vector, err
}

// remoteBatch is how many passages a server is given between two commits: at
// some ten a second little is lost by an interruption.
const remoteBatch = 64

// adoptEmbedder makes the embedder's model that of the store, where it has
// another or none. Vectors of the former one are forgotten.
func (l *Library) adoptEmbedder(ctx context.Context, store Store) error {
	embedder := l.options.Embedding.Embedder
	if embedder == nil {
		return nil
	}
	info, err := store.Model(ctx, SpaceEmbedded)
	if err != nil || info.Fingerprint == embedder.Fingerprint() {
		return err
	}
	vectors, err := embedder.EmbedPassages(ctx, []string{"How long is a vector?"})
	if err != nil {
		return err
	}
	if len(vectors) != 1 || len(vectors[0]) == 0 {
		return fmt.Errorf("embed a trial text: %w: it gave no vector", ErrEmbedderUnavailable)
	}
	next := ModelInfo{Fingerprint: embedder.Fingerprint(), Dimensions: len(vectors[0])}
	return store.ReplaceModel(ctx, SpaceEmbedded, next, func(func(string, []byte) bool) {})
}
