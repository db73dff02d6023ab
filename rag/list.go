package rag

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// Order is how a listing is sorted.
type Order string

// Orders.
const (
	OrderPath   Order = "path"   // by collection and path
	OrderNewest Order = "newest" // the last changed first
)

// ListRequest is what a door hands to [List]. The zero value lists the first
// documents of the whole scope by path.
type ListRequest struct {
	// Collections narrows the listing to these; empty means all of the scope.
	Collections []string
	// Filter narrows it to some documents of these.
	Filter Filter
	// Name narrows it by the documents' names and sizes.
	Name NameFilter
	// Order is how to sort; "" means [OrderPath].
	Order Order
	// Limit is the most documents to return; 0 means [DefaultLimit].
	Limit int
	// Cursor goes on after the page before; it comes from [Listing.NextCursor].
	Cursor string
}

// Listing is the answer of [List]. Its JSON form is a contract; see [Result].
type Listing struct {
	Documents   []Listed     `json:"documents"`
	Diagnostics []Diagnostic `json:"diagnostics"`
	NextCursor  string       `json:"next_cursor,omitempty"` // empty at the end
}

// Listed is a document as listings show it.
type Listed struct {
	ID         string     `json:"id"`
	Collection string     `json:"collection"`
	Path       string     `json:"path"`
	Title      string     `json:"title"`
	Type       string     `json:"type"`
	Language   string     `json:"language"`
	Tags       []string   `json:"tags"`
	Size       int64      `json:"size"` // bytes
	Modified   time.Time  `json:"modified"`
	Created    *time.Time `json:"created,omitempty"`
}

// List returns documents as they were at the last sync. Pages follow each other
// by the documents' places, so a changed index repeats none that stays where it
// is; a change is told in the diagnostics.
//
// Errors: a [*RequestError], [ErrNotFound] for a collection outside the scope,
// and the store's.
func List(ctx context.Context, library *Library, request ListRequest) (Listing, error) {
	if request.Limit == 0 {
		request.Limit = DefaultLimit
	}
	if request.Order == "" {
		request.Order = OrderPath
	}
	if request.Order != OrderPath && request.Order != OrderNewest {
		return Listing{}, &RequestError{Field: "sort", Problem: fmt.Sprintf("must be path or newest, not %.40q", string(request.Order))}
	}
	if request.Filter.Heading+request.Filter.Role != "" {
		return Listing{}, &RequestError{Field: "heading", Problem: "and role are of passages: documents are listed without"}
	}
	if err := CheckLimit(request.Limit, true); err != nil {
		return Listing{}, err
	}
	states, err := library.collections(ctx, request.Collections)
	if err != nil {
		return Listing{}, err
	}
	l := lister{library: library, request: request, states: states}
	return l.list(ctx)
}

// lister is one listing under way.
type lister struct {
	library *Library
	request ListRequest
	states  []CollectionState
	from    *listCursor
}

func (l *lister) list(ctx context.Context) (Listing, error) {
	passes, err := l.request.Filter.condition(fieldCompiler{l.library.options.Now(), &wording{casing: CaseSmart}})
	named, nameErr := l.request.Name.sieve()
	if err = cmp.Or(err, nameErr); err == nil {
		l.from, err = readListCursor(l.request.Cursor, l.hash())
	}
	if err != nil {
		return Listing{}, err
	}
	listing := Listing{Documents: []Listed{}, Diagnostics: []Diagnostic{}}
	if index := l.index(); l.from != nil && l.from.Index != index {
		listing.Diagnostics = append(listing.Diagnostics, Diagnostic{CodeIndexChanged,
			"the index has changed since the first page: documents that came or moved before this one are not in the pages that follow"})
	}
	var last Document
	for document, err := range l.library.reader.Documents(ctx, l.documents()) {
		if err != nil {
			return Listing{}, err
		}
		if passes.judge(subject{stage: PruneDocument, collection: document.Collection, document: document}) == no || !named(document) {
			continue
		}
		if len(listing.Documents) == l.request.Limit {
			listing.NextCursor = l.cursorAt(last)
			break
		}
		listing.Documents, last = append(listing.Documents, listed(document)), document
	}
	return listing, nil
}

func (l *lister) documents() DocumentRange {
	wanted := DocumentRange{Collections: names(l.states), Newest: l.request.Order == OrderNewest}
	if l.from != nil {
		wanted.After = &Document{ID: l.from.ID, Collection: l.from.Collection, Path: l.from.Path,
			Version: Version{Modified: time.Unix(0, l.from.Modified)}}
	}
	return wanted
}

func (l *lister) hash() uint32 {
	return hashOf(l.request.Collections, l.request.Filter, l.request.Name, l.request.Order)
}

// index tells one state of the index from another.
func (l *lister) index() uint32 {
	var parts []any
	for _, state := range l.states {
		parts = append(parts, state.Name, fmt.Sprint(state.Documents, state.Passages, state.SyncedAt.UnixNano()))
	}
	return hashOf(parts...)
}

func (l *lister) cursorAt(document Document) string {
	cursor := listCursor{Request: l.hash(), Index: l.index(), Collection: document.Collection, Path: document.Path}
	if l.request.Order == OrderNewest {
		cursor = listCursor{Request: l.hash(), Index: l.index(), Modified: document.Version.Modified.UnixNano(), ID: document.ID}
	}
	if l.from != nil {
		cursor.Index = l.from.Index
	}
	return cursor.encode()
}

func listed(document Document) Listed {
	item := Listed{
		ID: document.ID, Collection: document.Collection, Path: document.Path, Title: document.Title,
		Type: document.Format, Language: string(document.Language), Tags: slices.Concat([]string{}, document.Tags),
		Size: document.Version.Size, Modified: document.Version.Modified.UTC().Truncate(time.Second),
	}
	if !document.Created.IsZero() {
		created := document.Created.UTC().Truncate(time.Second)
		item.Created = &created
	}
	return item
}
