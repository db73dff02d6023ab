package rag

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"rag-context/rag/lexical"
)

// Embedding says by what model passages and questions get vectors, besides the
// one that is learned. The zero value is none.
type Embedding struct {
	// Embedder makes the vectors; nil for none.
	Embedder Embedder
	// Weight is the share of its meaning in a hybrid score; 0 means .25, or .5
	// for a slow one.
	Weight float64
	// Floor is the least cosine with a question of a passage that holds none of
	// its words: below it the two have nothing to do with each other. 0 is none.
	Floor float64
	// Languages are those that the model knows; in a question that is clearly in
	// another one its meaning counts half. None means all.
	Languages []lexical.Language
	// Slow says that passages get their vectors from [Learn] only.
	Slow bool
	// Most is the number of passages beyond which it would take too long, and is
	// left out; 0 is no bound.
	Most int
	// Remote says that it asks a server, which is slow, too: one that does not
	// answer a question is done without.
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
	floor   float64 // least cosine of a passage without the question's words
	knows   []lexical.Language
	batch   int // passages to make vectors of at once
	remote  bool
	slow    bool          // passages get their vectors from Learn only
	timeout time.Duration // for a question, where it is remote
	missing int           // passages without a vector, where they were counted
	instead *space        // to be asked where this one does not answer
}

// Shares of meaning in a hybrid score, that of words being the rest, fitted on
// halves of judged collections (see the README's figures): those of the built-in
// embedders. That of a slow one holds for servers unmeasured.
const (
	learnedWeight = 0.15
	quickWeight   = 0.25
	slowWeight    = 0.5
)

// wellRead is the number of passages from which on what was learned from them
// counts in full. Of fewer it knows less, by the square: how often two words
// meet goes with the number of pairs.
const wellRead = 1000

// spaces returns the spaces that a store has a model for which this library can
// use: the learned one, the embedder's, the better embedder's.
func (l *Library) spaces(ctx context.Context, store Store) ([]space, error) {
	var spaces []space
	learned, err := l.learnedSpace(ctx, store)
	if err != nil {
		return nil, err
	}
	if learned.encoder != nil {
		spaces = append(spaces, learned)
	}
	passages, err := l.countPassages(ctx)
	if err != nil {
		return nil, err
	}
	for name, embedding := range l.embeddings(passages) {
		s, err := embeddedSpace(ctx, store, name, embedding)
		if err != nil {
			return nil, err
		}
		if s.encoder != nil {
			spaces = append(spaces, s)
		}
	}
	return spaces, nil
}

// embeddings yields the embedders that are set up for so many passages, the
// better one last.
func (l *Library) embeddings(passages int) iter.Seq2[Space, Embedding] {
	fits := func(e Embedding) bool { return e.Embedder != nil && (e.Most == 0 || passages <= e.Most) }
	return func(yield func(Space, Embedding) bool) {
		if fits(l.options.Embedding) && !yield(SpaceEmbedded, l.options.Embedding) {
			return
		}
		if fits(l.options.Better) {
			yield(SpaceBetter, l.options.Better)
		}
	}
}

// ready are the spaces to ask a question of: the learned one and, of the
// embedders, the best one that has seen nearly all passages; pending is how many
// a better one has still to see.
func (l *Library) ready(ctx context.Context) (ready []space, pending int, err error) {
	spaces, err := l.spaces(ctx, l.reader)
	if err != nil {
		return nil, 0, err
	}
	passages, err := l.countPassages(ctx)
	if err != nil {
		return nil, 0, err
	}
	for i, s := range spaces {
		if spaces[i].missing, err = l.missing(ctx, s); err != nil {
			return nil, 0, err
		}
	}
	last := len(spaces) - 1
	if last < 1 || spaces[last-1].name == SpaceLearned || spaces[last].name != SpaceBetter {
		return spaces, 0, nil // there is no choice
	}
	if better := spaces[last]; better.missing*nearlyAll > passages {
		return spaces[:last], better.missing, nil
	}
	spaces[last].instead = &spaces[last-1]
	return append(spaces[:last-1:last-1], spaces[last]), 0, nil
}

// nearlyAll of the passages have a vector where one in so many has none.
const nearlyAll = 50

// missing counts the passages without a vector, mostly none.
func (l *Library) missing(ctx context.Context, s space) (int, error) {
	some, err := l.reader.WithoutVector(ctx, s.name, 1)
	if err != nil || len(some) == 0 {
		return 0, err
	}
	return l.reader.CountWithoutVector(ctx, s.name)
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
	read := min(1, float64(description.Seen)/wellRead)
	return space{name: SpaceLearned, info: info, encoder: encoder, weight: learnedWeight * read * read, batch: embedBatch}, err
}

