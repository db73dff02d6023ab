package lexical

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// Version names the way terms are made. Terms of two versions don't match each
// other: an index that stores another version must be made anew.
const Version = "1"

// maxTerm is the longest term kept, in bytes. Longer runs are base64, hashes
// and the like, which nobody asks for and which swell an index.
const maxTerm = 64

// Analyzer makes terms. The zero value is ready to use. It remembers stems, so
// one analyzer for many texts is much faster than one for each; it is not safe
// for concurrent use.
type Analyzer struct {
	stems map[string]string
	parts []part
}

// maxStems bounds the memory of stems: about 20 MB of the longest words.
const maxStems = 100_000

// Terms returns the terms of a text in reading order, repeats included.
func (a *Analyzer) Terms(text string) []string {
	var terms []string
	a.each(text, func(term string) { terms = append(terms, term) })
	return terms
}

// AppendTerms appends the text's terms to buffer, each followed by a space.
// No term holds white space.
func (a *Analyzer) AppendTerms(buffer []byte, text string) []byte {
	a.each(text, func(term string) {
		buffer = append(buffer, term...)
		buffer = append(buffer, ' ')
	})
	return buffer
}

// QuestionTerms returns the distinct terms of a question in reading order,
// without stop words, unless the question has no other words.
func (a *Analyzer) QuestionTerms(question string) []string {
	var terms, stops []string
	seen := map[string]bool{}
	a.eachWord(question, func(word string) {
		term := a.stem(word)
		if seen[term] {
			return
		}
		seen[term] = true
		if stopWords[word] {
			stops = append(stops, term)
		} else {
			terms = append(terms, term)
		}
	})
	if len(terms) == 0 {
		return stops
	}
	return terms
}

func (a *Analyzer) each(text string, emit func(term string)) {
	a.eachWord(text, func(word string) { emit(a.stem(word)) })
}

// stem returns the English (Porter 2) stem of a word of ASCII letters and
// every other word as it is.
func (a *Analyzer) stem(word string) string {
	if len(word) < 3 || !isASCIILetters(word) {
		return word
	}
	if stem, known := a.stems[word]; known {
		return stem
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	stem := env.Current()
	if a.stems == nil || len(a.stems) >= maxStems {
		a.stems = make(map[string]string)
	}
	a.stems[word] = stem
	return stem
}

func isASCIILetters(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}
