package lexical

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words of so many characters or more are taken for misspellings of others by
// one slip, and by two; shorter ones are like too many.
const (
	correctable    = 5
	correctableBy2 = 7
)

// MaxSlips returns by how many slips of the hand (see [Slips]) a word of a
// question may have become what it is. Codes, and words of scripts without
// spaces, are what they are.
func MaxSlips(word string) int {
	if Dense(word) || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return 0
	}
	switch length := utf8.RuneCountInString(word); {
	case length < correctable:
		return 0
	case length < correctableBy2:
		return 1
	}
	return 2
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// Neighbours yields the words that differ from a word by one slip of the hand:
// a letter too many, two swapped, one wrong, one missing (Damerau, "A Technique
// for Computer Detection and Correction of Spelling Errors", CACM 1964: four of
// five misspellings are one of these). A word that is short or not of ASCII
// letters alone has none.
func Neighbours(word string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if len(word) < correctable || strings.Trim(word, letters) != "" {
			return
		}
		for at := 0; at <= len(word); at++ {
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
