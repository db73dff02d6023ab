package rag

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Reading is a document, or a part of it, as it was at the last sync.
type Reading struct {
	Document   string   `json:"document"` // its id
	Passages   []string `json:"passages"` // ids of those that hold the lines
	Collection string   `json:"collection"`
	Path       string   `json:"path"`
	Title      string   `json:"title"`
	Type       string   `json:"type"`
	Tags       []string `json:"tags"`
	Heading    []string `json:"heading"` // of the first passage
	Lines      [2]int   `json:"lines"`   // first and last, inclusive
	Text       string   `json:"text"`
	Stale      bool     `json:"stale"` // the source's document has changed since
	// NextCursor gets what follows where [Reference.MaxBytes] ended the reading.
	NextCursor  string       `json:"next_cursor,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics,omitempty"`
}

// Reference names what [Read] is to return.
type Reference struct {
	// Name is a passage's id, a document's id, a document's path within its
	// collection, or "collection/path".
	Name string
	// First and Last limit the reading to these source lines; 0 is no limit.
	First, Last int
	// Neighbours is how many passages before and after a named passage to
	// add, at most [MaxNeighbours].
	Neighbours int
	// MaxBytes, unless 0, ends the reading before the passage that would make
	// it longer, but never before the first.
	MaxBytes int
	// Cursor goes on where a reading ended; it comes from [Reading.NextCursor].
	Cursor string
}

// Read returns what a reference names: [ErrNotFound] where it is nothing that
// the scope may see, a [*RequestError] where it is more than one document, the
// lines are out of order or the cursor is another reading's.
func Read(ctx context.Context, library *Library, reference Reference) (Reading, error) {
	if err := reference.validate(); err != nil {
		return Reading{}, err
	}
	states, err := library.Collections(ctx)
	if err != nil {
		return Reading{}, err
	}
	document, passages, ordinal, err := library.document(ctx, states, reference.Name)
	if err != nil {
		return Reading{}, err
	}
	from, err := reference.cursor(document)
	if err != nil {
		return Reading{}, err
	}
	wanted := from.rest(cut(passages, ordinal, reference))
	if len(wanted) == 0 && from.changed {
		return Reading{}, &RequestError{Field: "cursor", Problem: "goes on where nothing is any more: the document has changed; leave the cursor out to read it anew"}
	}
	if len(wanted) == 0 && reference.First > 0 && len(passages) > 0 {
		return Reading{}, &LinesError{Name: reference.Name, First: reference.First, From: passages[0].First, To: passages[len(passages)-1].Last}
	}
	if len(wanted) == 0 {
		return Reading{}, notFound("passage", reference.Name)
	}
	wanted, next := headOf(wanted, reference.MaxBytes)
	reading := newReading(document, wanted)
	if next != nil {
		reading.NextCursor = newReadCursor(reference, document, *next)
	}
	if from.changed {
		reading.Diagnostics = []Diagnostic{{CodeIndexChanged, "the document has changed since the part before this one: lines may have moved"}}
	}
	reading.Stale = newChecker(library, states).document(ctx, document) != documentUnchanged
	return reading, nil
}

// LinesError is an [ErrNotFound] for lines that a document does not have.
type LinesError struct {
	Name  string // of the document, as in the [Reference]
	First int    // the first line that was asked for
	From  int    // the first line with text; front matter may stand before it
	To    int    // the last one
}

func (e *LinesError) Error() string {
	return fmt.Sprintf("line %d of %.80q, whose text is in lines %d-%d: %v", e.First, e.Name, e.From, e.To, ErrNotFound)
}

// Unwrap returns [ErrNotFound].
func (e *LinesError) Unwrap() error { return ErrNotFound }

func (r Reference) validate() error {
	if r.First < 0 || r.Last < 0 || r.Last > 0 && r.First > r.Last {
		return &RequestError{Field: "lines", Problem: fmt.Sprintf("must be FIRST-LAST in order, from 1, not %d-%d", r.First, r.Last)}
	}
	if r.Neighbours < 0 || r.Neighbours > MaxNeighbours {
		return &RequestError{Field: "neighbours", Problem: fmt.Sprintf("must be 0 to %d, not %d", MaxNeighbours, r.Neighbours)}
	}
	return nil
}

