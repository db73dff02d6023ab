package rag

import (
	"context"
	"iter"
	"time"

	"rag-context/rag/chunk"
)

// Item is one thing a source holds, as the source sees it now, unread.
type Item struct {
	// Path names the item within its collection: relative, slash-separated,
	// unique. It is what people see and cite.
	Path    string
	Version Version
	// Skip says why the item is no document although it is there ("larger
	// than 10 MiB"). Empty for an item to be read.
	Skip string
}

// Version tells cheaply whether an item may have changed: two equal versions
// are taken for equal content without reading it.
type Version struct {
	Size     int64     // bytes
	Modified time.Time // as precise as the source has it
}

// Equal reports whether the two versions are the same.
func (v Version) Equal(w Version) bool {
	// Stores keep 64 bits of nanoseconds; times beyond them compare as kept.
	return v.Size == w.Size && v.Modified.UnixNano() == w.Modified.UnixNano()
}

// Source is where the documents of one collection come from. Sources never
// write to what they read. Methods may be called from several goroutines.
type Source interface {
	// Scan yields every item, in no particular order, without reading any.
	// An error ends the sequence, and then what was yielded is no full
	// picture: nothing may be taken for deleted. A missing root is [ErrGone].
	Scan(ctx context.Context) iter.Seq2[Item, error]
	// Stat returns an item's version now; [ErrGone] where it no longer is.
	Stat(ctx context.Context, path string) (Version, error)
	// Read returns an item's content; [ErrGone] where it no longer is, a
	// [*SkipError] where it turns out to be no document.
	Read(ctx context.Context, path string) (Content, error)
}

// Content is what a source read: bytes, and what the source knows of them.
type Content struct {
	Path    string // of the item; its ending hints at the format
	Version Version
	Data    []byte
	// Title, Tags and Created are set where the source itself has them and
	// then win over what an extractor finds (Tags: both are kept).
	Title   string
	Tags    []string
	Created time.Time
}

// Extractor turns a document's bytes into text with structure. It is pure:
// the same content gives the same answer.
type Extractor interface {
	// Extract returns a [*SkipError] for what is no text (a picture, an
	// archive). Damaged text is still text: it is never an error.
	Extract(ctx context.Context, content Content) (Extracted, error)
}

// Extracted is a document's text with its structure.
type Extracted struct {
	Format  string // "markdown", "go", "html", "text" ...
	Title   string // "" where the text names none
	Aliases []string
	Tags    []string
	Created time.Time     // zero where the text says nothing
	Blocks  []chunk.Block // in reading order, not overlapping
}

// SourceOpener opens the source of a collection; cmd knows one per kind.
// [ErrGone] says that its place is missing.
type SourceOpener func(Collection) (Source, error)
