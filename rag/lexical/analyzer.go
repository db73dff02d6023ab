package lexical

import "strings"

// Version names the way terms are made. Terms of two versions don't match each
// other: an index that stores another version must be made anew.
const Version = "2"

// maxTerm is the longest term kept, in characters. Longer runs are base64,
// hashes and the like, which nobody asks for and which swell an index.
const maxTerm = 64

// Analyzer makes terms. The zero value is ready to use. It remembers the terms
// of the pieces it has seen, so one analyzer for many texts is much faster than
// one for each; it is not safe for concurrent use.
type Analyzer struct {
	known map[Language]*memory
	size  int // pieces known in all languages
}

// memory holds what is known of one language.
type memory struct {
	rules rules
	terms map[string]string // piece -> its terms, each followed by a space
}

// maxKnown bounds the memory of what is known, to about 20 MB.
const maxKnown = 100_000

// Terms returns the terms of a text in a language in reading order, repeats
// included.
func (a *Analyzer) Terms(text string, language Language) []string {
	return strings.Fields(string(a.AppendTerms(nil, text, language)))
}

// AppendTerms appends the terms of a text in a language to buffer, each
// followed by a space. No term holds white space.
func (a *Analyzer) AppendTerms(buffer []byte, text string, language Language) []byte {
	known := a.memoryOf(language)
	eachPiece(text, func(p piece) {
		terms, found := known.terms[p.text]
		if !found {
			terms = known.rules.termsOf(p)
			a.remember(known, p, terms)
		}
		buffer = append(buffer, terms...)
	})
	return buffer
}

func (a *Analyzer) memoryOf(language Language) *memory {
	if a.known == nil {
		a.known = map[Language]*memory{}
	}
	known := a.known[language]
	if known == nil {
		known = &memory{rulesFor(language), map[string]string{}}
		a.known[language] = known
	}
	return known
}

func (a *Analyzer) remember(known *memory, p piece, terms string) {
	if len(p.text) > maxTerm {
		return // rare, and long
	}
	if a.size >= maxKnown {
		for _, full := range a.known {
			clear(full.terms)
		}
		a.size = 0
	}
	known.terms[strings.Clone(p.text)] = terms // the clone does not hold on to the whole text
	a.size++
}

// termsOf returns the terms of a piece, each followed by a space.
func (r rules) termsOf(p piece) string {
	var terms strings.Builder
	p.eachWord(func(word string) {
		r.eachTerm(word, func(term string) {
			terms.WriteString(term)
			terms.WriteByte(' ')
		})
	})
	return terms.String()
}
