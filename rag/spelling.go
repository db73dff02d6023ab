package rag

import (
	"context"
	"slices"

	"rag-context/rag/lexical"
)

// correctedWeight is how much a corrected word counts against one that stands
// in the passages as it was typed.
const correctedWeight = 0.6

// maxCorrections bounds the words of a question that are looked at for
// misspellings; each costs some hundred look-ups.
const maxCorrections = 4

// correct gives words that stand in no passage the spelling that is one slip
// away and stands in most. It returns what was corrected, for a diagnostic.
func (l *Library) correct(ctx context.Context, words []lexical.Term, languages []lexical.Language) (terms []Term, corrected []string, err error) {
	terms = matchTerms(words)
	tried := 0
	for i, term := range terms {
		frequencies, err := l.reader.Frequencies(ctx, term.Forms)
		if err != nil {
			return nil, nil, err
		}
		terms[i].Frequencies = frequencies
		if slices.Max(frequencies) > 0 || tried == maxCorrections {
			continue
		}
		tried++
		spelling, err := l.likeliest(ctx, lexical.Corrections(words[i].Word, languages))
		if err != nil {
			return nil, nil, err
		}
		if spelling != "" {
			terms[i] = Term{Forms: []string{spelling}, Weight: correctedWeight}
			corrected = append(corrected, spelling)
		}
	}
	return terms, corrected, nil
}

// likeliest returns the term that stands in most passages; "" where none stands
// in any.
func (l *Library) likeliest(ctx context.Context, terms []string) (string, error) {
	frequencies, err := l.reader.Frequencies(ctx, terms)
	if err != nil || len(terms) == 0 {
		return "", err
	}
	most := slices.Max(frequencies)
	if most == 0 {
		return "", nil
	}
	return terms[slices.Index(frequencies, most)], nil
}
