package rag

import (
	"context"
	"strings"

	"rag-context/rag/lexical"
	"rag-context/rag/lsa"
)

// embedBatch is how many passages get their vectors in one transaction.
const embedBatch = 500

// embedPassages gives passages their vectors, at most limit unless that is 0,
// and returns how many.
func embedPassages(ctx context.Context, store Store, info ModelInfo, limit int) (int, error) {
	e, err := newEmbedding(store, info)
	if err != nil {
		return 0, err
	}
	for done := 0; ; {
		batch := embedBatch
		if limit > 0 {
			batch = min(batch, limit-done)
		}
		passages, err := store.WithoutVector(ctx, batch)
		if err != nil || len(passages) == 0 {
			return done, err
		}
		if err := e.embed(ctx, passages); err != nil {
			return done, err
		}
		done += len(passages)
	}
}

// embedding makes vectors by one model, of which it remembers the rows it has
// seen.
type embedding struct {
	store    Store
	info     ModelInfo
	model    *lsa.Model
	analyzer lexical.Analyzer
	rows     map[string][]byte // nil for a term that the model doesn't know
}

func newEmbedding(store Store, info ModelInfo) (*embedding, error) {
	description, err := describe(info)
	if err != nil {
		return nil, err
	}
	e := &embedding{store: store, info: info, rows: map[string][]byte{}}
	e.model, err = lsa.NewModel(description, func(term string) (lsa.TermVector, bool) {
		row := e.rows[term]
		return row, row != nil
	})
	return e, err
}

func (e *embedding) embed(ctx context.Context, passages []Passage) error {
	vectors := make([]PassageVector, len(passages))
	for i, passage := range passages {
		vector, err := e.vector(ctx, semanticTerms(&e.analyzer, passage))
		if err != nil {
			return err
		}
		vectors[i] = PassageVector{Document: passage.Document, Ordinal: passage.Ordinal, Vector: vector}
	}
	return e.store.PutVectors(ctx, e.info.Fingerprint, vectors)
}

// vector returns the terms' vector; none where the model knows none of them.
func (e *embedding) vector(ctx context.Context, terms []string) ([]float32, error) {
	var unseen []string
	for _, term := range terms {
		if _, seen := e.rows[term]; !seen {
			unseen = append(unseen, term)
			e.rows[term] = nil
		}
	}
	rows, err := e.store.ModelRows(ctx, unseen)
	if err != nil {
		return nil, err
	}
	for term, row := range rows {
		e.rows[term] = row
	}
	vector, ok := e.model.Vector(terms)
	if !ok {
		return nil, nil
	}
	return vector, nil
}

// semanticTerms are what a passage is about, to the model: headings count like
// text.
func semanticTerms(analyzer *lexical.Analyzer, passage Passage) []string {
	return analyzer.Terms(strings.Join(passage.Heading, "\n")+"\n"+passage.Text, passage.Language)
}