// document returns the document that a name means, where the scope may see it,
// and the ordinal of the passage that it means; 0 for none.
func (l *Library) document(ctx context.Context, states []CollectionState, name string) (Document, []Passage, int, error) {
	id, ordinal, err := l.resolve(ctx, states, name)
	if err != nil {
		return Document{}, nil, 0, err
	}
	document, passages, err := l.reader.Document(ctx, id)
	if err == nil && !l.scope.Allows(document.Collection) {
		err = ErrNotFound
	}
	if errors.Is(err, ErrNotFound) {
		return Document{}, nil, 0, notFound("document", name)
	}
	if ordinal > 0 && !slices.ContainsFunc(passages, func(p Passage) bool { return p.Ordinal == ordinal }) {
		return Document{}, nil, 0, notFound("passage", name)
	}
	return document, passages, ordinal, err
}

// resolve finds the document, and the passage, that a name means.
func (l *Library) resolve(ctx context.Context, states []CollectionState, name string) (document string, ordinal int, err error) {
	if document, ordinal, ok := ParsePassageID(name); ok {
		return document, ordinal, nil
	}
	if isDocumentID(name) {
		return name, 0, nil
	}
	var matches []Document
	for _, state := range states {
		for _, path := range []string{name, strings.TrimPrefix(name, state.Name+"/")} {
			found, err := l.reader.FindDocument(ctx, state.Name, path)
			if err == nil {
				matches = append(matches, found)
				break
			}
			if !errors.Is(err, ErrNotFound) {
				return "", 0, err
			}
		}
	}
	switch len(matches) {
	case 0:
		return "", 0, notFound("document", name)
	case 1:
		return matches[0].ID, 0, nil
	}
	return "", 0, &RequestError{Field: "document", Problem: fmt.Sprintf("%.80q is in more than one collection: write %s/%s or %s/%s",
		name, matches[0].Collection, matches[0].Path, matches[1].Collection, matches[1].Path)}
}

// cut returns the passages, or their lines, that a reference asks for. A
// passage whose text is not its source's lines one by one is taken whole.
func cut(passages []Passage, ordinal int, reference Reference) []Passage {
	var wanted []Passage
	for _, passage := range passages {
		if ordinal > 0 && distance(passage.Ordinal, ordinal) > reference.Neighbours {
			continue
		}
		first, last := max(passage.First, reference.First), passage.Last
		if reference.Last > 0 {
			last = min(last, reference.Last)
		}
		if first > last {
			continue
		}
		lines := strings.Split(passage.Text, "\n")
		if len(lines) == passage.Last-passage.First+1 {
			passage.Text = strings.Join(lines[first-passage.First:last-passage.First+1], "\n")
			passage.First, passage.Last = first, last
		}
		wanted = append(wanted, passage)
	}
	return wanted
}

func newReading(document Document, passages []Passage) Reading {
	first, last := passages[0], passages[len(passages)-1]
	reading := Reading{
		Document:   document.ID,
		Collection: document.Collection,
		Path:       document.Path,
		Title:      document.Title,
		Type:       document.Format,
		Tags:       append([]string{}, document.Tags...),
		Heading:    append([]string{}, first.Heading...),
		Lines:      [2]int{first.First, last.Last},
	}
	var text strings.Builder
	for i, passage := range passages {
		if i > 0 {
			text.WriteString(gap(passages[i-1], passage))
		}
		text.WriteString(passage.Text)
		reading.Passages = append(reading.Passages, passage.ID())
	}
	reading.Text = text.String()
	return reading
}

// gap is what stands between two passages: a line break, and a blank line
// where lines are left out, which are blank ones.
func gap(before, after Passage) string {
	if after.First <= before.Last+1 {
		return "\n"
	}
	return "\n\n"
}

// DocumentState returns a text that is another one when the document of that
// name has other contents; errors are those of [Read].
func (l *Library) DocumentState(ctx context.Context, name string) (string, error) {
	states, err := l.Collections(ctx)
	if err != nil {
		return "", err
	}
	document, _, _, err := l.document(ctx, states, name)
	return document.Path + " " + document.Hash, err
}
