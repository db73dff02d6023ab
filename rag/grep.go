package rag

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// GrepRequest is what a door hands to [Grep]. Only the pattern is required.
type GrepRequest struct {
	// Pattern is a text to look for or, with Regexp, an expression in RE2's
	// syntax; at most [MaxQuestion] bytes.
	Pattern string
	Regexp  bool
	// Case is when capitals matter; "" means [CaseRespect], as grep has it.
	Case Case
	// Word lets the pattern match whole words only.
	Word bool
	// Before and After are how many lines around each match to return too, at
	// most [MaxContext].
	Before, After int
	// MostPerDocument ends a document after so many matches; 0 is no bound.
	MostPerDocument int
	// Collections narrows the search to these; empty means all of the scope.
	Collections []string
	// Filter narrows it to some documents of these.
	Filter Filter
	// Cursor goes on after a document, see [GrepRequest.CursorAfter].
	Cursor string
	// NoSync searches the index as it stands; see [Request].
	NoSync bool
}

// MaxContext is the most lines that can be had around a match.
const MaxContext = 1000

// Grepped is a document with lines that match. Its JSON form is a contract; see
// [Result].
type Grepped struct {
	Document   string        `json:"document"` // its id
	Collection string        `json:"collection"`
	Path       string        `json:"path"`
	Title      string        `json:"title"`
	Stale      bool          `json:"stale"`
	Matches    int           `json:"matches"` // lines that match
	Lines      []GreppedLine `json:"lines"`   // in order: those that match and those around them
}

// GreppedLine is a line of a document.
type GreppedLine struct {
	// Line is its number in the source. Where a format's text has other lines
	// than its source (HTML), it is the nearest that is known not to be later.
	Line    int    `json:"line"`
	Column  int    `json:"column"` // of the first match, in bytes, from 1; 0 for a line around one
	Passage string `json:"passage,omitempty"`
	Text    string `json:"text"`
}

// Grep yields the documents that have lines which the pattern matches, by
// collection and path, as they were at the last sync or, where little has
// changed, are now. Documents that are gone are left out.
//
// An error ends the sequence: a [*RequestError], [ErrNotFound] for a collection
// outside the scope, and the store's. No match is no error.
func Grep(ctx context.Context, library *Library, request GrepRequest) iter.Seq2[Grepped, error] {
	return func(yield func(Grepped, error) bool) {
		g, err := newGrep(ctx, library, request)
		if err != nil {
			yield(Grepped{}, err)
			return
		}
		for hits, err := range byDocument(library.reader.Passages(ctx, g.wanted)) {
			found, matches := Grepped{}, false
			if err == nil && g.narrowed.allows(hits[0].Document) {
				found, matches, err = g.document(ctx, hits)
			}
			if (err != nil || matches) && !yield(found, err) || err != nil {
				return
			}
		}
	}
}

// CursorAfter returns the cursor with which the same request yields what follows
// a document that it has yielded.
func (r GrepRequest) CursorAfter(found Grepped) string {
	return listCursor{Request: r.hash(), Collection: found.Collection, Path: found.Path}.encode()
}

// hash tells one request from another; pages may differ in how much of each
// document they show.
func (r GrepRequest) hash() uint32 {
	return hashOf(r.Pattern, r.Regexp, r.Case, r.Word, r.Collections, r.Filter)
}

func (r GrepRequest) validate() error {
	switch {
	case r.Pattern == "":
		return &RequestError{Field: "pattern", Problem: "is empty"}
	case len(r.Pattern) > MaxQuestion:
		return &RequestError{Field: "pattern", Problem: fmt.Sprintf("has %d bytes; it takes 1 to %d", len(r.Pattern), MaxQuestion)}
	case min(r.Before, r.After) < 0 || max(r.Before, r.After) > MaxContext:
		return &RequestError{Field: "context", Problem: fmt.Sprintf("must be 0 to %d lines", MaxContext)}
	case r.MostPerDocument < 0:
		return &RequestError{Field: "max-count", Problem: "must be 1 or more"}
	case r.Filter.Heading+r.Filter.Role != "":
		return &RequestError{Field: "heading", Problem: "and role are of passages: lines are found without"}
	}
	return nil
}

