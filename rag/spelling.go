package rag

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"rag-context/rag/lexical"
)

const (
	// correctedWeight is how much a corrected word counts against one that
	// stands in the passages as it was typed.
	correctedWeight = 0.6
	// maxCorrections bounds the words of a question that are looked at for
	// misspellings.
	maxCorrections = 4
	// rare is the number of passages up to which a word may stand in none of
	// the collections that are looked in although it stands in others.
	rare = 1000
	// maxTried bounds the spellings that are tried for one that stands in those
	// collections.
	maxTried = 50
)

// speller finds what misspelt words of a question were meant to be. It knows
// the words of the whole store, and suggests none that stands only in
// collections that are not looked in.
type speller struct {
	reader      Store
	languages   []lexical.Language
	collections []string // that are looked in
	partial     bool     // whether there are others
	sure        int      // how many first letters two slips leave alone
	// foreign says that no document is in the question's language: words that
	// stand nowhere are hardly misspelt then, so that no more than one slip in
	// them is looked for.
	foreign bool
}

// spelling is a term that a word may stand for.
type spelling struct {
	Form
	likeness lexical.Likeness
}

func (s *search) newSpeller(ctx context.Context, languages []lexical.Language) (*speller, error) {
	all, err := s.library.reader.Collections(ctx)
	spoken := lexical.Detect(s.asked.words)
	return &speller{
		reader: s.library.reader, languages: languages, collections: names(s.states), partial: len(s.states) < len(all),
		sure: sureLetters(passagesIn(all)), foreign: spoken != "" && !slices.Contains(languages, spoken),
	}, err
}

// sureLetters is how many first letters are taken as right where there may be
// two slips, so that looking through all terms that begin with them takes some
// 20 milliseconds at most: what they take grows with the passages that hold them.
func sureLetters(passages int) int {
	switch {
	case passages <= 20_000:
		return 1
	case passages <= 200_000:
		return 2
	}
	return 3
}

// correct makes terms of words; of those that stand in no passage, the terms
// they most likely stand for. It returns what was corrected, for a diagnostic.
func (p *speller) correct(ctx context.Context, words []lexical.Term) (terms []Term, corrected []string, err error) {
	terms = matchTerms(words)
	tried := 0
	for i := range terms {
		term := &terms[i]
		if term.Frequencies, err = p.reader.Frequencies(ctx, term.Forms); err != nil {
			return nil, nil, err
		}
		stands, err := p.stands(ctx, *term)
		if err != nil {
			return nil, nil, err
		}
		if stands || tried == maxCorrections {
			continue
		}
		tried++
		likeliest, err := p.likeliest(ctx, words[i].Word)
		if err != nil {
			return nil, nil, err
		}
		if likeliest != "" {
			*term = Term{Forms: []string{likeliest}, Weight: correctedWeight}
			corrected = append(corrected, likeliest)
		}
	}
	return terms, corrected, nil
}

// stands reports whether a term whose frequencies are known stands in the
// collections that are looked in.
func (p *speller) stands(ctx context.Context, term Term) (bool, error) {
	most := slices.Max(term.Frequencies)
	if most == 0 || most > rare || !p.partial {
		return most > 0, nil
	}
	hits, err := p.reader.Match(ctx, Match{Terms: []Term{term}, Weights: fieldWeights, Collections: p.collections, Limit: 1})
	return len(hits) > 0, err
}

// likeliest returns the likeliest term, of those that are equally likely the one
// that stands in most passages, or else the longest; "" where none does.
func (p *speller) likeliest(ctx context.Context, word string) (string, error) {
	misspelling := lexical.NewMisspelling(word, p.languages)
	if !misspelling.Possible() {
		return "", nil
	}
	spellings, err := p.spellings(ctx, misspelling)
	if err != nil {
		return "", err
	}
	slices.SortFunc(spellings, func(a, b spelling) int {
		return cmp.Or(cmp.Compare(a.likeness, b.likeness), cmp.Compare(b.Passages, a.Passages), cmp.Compare(len(b.Text), len(a.Text)), cmp.Compare(a.Text, b.Text))
	})
	for _, one := range spellings[:min(len(spellings), maxTried)] {
		stands, err := p.stands(ctx, Term{Forms: []string{one.Text}, Frequencies: []int64{one.Passages}})
		if stands || err != nil {
			return one.Text, err
		}
	}
	return "", nil
}

// spellings returns the terms of the store that the word may be a misspelling
// of. One slip may be anywhere, two are behind the letters that are taken as
// right.
func (p *speller) spellings(ctx context.Context, misspelling *lexical.Misspelling) ([]spelling, error) {
	var found []spelling
	starts := prefixes(misspelling.Forms(), p.sure)
	for _, prefix := range starts {
		for form, err := range p.reader.FormsFrom(ctx, prefix) {
			if err != nil {
				return nil, err
			}
			if likeness := p.likeness(misspelling, form.Text); likeness != lexical.Unlike {
				found = append(found, spelling{form, likeness})
			}
		}
	}
	for term := range misspelling.Once() {
		likeness := p.likeness(misspelling, term)
		if likeness == lexical.Unlike || slices.ContainsFunc(starts, func(prefix string) bool { return strings.HasPrefix(term, prefix) }) {
			continue
		}
		passages, err := p.reader.Frequencies(ctx, []string{term})
		if err != nil {
			return nil, err
		}
		if passages[0] > 0 {
			found = append(found, spelling{Form{term, passages[0]}, likeness})
		}
	}
	return found, nil
}

func (p *speller) likeness(misspelling *lexical.Misspelling, term string) lexical.Likeness {
	likeness := misspelling.Likeness(term)
	if p.foreign && likeness > lexical.OneSlip {
		return lexical.Unlike
	}
	return likeness
}

// prefixes returns the first characters of the forms, each once.
func prefixes(forms []string, characters int) []string {
	var prefixes []string
	for _, form := range forms {
		end := 0
		for range characters {
			_, size := utf8.DecodeRuneInString(form[end:])
			end += size
		}
		if prefix := form[:end]; !slices.Contains(prefixes, prefix) {
			prefixes = append(prefixes, prefix)
		}
	}
	return prefixes
}
