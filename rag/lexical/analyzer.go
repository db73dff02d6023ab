package lexical

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// Version names the way terms are made. Terms of two versions don't match each
// other: an index that stores another version must be made anew.
const Version = "1"

// maxTerm is the longest term kept, in bytes. Longer runs are base64, hashes
// and the like, which nobody asks for and which swell an index.
const maxTerm = 64

// Analyzer makes terms. The zero value is ready to use. It remembers the terms
// of the pieces it has seen, so one analyzer for many texts is much faster than
// one for each; it is not safe for concurrent use.
type Analyzer struct {
	known map[string]string // piece -> its terms, each followed by a space
}

// maxKnown bounds the memory of what is known, to about 20 MB.
const maxKnown = 100_000

// Terms returns the terms of a text in reading order, repeats included.
func (a *Analyzer) Terms(text string) []string {
	return strings.Fields(string(a.AppendTerms(nil, text)))
}

// AppendTerms appends the text's terms to buffer, each followed by a space.
// No term holds white space.
func (a *Analyzer) AppendTerms(buffer []byte, text string) []byte {
	eachPiece(text, func(p piece) { buffer = append(buffer, a.termsOf(p)...) })
	return buffer
}

// QuestionTerms returns the distinct terms of a question in reading order,
// without stop words, unless the question has no other words.
func (a *Analyzer) QuestionTerms(question string) []string {
	var terms, stops []string
	seen := map[string]bool{}
	eachPiece(question, func(p piece) {
		p.eachWord(func(word string) {
			term := stem(word)
			switch {
			case seen[term]:
			case stopWords[word]:
				stops = append(stops, term)
			default:
				terms = append(terms, term)
			}
			seen[term] = true
		})
	})
	if len(terms) == 0 {
		return stops
	}
	return terms
}

func (a *Analyzer) termsOf(p piece) string {
	if terms, known := a.known[p.text]; known {
		return terms
	}
	var terms strings.Builder
	p.eachWord(func(word string) {
		terms.WriteString(stem(word))
		terms.WriteByte(' ')
	})
	if len(p.text) > maxTerm {
		return terms.String() // rare, and long
	}
	if a.known == nil || len(a.known) >= maxKnown {
		a.known = make(map[string]string)
	}
	a.known[strings.Clone(p.text)] = terms.String() // the clone does not hold on to the whole text
	return terms.String()
}

// stem returns the English (Porter 2) stem of a word of ASCII letters and
// every other word as it is.
func stem(word string) string {
	if len(word) < 3 || !isASCIILetters(word) {
		return word
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}

func isASCIILetters(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}
