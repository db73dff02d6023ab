package rag

import (
	"strings"

	"rag-context/rag/lexical"
)

// Snippet returns up to n neighbouring lines of a text, blank ones left out,
// that hold the most of a question's words; of equals the first.
func Snippet(question, text string, n int) []string {
	analyzer := &lexical.Analyzer{}
	language := lexical.Detect(text)
	wanted := questionForms(analyzer, question, language)
	var lines []string
	var held []map[string]bool // wanted terms, by line
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		terms := map[string]bool{}
		for _, term := range analyzer.Terms(line, language) {
			if wanted[term] {
				terms[term] = true
			}
		}
		lines, held = append(lines, line), append(held, terms)
	}
	best, most := 0, -1
	for start := range lines {
		if count := distinct(held[start:min(start+n, len(held))]); count > most && start+min(n, len(lines)) <= len(lines) {
			best, most = start, count
		}
	}
	return lines[best:min(best+n, len(lines))]
}

func distinct(sets []map[string]bool) int {
	all := map[string]bool{}
	for _, set := range sets {
		for term := range set {
			all[term] = true
		}
	}
	return len(all)
}
