package lexical

import (
	"strings"
	"unicode/utf8"
)

// Find returns where a text in a language has one of the wanted terms: byte
// offsets of start and end, in order, none overlapping. It is for showing a
// text; compounds are found by their words.
func (a *Analyzer) Find(text string, language Language, wanted map[string]bool) [][2]int {
	var found places
	at := 0 // end of the last word; only what is no word lies between two
	eachPiece(text, func(p piece) {
		start := at + max(0, strings.Index(text[at:], p.text))
		switch p.kind {
		case name: // after its word, with which it begins
			start = at - len(strings.TrimRight(p.text, "+#"))
			fallthrough
		case word:
			at = start + len(p.text)
			if a.hasWanted(p.text, language, wanted) {
				found.add(start, at)
			}
		case run:
			at = start + len(p.text)
			a.findInRun(&found, p.text, start, language, wanted)
		}
	})
	return found
}

func (a *Analyzer) hasWanted(text string, language Language, wanted map[string]bool) bool {
	for _, term := range a.Terms(text, language) {
		if wanted[term] {
			return true
		}
	}
	return false
}

// findInRun looks at each pair of neighbouring characters, as terms are made.
func (a *Analyzer) findInRun(found *places, run string, start int, language Language, wanted map[string]bool) {
	for at := 0; at < len(run); {
		_, one := utf8.DecodeRuneInString(run[at:])
		_, two := utf8.DecodeRuneInString(run[at+one:])
		if pair := run[at : at+one+two]; a.hasWanted(pair, language, wanted) {
			found.add(start+at, start+at+len(pair))
		}
		at += one
	}
}

// places are parts of a text in order.
type places [][2]int

// add adds a part that starts no earlier than the last, and joins it to that
// where they overlap.
func (p *places) add(start, end int) {
	if n := len(*p); n > 0 && start < (*p)[n-1][1] {
		(*p)[n-1][1] = max(end, (*p)[n-1][1])
		return
	}
	*p = append(*p, [2]int{start, end})
}
