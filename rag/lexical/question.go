package lexical

import (
	"slices"
	"strings"
)

// Term is one word of a question.
type Term struct {
	// Word is the word as it was typed, in lower case and without accents.
	Word string
	// Forms are the terms that stand for the word in texts of the languages
	// asked for; at least one. No two terms of a question share a form. A text
	// that has several has the word as often as the commonest of them.
	Forms []string
}

// QuestionTerms returns the distinct words of a question in reading order,
// as they stand in texts of the given languages (those of the documents) and
// of the question's own.
//
// Stop words of the question's language are left out, unless there are no
// other words. That language is the detected one; where a question does not
// show it, that of the documents if they have but one, else English.
func (a *Analyzer) QuestionTerms(question string, languages []Language) []Term {
	spoken := questionLanguage(question, languages)
	stops := stopWords(spoken)
	forms := formsIn(append(slices.Clone(languages), spoken))
	var content, stopped wordList
	eachPiece(question, func(p piece) {
		p.eachWord(func(word string) {
			list := &content
			if stops[spell(word)] {
				list = &stopped
			}
			list.add(spell(word), forms(word))
		})
	})
	if len(content.terms) == 0 {
		return stopped.terms
	}
	return content.terms
}

func questionLanguage(question string, languages []Language) Language {
	if spoken := Detect(question); spoken != "" || len(languages) != 1 {
		return spoken
	}
	return languages[0]
}

// formsIn returns what makes the forms of a word in texts of the languages.
func formsIn(languages []Language) func(word string) []string {
	slices.Sort(languages)
	var all []rules
	for _, language := range slices.Compact(languages) {
		all = append(all, rulesFor(language))
	}
	return func(word string) []string {
		var forms []string
		for _, spelling := range spellings(word) {
			for _, r := range all {
				r.eachTerm(spelling, func(term string) {
					if !slices.Contains(forms, term) {
						forms = append(forms, term)
					}
				})
			}
		}
		return forms
	}
}

// spellings returns a word and, where it has umlauts and the like, the way it
// is written without them: texts that are not German may have either.
func spellings(word string) []string {
	if isASCII(word) {
		return []string{word}
	}
	composed := spell(word)
	if plain := digraphs.Replace(composed); plain != composed {
		return []string{word, plain}
	}
	return []string{word}
}

var digraphs = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ø", "oe", "å", "aa")

// wordList keeps words apart by their forms.
type wordList struct {
	terms []Term
	owner map[string]int // form -> its term
}

// add adds a word by its forms: to a word that has one of them, else as a new
// one.
func (l *wordList) add(word string, forms []string) {
	if len(forms) == 0 {
		return
	}
	if l.owner == nil {
		l.owner = map[string]int{}
	}
	at := len(l.terms)
	for _, form := range forms {
		if known, found := l.owner[form]; found {
			at = known
			break
		}
	}
	if at == len(l.terms) {
		l.terms = append(l.terms, Term{Word: word})
	}
	for _, form := range forms {
		if _, found := l.owner[form]; !found {
			l.owner[form] = at
			l.terms[at].Forms = append(l.terms[at].Forms, form)
		}
	}
}
