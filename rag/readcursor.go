package rag

import (
	"encoding/base64"
	"fmt"
	"slices"
)

// readFrom is where a reading starts.
type readFrom struct {
	ordinal int    // the first passage; 0 for the beginning
	line    int    // where that began
	text    uint32 // hash of what it said
	changed bool   // the document is not the one that was read before
}

// newReadCursor makes a cursor for a document from that passage on.
func newReadCursor(reference Reference, document Document, next Passage) string {
	text := fmt.Sprintf("%08x %08x %d %d %08x", reference.hash(), hashOf(document.Hash), next.Ordinal, next.First, hashOf(next.Text))
	return base64.RawURLEncoding.EncodeToString([]byte(text))
}

func (r Reference) hash() uint32 {
	return hashOf(r.Name, fmt.Sprint(r.First, r.Last, r.Neighbours))
}

// cursor reads the reference's cursor.
func (r Reference) cursor(document Document) (readFrom, error) {
	if r.Cursor == "" {
		return readFrom{}, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(r.Cursor)
	if err != nil {
		return readFrom{}, badCursor()
	}
	var request, content uint32
	var from readFrom
	if n, err := fmt.Sscanf(string(data), "%x %x %d %d %x", &request, &content, &from.ordinal, &from.line, &from.text); n != 5 || err != nil || from.line < 1 {
		return readFrom{}, badCursor()
	}
	if request != r.hash() {
		return readFrom{}, foreignCursor()
	}
	from.changed = content != hashOf(document.Hash)
	return from, nil
}

// rest returns the passages that are left. In a document that has changed they
// go on from the passage that says what the next one said, of several the
// nearest to where that was; where there is none, from its line.
func (f readFrom) rest(passages []Passage) []Passage {
	if !f.changed {
		return slices.DeleteFunc(passages, func(p Passage) bool { return p.Ordinal < f.ordinal })
	}
	next := -1
	for i, p := range passages {
		if hashOf(p.Text) == f.text && (next < 0 || distance(p.First, f.line) < distance(passages[next].First, f.line)) {
			next = i
		}
	}
	if next >= 0 {
		return passages[next:]
	}
	return cut(passages, 0, Reference{First: f.line})
}

func distance(a, b int) int { return max(a-b, b-a) }

// headOf returns the first passages that together have at most so many bytes,
// one at least, and the first of the rest; nil where there is none.
func headOf(passages []Passage, bytes int) (first []Passage, rest *Passage) {
	sum := 0
	for i, passage := range passages {
		sum += len(passage.Text)
		if bytes > 0 && sum > bytes && i > 0 {
			return passages[:i], &passages[i]
		}
	}
	return passages, nil
}