func embeddedSpace(ctx context.Context, store Store, name Space, embedding Embedding) (space, error) {
	info, err := store.Model(ctx, name)
	if err != nil || info.Fingerprint != embedding.Embedder.Fingerprint() {
		return space{}, err
	}
	s := space{
		name: name, info: info, encoder: embedderEncoder{embedding.Embedder}, floor: embedding.Floor, knows: embedding.Languages,
		weight: cmp.Or(embedding.Weight, quickWeight), batch: embedBatch, remote: embedding.Remote, slow: embedding.Slow || embedding.Remote,
		timeout: cmp.Or(embedding.QuestionTimeout, defaultQuestionTimeout),
	}
	if s.slow {
		s.weight, s.batch = cmp.Or(embedding.Weight, slowWeight), slowBatch
	}
	return s, nil
}

// tongue is how much of its share a model has in a question of that language;
// "" is unknown.
func (s space) tongue(spoken lexical.Language) float64 {
	if len(s.knows) == 0 || spoken == "" || slices.Contains(s.knows, spoken) {
		return 1
	}
	return 0.5
}

// question returns the question's vector. A server that does not answer, or not
// in time, is [ErrEmbedderUnavailable]; one that has become another model is
// [ErrModelChanged].
func (s space) question(ctx context.Context, text string, words []Term) ([]float32, error) {
	if !s.remote {
		return s.encoder.question(ctx, text, words)
	}
	vector, err := s.remoteQuestion(ctx, text, words)
	if err == nil {
		err = s.fits(vector)
	}
	return vector, err
}

// fits is [ErrModelChanged] for a vector of other dimensions than the space has.
// An empty one says nothing.
func (s space) fits(vector []float32) error {
	if len(vector) == 0 || len(vector) == s.info.Dimensions {
		return nil
	}
	return fmt.Errorf("%w: its vectors have %d dimensions, those of the passages %d", ErrModelChanged, len(vector), s.info.Dimensions)
}

func (s space) remoteQuestion(ctx context.Context, text string, words []Term) ([]float32, error) {
	bounded, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	vector, err := s.encoder.question(bounded, text, words)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%w: no answer within %s", ErrEmbedderUnavailable, s.timeout)
	}
	return vector, err
}

// slowBatch is how many passages a slow embedder is given between two commits:
// at some ten a second little is lost by an interruption.
const slowBatch = 64

// adoptEmbedders makes the embedders' models those of the store, where it has
// others or none, or anew says so. Vectors of the former ones are forgotten.
func (l *Library) adoptEmbedders(ctx context.Context, store Store, slow, anew bool) error {
	passages, err := l.countPassages(ctx)
	if err != nil {
		return err
	}
	var unavailable error
	for name, embedding := range l.embeddings(passages) {
		if (embedding.Slow || embedding.Remote) && !slow {
			continue
		}
		err := adopt(ctx, store, name, embedding, anew)
		if errors.Is(err, ErrEmbedderUnavailable) {
			unavailable = err
		} else if err != nil {
			return err
		}
	}
	return unavailable
}

// adopt makes an embedder's model that of a space. A server may run another one
// under the same name since: then its vectors mostly have other dimensions.
func adopt(ctx context.Context, store Store, name Space, embedding Embedding, anew bool) error {
	info, err := store.Model(ctx, name)
	same := info.Fingerprint == embedding.Embedder.Fingerprint() && !anew
	if err != nil || same && !embedding.Remote {
		return err
	}
	dimensions, err := dimensionsOf(ctx, embedding.Embedder)
	if same && (dimensions == info.Dimensions || errors.Is(err, ErrEmbedderUnavailable)) {
		return nil // a server that is not there is missed only where there is something to ask
	}
	if err != nil {
		return err
	}
	next := ModelInfo{Fingerprint: embedding.Embedder.Fingerprint(), Dimensions: dimensions}
	return store.ReplaceModel(ctx, name, next, func(func(string, []byte) bool) {})
}

// dimensionsOf tries an embedder.
func dimensionsOf(ctx context.Context, embedder Embedder) (int, error) {
	vectors, err := embedder.EmbedPassages(ctx, []string{"How long is a vector?"})
	if err != nil {
		return 0, err
	}
	if len(vectors) != 1 || len(vectors[0]) == 0 {
		return 0, fmt.Errorf("embed a trial text: %w: it gave no vector", ErrEmbedderUnavailable)
	}
	return len(vectors[0]), nil
}
