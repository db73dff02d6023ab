package lexical

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Misspelling tells of terms how likely a word of a question was meant to be
// one of them.
type Misspelling struct {
	most  int
	forms []string        // of the word as it was typed
	once  map[string]bool // forms of its neighbours
	// lacking finds the forms of neighbours by what is left of them without one
	// of their letters, and whole: of two words that are one slip apart the same
	// is left in one way at least (Garbe's "symmetric delete").
	lacking map[string][]string
}

// NewMisspelling looks at a word of a question to texts of the languages.
func NewMisspelling(word string, languages []Language) *Misspelling {
	forms := formsIn(slices.Clone(languages))
	m := &Misspelling{most: MaxSlips(word), forms: forms(word), once: map[string]bool{}, lacking: map[string][]string{}}
	if m.most == 0 {
		return m
	}
	for neighbour := range Neighbours(word) {
		for _, form := range forms(neighbour) {
			if m.once[form] {
				continue
			}
			m.once[form] = true
			if m.most > 1 {
				eachShorter(form, func(shorter []byte) { m.lacking[string(shorter)] = append(m.lacking[string(shorter)], form) })
			}
		}
	}
	return m
}

// Possible reports whether the word may be a misspelling at all.
func (m *Misspelling) Possible() bool { return m.most > 0 }

// Forms are the terms of the word as it was typed.
func (m *Misspelling) Forms() []string { return m.forms }

// Once are the terms of all neighbours of the word.
func (m *Misspelling) Once() map[string]bool { return m.once }

// Likeness says how likely a word was meant to be another; the lower the
// likelier, but for [Unlike].
type Likeness int

// Likenesses.
const (
	Unlike        Likeness = iota
	OneSlip                // see [Slips]
	OneSlipFirst           // in the first letter, which people nearly always get right
	TwoSlips               // between the terms of both
	TwoSlipsApart          // between the words, whose endings differ
)

// Likeness compares the word with one that has the term.
func (m *Misspelling) Likeness(term string) Likeness {
	if m.most == 0 {
		return Unlike
	}
	slips := m.slips(term)
	switch {
	case m.once[term], slips == 1 && MaxSlips(term) > 0:
		if m.sameFirst(term) {
			return OneSlip
		}
		if m.most == 1 {
			return Unlike // "fever" is not "never"
		}
		return OneSlipFirst
	case m.most == 1 || MaxSlips(term) == 0:
		return Unlike
	case slips == 2:
		return TwoSlips
	case m.twice(term):
		return TwoSlipsApart
	}
	return Unlike
}

// slips returns how many slips make the term one of the word's.
func (m *Misspelling) slips(term string) int {
	least := m.most + 1
	for _, form := range m.forms {
		least = min(least, Slips(form, term, m.most))
	}
	return least
}

func (m *Misspelling) sameFirst(term string) bool {
	first, _ := utf8.DecodeRuneInString(term)
	return slices.ContainsFunc(m.forms, func(form string) bool { return strings.HasPrefix(form, string(first)) })
}

// twice reports whether the term is a slip away from a neighbour's.
func (m *Misspelling) twice(term string) (found bool) {
	eachShorter(term, func(shorter []byte) {
		for _, form := range m.lacking[string(shorter)] {
			found = found || Slips(form, term, 1) <= 1
		}
	})
	return found
}

// eachShorter gives visit a word, if it is of ASCII letters, and the word
// without each of its letters, in one buffer.
func eachShorter(word string, visit func([]byte)) {
	if !isASCII(word) || len(word) > maxTerm {
		return
	}
	var buffer [maxTerm]byte
	visit(append(buffer[:0], word...))
	for at := range len(word) {
		if at > 0 && word[at] == word[at-1] {
			continue // the same as without the letter before
		}
		visit(append(append(buffer[:0], word[:at]...), word[at+1:]...))
	}
}
