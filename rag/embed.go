package rag

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"rag-context/rag/lexical"
	"rag-context/rag/lsa"
)

// encoder makes vectors of passages and questions in one space.
type encoder interface {
	passages(ctx context.Context, hits []Hit) ([][]float32, error)
	// question returns the vector of a question, whose words are also given as
	// they stand in passages.
	question(ctx context.Context, text string, words []Term) ([]float32, error)
}

// embedBatch is how many passages get their vectors in one transaction.
const embedBatch = 500

// embedPassages gives passages their vectors, at most limit, and returns how
// many.
func embedPassages(ctx context.Context, store Store, s space, limit int) (int, error) {
	for done := 0; ; {
		hits, err := store.WithoutVector(ctx, s.name, min(s.batch, limit-done))
		if err != nil || len(hits) == 0 {
			return done, err
		}
		vectors, err := s.encoder.passages(ctx, hits)
		if err != nil {
			return done, err
		}
		placed := make([]PassageVector, len(hits))
		for i, hit := range hits {
			if err := s.fits(vectors[i]); err != nil {
				return done, err
			}
			placed[i] = PassageVector{Document: hit.Passage.Document, Hash: hit.Document.Hash, Ordinal: hit.Passage.Ordinal, Vector: vectors[i]}
		}
		err = store.PutVectors(ctx, s.name, s.info.Fingerprint, placed)
		if errors.Is(err, ErrNotFound) {
			return done, s.replaced()
		}
		if err != nil {
			return done, err
		}
		if done += len(hits); done == limit {
			return done, nil
		}
	}
}

// learnedEncoder makes vectors by the model learned from the passages, of which
// it remembers the rows it has seen.
type learnedEncoder struct {
	store    Store
	model    *lsa.Model
	analyzer lexical.Analyzer
	rows     map[string][]byte // nil for a term that the model doesn't know
	fresh    *lsa.Coverage     // of the passages so far; nil where nobody asks
}

func newLearnedEncoder(store Store, description modelDescription) (*learnedEncoder, error) {
	e := &learnedEncoder{store: store, rows: map[string][]byte{}}
	var err error
	e.model, err = lsa.NewModel(description.Info, func(term string) (lsa.TermVector, bool) {
		row := e.rows[term]
		return row, row != nil
	})
	return e, err
}

func (e *learnedEncoder) passages(ctx context.Context, hits []Hit) ([][]float32, error) {
	vectors := make([][]float32, len(hits))
	for i, hit := range hits {
		var err error
		terms := semanticTerms(&e.analyzer, hit)
		if vectors[i], err = e.vector(ctx, terms); err != nil {
			return nil, err
		}
		if e.fresh != nil {
			*e.fresh = e.fresh.Add(e.model.Coverage(terms))
		}
	}
	return vectors, nil
}

func (e *learnedEncoder) question(ctx context.Context, _ string, words []Term) ([]float32, error) {
	var terms []string
	for _, word := range words {
		terms = append(terms, word.Forms...)
	}
	return e.vector(ctx, terms)
}

// vector returns the terms' vector; none where the model knows none of them.
func (e *learnedEncoder) vector(ctx context.Context, terms []string) ([]float32, error) {
	var unseen []string
	for _, term := range terms {
		if _, seen := e.rows[term]; !seen {
			unseen = append(unseen, term)
			e.rows[term] = nil
		}
	}
	rows, err := e.store.ModelRows(ctx, SpaceLearned, unseen)
	if err != nil {
		return nil, err
	}
	maps.Copy(e.rows, rows)
	vector, ok := e.model.Vector(terms)
	if !ok {
		return nil, nil
	}
	return vector, nil
}

// semanticTerms are what a passage is about, to the learned model: headings
// count like text.
func semanticTerms(analyzer *lexical.Analyzer, hit Hit) []string {
	return analyzer.Terms(hit.Document.Title+"\n"+strings.Join(hit.Passage.Heading, "\n")+"\n"+hit.Passage.Text, hit.Passage.Language)
}

// embedderEncoder makes vectors by an [Embedder].
type embedderEncoder struct{ Embedder }

func (e embedderEncoder) passages(ctx context.Context, hits []Hit) ([][]float32, error) {
	texts := make([]string, len(hits))
	for i, hit := range hits {
		texts[i] = embeddedText(hit)
	}
	vectors, err := e.EmbedPassages(ctx, texts)
	if err == nil && len(vectors) != len(texts) {
		err = errors.New("embed passages: not one vector for each")
	}
	return vectors, err
}

func (e embedderEncoder) question(ctx context.Context, text string, _ []Term) ([]float32, error) {
	return e.EmbedQuestion(ctx, text)
}

// embeddedText is a passage as an [Embedder] gets it: under the names that tell
// what it is about.
func embeddedText(hit Hit) string {
	names := slices.Compact(append([]string{hit.Document.Title}, hit.Passage.Heading...))
	return strings.Join(names, ": ") + "\n" + hit.Passage.Text
}
