package rag

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rag-context/rag/lexical"
)

// exact reports whether the case of a text matters.
func (c Case) exact(text string) bool {
	return c == CaseRespect || c == CaseSmart && strings.ContainsFunc(text, unicode.IsUpper)
}

// wording looks for words and phrases in passages.
type wording struct {
	casing    Case
	languages []lexical.Language // of the index
	analyzer  lexical.Analyzer
	forms     map[string][]string // by word, as far as looked up
	texts     map[readText][]string
}

// readText is a text that was taken apart: into words, or into the terms of a
// language.
type readText struct {
	text  string
	as    lexical.Language
	terms bool
	exact bool
}

// mostRead bounds how many texts are remembered, which are those of the passage
// that is being judged.
const mostRead = 64

// parts returns the parts of a text, which a long query asks for again and
// again.
func (w *wording) parts(of readText, take func() []string) []string {
	parts, known := w.texts[of]
	if !known {
		if parts = take(); w.texts == nil || len(w.texts) >= mostRead {
			w.texts = map[readText][]string{}
		}
		w.texts[of] = parts
	}
	return parts
}

// holdsPhrase reports whether the words of a phrase follow each other in a text,
// whatever signs and white space stand between. A phrase of nothing but signs
// must stand there as it is.
func (w *wording) holdsPhrase(text, phrase string) bool {
	exact := w.casing.exact(phrase)
	wanted := spokenWords(phrase, exact)
	if len(wanted) == 0 {
		return strings.Contains(text, strings.TrimSpace(phrase))
	}
	words := w.parts(readText{text: text, exact: exact}, func() []string { return spokenWords(text, exact) })
	for ; len(words) >= len(wanted); words = words[1:] {
		if slices.Equal(words[:len(wanted)], wanted) {
			return true
		}
	}
	return false
}

// holds reports whether a passage has a word, in any of its forms; where case
// matters, and for what is more than a word ("foo-bar", "C++"), as it stands.
func (w *wording) holds(passage Passage, word string) bool {
	if !w.byForm(word) {
		return w.holdsAsIs(passage, word)
	}
	wanted := w.formsOf(word)
	return slices.ContainsFunc(passageTexts(passage), func(text string) bool {
		terms := w.parts(readText{text: text, as: passage.Language, terms: true}, func() []string { return w.analyzer.Terms(text, passage.Language) })
		return slices.ContainsFunc(terms, func(term string) bool { return slices.Contains(wanted, term) })
	})
}

// holdsAsIs reports whether a phrase stands in a passage's text or in one of its
// headings.
func (w *wording) holdsAsIs(passage Passage, phrase string) bool {
	return slices.ContainsFunc(passageTexts(passage), func(text string) bool { return w.holdsPhrase(text, phrase) })
}

func passageTexts(passage Passage) []string {
	return append([]string{passage.Text}, passage.Heading...)
}

// byForm reports whether a word is found by its forms.
func (w *wording) byForm(word string) bool {
	words := spokenWords(word, true)
	return len(words) == 1 && !w.casing.exact(word) && canBeNeeded(words[0])
}

func (w *wording) formsOf(word string) []string {
	forms, known := w.forms[word]
	if !known {
		if terms := w.analyzer.QuestionTerms(word, w.languages); len(terms) > 0 {
			forms = terms[0].Forms // of the word as a whole
		}
		if w.forms == nil {
			w.forms = map[string][]string{}
		}
		w.forms[word] = forms
	}
	return forms
}

// neededFor returns terms that every text with the phrase has.
func (w *wording) neededFor(phrase string) (terms []Term) {
	for _, word := range spokenWords(phrase, true) {
		if forms := w.formsOf(strings.ToLower(word)); canBeNeeded(word) && len(forms) > 0 {
			terms = append(terms, Term{Forms: forms})
		}
	}
	return terms
}

// canBeNeeded reports whether a word that stands in a text is always one of its
// terms. Short ones may be what is left of a contraction, long ones are too
// long for an index, and signs are no part of most terms.
func canBeNeeded(word string) bool {
	length := utf8.RuneCountInString(word)
	return 3 <= length && length <= 60 && !strings.ContainsAny(word, "+#")
}

// spokenWords returns the words of a text as they would be said: runs of letters
// and digits, single characters of scripts without spaces, and names like "C++".
// Without exact, they are folded.
func spokenWords(text string, exact bool) []string {
	var words []string
	for start := 0; start < len(text); {
		end := wordEnd(text, start)
		if end == start {
			_, size := utf8.DecodeRuneInString(text[start:])
			start += size
			continue
		}
		word := text[start:end]
		if !exact {
			word = lexical.Fold(word)
		}
		words = append(words, word)
		start = end
	}
	return words
}

// wordEnd returns the end of the word that starts at start, start for none.
func wordEnd(text string, start int) int {
	end, length := start, 0
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		dense := lexical.Dense(text[end : end+size])
		if dense && length > 0 || !isNameRune(r) && !unicode.IsMark(r) {
			break
		}
		end, length = end+size, length+1
		if dense {
			return end
		}
	}
	for _, sign := range []string{"++", "#"} {
		if 0 < length && length <= 2 && strings.HasPrefix(text[end:], sign) {
			return end + len(sign)
		}
	}
	return end
}
