package rag

import (
	"strconv"
	"strings"
	"time"

	"rag-context/rag/lexical"
)

// Document is one item of a collection as it was at the last sync.
type Document struct {
	ID         string // stable: survives edits and renames; see [Sync]
	Collection string
	Path       string // relative to the collection, slash-separated
	Title      string
	Aliases    []string
	Tags       []string
	Format     string
	Language   lexical.Language // of its text; "" where unknown
	Version    Version
	Hash       string    // of the content's bytes, hexadecimal SHA-256
	Created    time.Time // zero where unknown
	// Pipeline names the version of the steps that made passages and terms of
	// the content. A document of another version is made anew by the next sync.
	Pipeline string
}

// Passage is a span of a document that can be cited.
type Passage struct {
	Document string   // the document's id
	Ordinal  int      // from 1, in document order
	Heading  []string // titles of the sections it stands in, outermost first
	First    int      // first source line, from 1
	Last     int      // last source line, inclusive
	Text     string   // whole lines, without a final newline

	Language lexical.Language // of its document; what terms are made by
}

// ID returns the passage's id, "<document>.<ordinal>".
func (p Passage) ID() string { return p.Document + "." + strconv.Itoa(p.Ordinal) }

// ParsePassageID splits an id made by [Passage.ID]; ok is false for any other
// text.
func ParsePassageID(id string) (document string, ordinal int, ok bool) {
	document, number, found := strings.Cut(id, ".")
	if !found || !isDocumentID(document) {
		return "", 0, false
	}
	ordinal, err := strconv.Atoi(number)
	return document, ordinal, err == nil && ordinal > 0
}
