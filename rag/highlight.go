package rag

import "rag-context/rag/lexical"

// Matches returns where a text holds words of a question: byte offsets of
// start and end, in order, none overlapping.
func Matches(question, text string) [][2]int {
	analyzer := &lexical.Analyzer{}
	language := lexical.Detect(text)
	return analyzer.Find(text, language, questionForms(analyzer, question, language))
}

// questionForms are the terms that words of a question have in texts of a
// language.
func questionForms(analyzer *lexical.Analyzer, question string, language lexical.Language) map[string]bool {
	wanted := map[string]bool{}
	for _, term := range analyzer.QuestionTerms(question, []lexical.Language{language}) {
		for _, form := range term.Forms {
			wanted[form] = true
		}
	}
	return wanted
}
