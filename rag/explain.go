package rag

import "context"

// Explanation says how a question was understood and why passages were found.
// Its JSON form is a contract; see [Result].
type Explanation struct {
	Mode      Mode            `json:"mode"`      // how passages were really matched
	Languages []string        `json:"languages"` // of the index; words are taken by the stems of each
	Words     []ExplainedWord `json:"words"`
	// Filtered is how many documents the filter lets pass; nil without one.
	Filtered    *int               `json:"filtered,omitempty"`
	Passages    []ExplainedPassage `json:"passages"`
	Coverage    []Coverage         `json:"coverage"`
	Diagnostics []Diagnostic       `json:"diagnostics"`
}

// ExplainedWord is a word of the question as it is looked for.
type ExplainedWord struct {
	Forms    []string `json:"forms"`    // any of these matches
	Passages []int64  `json:"passages"` // how many passages of the index hold each form
}

// ExplainedPassage is a passage with what its score is made of.
type ExplainedPassage struct {
	Rank       int     `json:"rank"`
	ID         string  `json:"id"`
	Collection string  `json:"collection"`
	Path       string  `json:"path"`
	Lines      [2]int  `json:"lines"`
	Score      float64 `json:"score"`
	Parts      []Part  `json:"parts"` // they add up to the score
}

// Explain carries the request out as [Query] does, with the same errors, and
// returns how, without the passages' text.
//
// How often words stand in passages is told of the whole tenant only to a
// scope that may see all of it; to another one the counts are left out.
func Explain(ctx context.Context, library *Library, request Request) (Explanation, error) {
	request.Explain = true
	s, err := find(ctx, library, request)
	if err != nil {
		return Explanation{}, err
	}
	explanation := Explanation{
		Mode: s.mode(), Languages: []string{}, Words: []ExplainedWord{}, Passages: []ExplainedPassage{},
		Coverage: s.coverage(), Diagnostics: s.diagnostics(),
	}
	if s.narrowed.documents != nil {
		filtered := len(s.narrowed.documents)
		explanation.Filtered = &filtered
	}
	for _, language := range s.asked.wording.languages {
		if language != "" {
			explanation.Languages = append(explanation.Languages, string(language))
		}
	}
	for _, found := range s.kept.found {
		explanation.Passages = append(explanation.Passages, ExplainedPassage{
			Rank: found.Rank, ID: found.ID, Collection: found.Collection, Path: found.Path, Lines: found.Lines,
			Score: found.Score, Parts: found.Explanation,
		})
	}
	explanation.Words, err = library.explainTerms(ctx, s.terms)
	return explanation, err
}

// explainTerms says how often terms stand in passages, to a scope that may know.
func (l *Library) explainTerms(ctx context.Context, terms []Term) ([]ExplainedWord, error) {
	words := make([]ExplainedWord, len(terms))
	for i, term := range terms {
		words[i] = ExplainedWord{Forms: append([]string{}, term.Forms...), Passages: []int64{}}
		if l.scope.limited {
			continue
		}
		counts, err := l.reader.Frequencies(ctx, term.Forms)
		if err != nil {
			return nil, err
		}
		words[i].Passages = append(words[i].Passages, counts...)
	}
	return words, nil
}
