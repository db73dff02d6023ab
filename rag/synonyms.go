package rag

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"rag-context/rag/lexical"
)

// Synonyms are groups of words that mean the same to whoever asks: "k8s,
// kubernetes". A question with one of a group finds passages with any.
type Synonyms [][]string

// ReadSynonyms reads a group a line, words with commas between them; blank
// lines and those that start with "#" are passed over.
func ReadSynonyms(r io.Reader) (Synonyms, error) {
	var groups Synonyms
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		var group []string
		for word := range strings.SplitSeq(line, ",") {
			if word = strings.TrimSpace(word); word != "" {
				group = append(group, word)
			}
		}
		groups = append(groups, group)
	}
	return groups, lines.Err()
}

// widen adds to a term the forms of the words that mean the same. A synonym of
// several words counts by each of them.
func (s Synonyms) widen(term lexical.Term, languages []lexical.Language) []string {
	forms := slices.Clone(term.Forms)
	for _, group := range s {
		terms := new(lexical.Analyzer).QuestionTerms(strings.Join(group, "\n"), languages)
		if !slices.ContainsFunc(terms, func(other lexical.Term) bool { return shareForm(other.Forms, term.Forms) }) {
			continue
		}
		for _, other := range terms {
			for _, form := range other.Forms {
				if !slices.Contains(forms, form) {
					forms = append(forms, form)
				}
			}
		}
	}
	return forms
}

func shareForm(a, b []string) bool {
	return slices.ContainsFunc(a, func(form string) bool { return slices.Contains(b, form) })
}