// grep is one search for a pattern under way.
type grep struct {
	request  GrepRequest
	library  *Library
	pattern  *linePattern
	wanted   PassageRange
	narrowed narrowed
	check    *checker
}

func newGrep(ctx context.Context, library *Library, request GrepRequest) (*grep, error) {
	if err := request.validate(); err != nil {
		return nil, err
	}
	pattern, err := newLinePattern(request)
	if err != nil {
		return nil, err
	}
	from, err := readListCursor(request.Cursor, request.hash())
	if err != nil {
		return nil, err
	}
	states, err := library.collections(ctx, request.Collections)
	if err != nil {
		return nil, err
	}
	asked := &interpretation{wording: &wording{casing: CaseSmart}}
	if asked.condition, err = request.Filter.condition(fieldCompiler{library.options.Now(), asked.wording}); err != nil {
		return nil, err
	}
	if !request.NoSync {
		library.refresh(ctx, states)
	}
	g := &grep{request: request, library: library, pattern: pattern, check: newChecker(library, states)}
	if g.narrowed, err = library.narrow(ctx, states, asked); err != nil {
		return nil, err
	}
	languages, err := library.reader.Languages(ctx)
	g.wanted = PassageRange{
		Collections: names(states), Documents: g.narrowed.pushed(), Contain: pattern.contained(), Trigrams: pattern.trigrams,
		Require: pattern.required(&wording{casing: CaseIgnore, languages: languages}),
	}
	if from != nil {
		g.wanted.After = &Document{Collection: from.Collection, Path: from.Path}
	}
	return g, err
}

// byDocument gathers passages that follow each other by their document.
func byDocument(passages iter.Seq2[Hit, error]) iter.Seq2[[]Hit, error] {
	return func(yield func([]Hit, error) bool) {
		var gathered []Hit
		for hit, err := range passages {
			if err != nil {
				yield(nil, err)
				return
			}
			if len(gathered) > 0 && gathered[0].Document.ID != hit.Document.ID {
				if !yield(gathered, nil) {
					return
				}
				gathered = nil
			}
			gathered = append(gathered, hit)
		}
		if len(gathered) > 0 {
			yield(gathered, nil)
		}
	}
}

// document looks through the passages of a document.
func (g *grep) document(ctx context.Context, hits []Hit) (Grepped, bool, error) {
	document := hits[0].Document
	passages := make([]Passage, len(hits))
	for i, hit := range hits {
		passages[i] = hit.Passage
	}
	matches := g.matches(documentLines(passages))
	if len(matches) == 0 {
		return Grepped{}, false, nil
	}
	state := g.check.document(ctx, document)
	if state == documentGone {
		return Grepped{}, false, nil
	}
	found := Grepped{
		Document: document.ID, Collection: document.Collection, Path: document.Path, Title: document.Title,
		Stale: state == documentChanged, Matches: len(matches), Lines: matches,
	}
	if g.request.Before+g.request.After == 0 {
		return found, true, nil
	}
	_, all, err := g.library.reader.Document(ctx, document.ID)
	found.Lines = g.around(matches, documentLines(all))
	return found, true, err
}

func (g *grep) matches(lines []GreppedLine) (matches []GreppedLine) {
	for _, line := range lines {
		if line.Column = g.pattern.column(line.Text); line.Column > 0 {
			matches = append(matches, line)
		}
		if most := g.request.MostPerDocument; most > 0 && len(matches) == most {
			break
		}
	}
	return matches
}

// around returns the matches with the lines around them.
func (g *grep) around(matches, lines []GreppedLine) []GreppedLine {
	places := make([]int, 0, len(matches)) // of matches in lines
	columns := map[int]int{}
	for _, match := range matches {
		at := slices.IndexFunc(lines, func(line GreppedLine) bool {
			return line.Line == match.Line && line.Passage == match.Passage && line.Text == match.Text
		})
		if at >= 0 { // else the document was changed meanwhile
			places, columns[at] = append(places, at), match.Column
		}
	}
	var around []GreppedLine
	next := 0
	for _, at := range places {
		for i := max(next, at-g.request.Before); i <= min(at+g.request.After, len(lines)-1); i++ {
			line := lines[i]
			line.Column = columns[i]
			around, next = append(around, line), i+1
		}
	}
	return around
}
