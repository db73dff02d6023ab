package lexical

import "unicode/utf8"

// Slips returns how many slips of the hand lie between two words: letters too
// many, missing or wrong, and neighbours swapped (the distance of Damerau, of
// which no letter is part of two slips). From most+1 on it returns most+1; so it
// does for words of more than 64 characters.
func Slips(one, other string, most int) int {
	var buffers [2][maxTerm]rune
	a, fits := appendRunes(buffers[0][:0], one)
	b, alsoFits := appendRunes(buffers[1][:0], other)
	if !fits || !alsoFits || max(len(a), len(b))-min(len(a), len(b)) > most {
		return most + 1
	}
	// Rows of the usual table: how many slips make the first i letters of a the
	// first j of b.
	var rows [3][maxTerm + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range b {
		last[j+1] = j + 1
	}
	for i := range a {
		row[0] = i + 1
		least := row[0]
		for j := range b {
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+differ(a[i], b[j]))
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
			least = min(least, row[j+1])
		}
		if least > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], most+1)
}

func differ(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}

// appendRunes appends a word's characters as far as there is room for them.
func appendRunes(buffer []rune, word string) (runes []rune, all bool) {
	if len(word) > cap(buffer) && utf8.RuneCountInString(word) > cap(buffer) {
		return nil, false
	}
	for _, r := range word {
		buffer = append(buffer, r)
	}
	return buffer, true
}
