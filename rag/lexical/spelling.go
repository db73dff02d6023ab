package lexical

import (
	"iter"
	"slices"
	"strings"
)

// minCorrectable is the length in bytes from which on a word is taken for a
// misspelling of another: shorter ones are like too many.
const minCorrectable = 5

const letters = "abcdefghijklmnopqrstuvwxyz"

// Neighbours yields the words that differ from a word by one slip of the hand:
// a letter too many, two swapped, one wrong, one missing (Damerau, "A Technique
// for Computer Detection and Correction of Spelling Errors", CACM 1964: four of
// five misspellings are one of these). The first letter is taken as right,
// which it nearly always is. A word that is short or not of ASCII letters alone
// has none.
func Neighbours(word string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if len(word) < minCorrectable || strings.Trim(word, letters) != "" {
			return
		}
		for at := 1; at <= len(word); at++ {
			if !neighboursAt(word, at, yield) {
				return
			}
		}
	}
}

// neighboursAt yields those whose slip is at one place.
func neighboursAt(word string, at int, yield func(string) bool) bool {
	head, tail := word[:at], word[at:]
	if tail != "" && !yield(head+tail[1:]) {
		return false
	}
	if len(tail) > 1 && tail[0] != tail[1] && !yield(head+tail[1:2]+tail[:1]+tail[2:]) {
		return false
	}
	for _, letter := range letters {
		if tail != "" && rune(tail[0]) != letter && !yield(head+string(letter)+tail[1:]) {
			return false
		}
		if !yield(head + string(letter) + tail) {
			return false
		}
	}
	return true
}

// Corrections returns the terms of all neighbours of a question's word, as they
// stand in texts of the languages; each once.
func Corrections(word string, languages []Language) []string {
	forms := formsIn(slices.Clone(languages))
	seen := map[string]bool{}
	var terms []string
	for neighbour := range Neighbours(word) {
		for _, term := range forms(neighbour) {
			if !seen[term] {
				seen[term] = true
				terms = append(terms, term)
			}
		}
	}
	return terms
}
