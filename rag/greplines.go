package rag

import "strings"

// documentLines returns the lines of passages in order, each once, also where
// passages overlap. Between two passages of one document, lines that are in
// none are blank.
func documentLines(passages []Passage) []GreppedLine {
	var lines []GreppedLine
	next := 0 // the line after the last; 0 at the start
	for i, passage := range passages {
		follows := i > 0 && passages[i-1].Ordinal+1 == passage.Ordinal
		for ; follows && next < passage.First; next++ {
			lines = append(lines, GreppedLine{Line: next})
		}
		texts := strings.Split(passage.Text, "\n")
		exact := len(texts) == passage.Last-passage.First+1
		for j, text := range texts {
			line := GreppedLine{Line: min(passage.First+j, passage.Last), Passage: passage.ID(), Text: text}
			if !exact {
				line.Line = passage.First
			}
			if line.Line >= next || !exact {
				lines = append(lines, line)
			}
		}
		next = max(next, passage.Last+1)
	}
	return lines
}
