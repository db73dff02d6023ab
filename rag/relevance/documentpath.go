package relevance

import "strings"

// pathLetters spell a path, half a byte each. Without vowels and digits they
// make no word that anybody asks for: an id may say what a document is about
// ("Super_Bowl_50#0"), or look like a number in a query, and the words of a
// path are searched. A ranking that profits from that would be measured too
// high.
const pathLetters = "bcdfghjklmnpqrst"

// pathEnding makes the text of every document plain text.
const pathEnding = ".txt"

// DocumentPath returns the path of the item that holds the document of that
// id: a safe file name on every system, different for every id.
func DocumentPath(id string) string {
	path := make([]byte, 0, 2*len(id)+len(pathEnding))
	for i := range len(id) {
		path = append(path, pathLetters[id[i]>>4], pathLetters[id[i]&15])
	}
	return string(append(path, pathEnding...))
}

// DocumentID returns the id that [DocumentPath] made the path of; ok is false
// for any other path.
func DocumentID(path string) (id string, ok bool) {
	letters, ok := strings.CutSuffix(path, pathEnding)
	if !ok || len(letters)%2 == 1 {
		return "", false
	}
	bytes := make([]byte, 0, len(letters)/2)
	for i := 0; i < len(letters); i += 2 {
		high, low := strings.IndexByte(pathLetters, letters[i]), strings.IndexByte(pathLetters, letters[i+1])
		if high < 0 || low < 0 {
			return "", false
		}
		bytes = append(bytes, byte(high<<4|low))
	}
	return string(bytes), true
}
