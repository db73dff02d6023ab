package sqlitestore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"rag-context/rag"
)

// defaultCandidates is [Engine.Candidates] where that is 0.
const defaultCandidates = 60_000

// phrase is a form of a word in the FTS5 query.
type phrase struct {
	form      string
	word      int   // its place in the match's terms
	frequency int64 // passages that hold it
}

// plan is how a match is put to FTS5.
type plan struct {
	phrases  []phrase   // rarest words first, the forms of a word together
	leading  int        // phrases of which a passage must hold one
	required []rag.Term // that a passage must hold; then it need not hold a phrase
	idf      []float64  // by word, times its weight
	most     int64      // candidates; see [Engine.Candidates]
}

// newPlan looks up how common the words are. Forms that stand nowhere are left
// out.
func newPlan(ctx context.Context, tx *sql.Tx, match rag.Match, passages, most int64) (*plan, error) {
	terms := match.Terms
	p := &plan{most: most, required: match.Require, idf: make([]float64, len(terms))}
	totals := make([]int64, len(terms))
	seen := map[string]bool{}
	for word, term := range terms {
		frequencies, err := frequenciesOf(ctx, tx, term)
		if err != nil {
			return nil, err
		}
		for i, form := range term.Forms {
			frequency := frequencies[i]
			if frequency > 0 && !seen[form] {
				seen[form] = true
				totals[word] += frequency
				p.phrases = append(p.phrases, phrase{form, word, frequency})
			}
		}
		p.idf[word] = cmp.Or(term.Weight, 1) * idf(min(totals[word], passages), passages)
	}
	slices.SortStableFunc(p.phrases, func(a, b phrase) int {
		return cmp.Or(cmp.Compare(totals[a.word], totals[b.word]), cmp.Compare(a.word, b.word))
	})
	p.lead(totals)
	return p, nil
}

// lead takes as many words for leading as the bound on candidates allows, the
// rarest at least.
func (p *plan) lead(totals []int64) {
	if p.leading = len(p.phrases); len(p.required) > 0 {
		return // they bound the candidates
	}
	candidates := int64(0)
	for i, phrase := range p.phrases {
		if i == 0 || phrase.word != p.phrases[i-1].word {
			candidates += totals[phrase.word]
		}
		if candidates > p.most && phrase.word != p.phrases[0].word {
			return
		}
		p.leading = i + 1
	}
}

// words returns the word of each phrase of the expression; -1 for the leading
// phrases where they stand a second time, and for what is required.
func (p *plan) words() []int {
	var words []int
	if p.leading < len(p.phrases) {
		words = slices.Repeat([]int{-1}, p.leading)
	}
	for _, phrase := range p.phrases {
		words = append(words, phrase.word)
	}
	for i, term := range p.required {
		words = append(words, slices.Repeat([]int{-1}, len(term.Forms))...)
		if i == 0 {
			words = append(words, slices.Repeat([]int{-1}, len(term.Forms))...)
		}
	}
	return words
}

// empty reports whether no passage can match.
func (p *plan) empty() bool {
	return len(p.phrases)+len(p.required) == 0 ||
		slices.ContainsFunc(p.required, func(term rag.Term) bool { return len(term.Forms) == 0 })
}

// expression is the FTS5 query: any of the phrases, and, where some are too
// common to lead, any of the leading ones. With terms that are required, the
// phrases only add to the scores.
func (p *plan) expression() string {
	var forms []string
	for _, phrase := range p.phrases {
		forms = append(forms, phrase.form)
	}
	if len(p.required) == 0 {
		all := anyOf(forms)
		if p.leading < len(p.phrases) {
			return "(" + anyOf(forms[:p.leading]) + ") AND (" + all + ")"
		}
		return all
	}
	return "(" + anyOf(append(forms, p.required[0].Forms...)) + ") AND " + allOf(p.required)
}

// allOf is the FTS5 query for any form of each term.
func allOf(terms []rag.Term) string {
	all := make([]string, len(terms))
	for i, term := range terms {
		all[i] = "(" + anyOf(term.Forms) + ")"
	}
	return strings.Join(all, " AND ")
}

// anyOf quotes each form, so that it is no operator whatever it holds.
func anyOf(forms []string) string {
	quoted := make([]string, len(forms))
	for i, form := range forms {
		quoted[i] = `"` + strings.ReplaceAll(form, `"`, `""`) + `"`
	}
	return strings.Join(quoted, " OR ")
}

// frequencyOf returns how many passages hold a form.
func frequencyOf(ctx context.Context, db queryer, form string) (frequency int64, err error) {
	err = db.QueryRowContext(ctx, `SELECT doc FROM vocabulary WHERE term = ?`, form).Scan(&frequency)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return frequency, err
}

// frequenciesOf returns how many passages hold each form of a term.
func frequenciesOf(ctx context.Context, db queryer, term rag.Term) ([]int64, error) {
	if len(term.Frequencies) == len(term.Forms) {
		return term.Frequencies, nil
	}
	frequencies := make([]int64, len(term.Forms))
	for i, form := range term.Forms {
		var err error
		if frequencies[i], err = frequencyOf(ctx, db, form); err != nil {
			return nil, err
		}
	}
	return frequencies, nil
}

// Frequencies implements [rag.Store].
func (s *Store) Frequencies(ctx context.Context, forms []string) ([]int64, error) {
	frequencies, err := frequenciesOf(ctx, s.db, rag.Term{Forms: forms})
	return frequencies, translate("look up words", err)
}
