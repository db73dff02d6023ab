package lsa

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
)

// version of the formulas and of the layout of TermVector; part of every
// fingerprint.
const version = "lsa2"

// Info is what there is to know of a model besides its terms. A store keeps it
// next to them.
type Info struct {
	// Fingerprint of version, parameters and content. Vectors of models with
	// different fingerprints must not be compared.
	Fingerprint string `json:"fingerprint"`
	// Dimensions of the vectors.
	Dimensions int `json:"dimensions"`
	// Terms in the vocabulary.
	Terms int `json:"terms"`
	// Seen is the number of passages that were offered to the fit.
	Seen int `json:"seen"`
	// Fitted is the coverage of the passages that took part.
	Fitted Coverage `json:"fitted"`
}

// Rows finds the vector of a term and says whether the model has the term.
type Rows func(term string) (TermVector, bool)

// Model turns passages and questions into vectors. It is immutable and safe
// for concurrent use if its rows are.
type Model struct {
	info Info
	rows Rows
	// terms in the order of their rows; only a model fresh from Fit has them.
	terms []string
}

// NewModel returns a model that reads from rows what it needs. It is cheap: one
// may be made for each question, over the rows of that question's terms. A row
// of the wrong length counts as missing.
func NewModel(info Info, rows Rows) (*Model, error) {
	if info.Dimensions <= 0 || info.Fingerprint == "" || rows == nil {
		return nil, errors.New("semantic model: incomplete description")
	}
	return &Model{info: info, rows: rows}, nil
}

func newFitted(terms []string, rows []byte, info Info) *Model {
	size := rowSize(info.Dimensions)
	at := make(map[string]int, len(terms))
	for i, term := range terms {
		at[term] = i * size
	}
	info.Fingerprint = fingerprint(terms, rows, info.Dimensions)
	return &Model{info, func(term string) (TermVector, bool) {
		i, ok := at[term]
		return rows[i : i+size : i+size], ok
	}, terms}
}

func fingerprint(terms []string, rows []byte, dimensions int) string {
	hash := sha256.New()
	fmt.Fprintln(hash, version, dimensions, len(terms))
	for _, term := range terms {
		fmt.Fprintf(hash, "%q", term)
	}
	hash.Write(rows)
	return version + "-" + hex.EncodeToString(hash.Sum(nil)[:16])
}

// Info describes the model.
func (m *Model) Info() Info { return m.info }

// Fingerprint is that of Info.
func (m *Model) Fingerprint() string { return m.info.Fingerprint }

// Terms yields the terms of a model fresh from Fit with their vectors, for a
// store to keep; frequent terms come first. The vectors must not be changed.
// A model made of rows yields nothing.
func (m *Model) Terms() iter.Seq2[string, TermVector] {
	return func(yield func(string, TermVector) bool) {
		for _, term := range m.terms {
			if row, _ := m.rows(term); !yield(term, row) {
				return
			}
		}
	}
}

// row of a term, if it is one of this model's.
func (m *Model) row(term string) (TermVector, bool) {
	row, ok := m.rows(term)
	return row, ok && len(row) == rowSize(m.info.Dimensions)
}
