package rag

import (
	"context"
	"iter"
	"time"

	"rag-context/rag/lexical"
	"rag-context/rag/trigram"
)

// Engine keeps the passages of many tenants apart. What one tenant stores must
// not show in another's results in any way: not as rows, not as counts, not
// in scores. ragtest.TestEngine is the contract every engine passes.
type Engine interface {
	// Open opens a tenant's store. The zero tenant is [ErrInvalidTenant]; a
	// tenant that has none is [ErrUnknownTenant], unless access is [AccessCreate].
	Open(ctx context.Context, tenant Tenant, access Access) (Store, error)
	// Tenants returns the tenants that have a store, by name.
	Tenants(ctx context.Context) ([]Tenant, error)
}

// Access says what a store is opened for.
type Access uint8

// Kinds of access.
const (
	AccessRead   Access = iota // writing methods answer ErrReadOnly
	AccessWrite                // of an existing store
	AccessCreate               // like AccessWrite, and makes the store where there is none
)

// Store is one tenant's collections, documents and passages. Its methods may
// be called from several goroutines and, on the same data, from several
// processes; readers never wait for a writer.
//
// A store knows nothing of languages: it gets the terms of passages and
// questions ready made and matches them byte by byte.
type Store interface {
	VectorStore

	// Tenant returns whose store this is.
	Tenant() Tenant
	// Close releases the store. Calling it twice is no error.
	Close() error

	// Collections returns every collection with its counts, by name.
	Collections(ctx context.Context) ([]CollectionState, error)
	// AddCollection adds an empty collection; [ErrExists] for a name in use.
	AddCollection(ctx context.Context, collection Collection) error
	// RemoveCollection removes a collection and all that is in it;
	// [ErrNotFound] where there is none of that name.
	RemoveCollection(ctx context.Context, name string) error

	// Entries returns what a collection held at its last sync: documents and
	// skipped items, by path.
	Entries(ctx context.Context, collection string) ([]Entry, error)
	// Apply makes all of a batch's changes, or none.
	Apply(ctx context.Context, batch Batch) error
	// Lock waits for and takes a right that one at a time has in this tenant;
	// it ends with release or with the process. With wait false, or when ctx
	// ends first, a right taken by somebody else is [ErrBusy].
	Lock(ctx context.Context, right Right, wait bool) (release func(), err error)

	// Match returns the passages that hold any of the terms, best first, at
	// most match.Limit, or as many as match.Distinct takes. Of a very large
	// store it may leave out passages that hold only terms which are common
	// there.
	Match(ctx context.Context, match Match) ([]Hit, error)
	// Languages returns the languages of the documents, each once.
	Languages(ctx context.Context) ([]lexical.Language, error)
	// Frequencies returns in how many passages of the whole store each of the
	// forms stands.
	Frequencies(ctx context.Context, forms []string) ([]int64, error)
	// FormsFrom yields the forms that stand in passages of the whole store and
	// begin with the prefix, byte by byte, in order.
	FormsFrom(ctx context.Context, prefix string) iter.Seq2[Form, error]
	// Document returns a document by id, with its passages in order;
	// [ErrNotFound] where there is none.
	Document(ctx context.Context, id string) (Document, []Passage, error)
	// Documents yields the documents of a range, in its order, without their
	// passages. An error ends the sequence.
	Documents(ctx context.Context, wanted DocumentRange) iter.Seq2[Document, error]
	// Tags returns how many documents of the collections have each tag. No
	// collections means no tags.
	Tags(ctx context.Context, collections []string) (map[string]int, error)
	// Passages yields the passages of a range, by collection, path and place in
	// the document.
	Passages(ctx context.Context, wanted PassageRange) iter.Seq2[Hit, error]
	// FindDocument returns the document of a collection at that path;
	// [ErrNotFound] where there is none.
	FindDocument(ctx context.Context, collection, path string) (Document, error)
}

// DocumentRange is a sequence of documents, or the rest of one.
type DocumentRange struct {
	// Collections are the ones to list. Empty means none, never all.
	Collections []string
	// Newest orders by time of change, latest first, then by id; otherwise the
	// order is by collection and path. Texts compare byte by byte.
	Newest bool
	// After, unless nil, starts behind where that document stands or would
	// stand. Its Collection and Path count, or Version.Modified and ID.
	After *Document
}

// PassageRange says which passages to read.
type PassageRange struct {
	// Collections are the ones to read of. Empty means none, never all.
	Collections []string
	// Documents, unless nil, are the ids of the only documents to read.
	Documents []string
	// Require are terms that a passage must all hold.
	Require []Term
	// Contain are texts that must all stand in a passage's text, byte by byte.
	Contain []string
	// Trigrams are what the lines that are looked for have: passages that can't
	// have such a line may be left out, also none of them.
	Trigrams trigram.Query
	// After, unless nil, starts behind the document of that Collection and Path,
	// or where it would stand.
	After *Document
}

// Entry is what a store remembers of an item, for telling what has changed.
type Entry struct {
	Path     string
	Version  Version
	Hash     string // "" for a skipped item
	Document string // its id; "" for a skipped item
	Pipeline string // see [Document]; "" for an item skipped unread
	Skip     string // why it is no document; "" for a document
}

// Batch is a set of changes to one collection that are made together.
type Batch struct {
	Collection string
	// Put stores documents with their passages; one with the same id, or at
	// the same path, is replaced.
	Put []IndexedDocument
	// Touch gives the items at these paths another version; nothing else of
	// them changes.
	Touch []Entry
	// Skip records items that are no documents; a document or skipped item at
	// the same path is replaced.
	Skip []Entry
	// Remove forgets the documents and skipped items at these paths.
	Remove []string
	// SyncedAt, unless zero, is when a complete sync ended.
	SyncedAt time.Time
}

// Empty reports whether the batch changes nothing.
func (b Batch) Empty() bool {
	return len(b.Put)+len(b.Touch)+len(b.Skip)+len(b.Remove) == 0 && b.SyncedAt.IsZero()
}

// IndexedDocument is a document with its passages, ready to be stored.
type IndexedDocument struct {
	Document Document
	Passages []IndexedPassage
}

func (d *IndexedDocument) setID(id string) {
	d.Document.ID = id
	for i := range d.Passages {
		d.Passages[i].Passage.Document = id
	}
}

// IndexedPassage is a passage with the terms it is found by.
type IndexedPassage struct {
	Passage Passage
	Terms   Fields
}

// Fields are the terms of a passage's fields, each term followed by a space.
type Fields struct {
	Title   string // of the document: title, aliases, tags, path
	Heading string
	Body    string
}

// Weights say how much a term's presence in each field counts.
type Weights struct{ Title, Heading, Body float64 }

// Match is a lexical search: passages that hold at least one of the terms, or
// all that are required, ranked by BM25 (Robertson and Zaragoza, 2009) over weighted fields.
type Match struct {
	Terms   []Term // in the question's order
	Weights Weights
	// Proximity is how much it counts, against the terms themselves, that terms
	// which are neighbours in the question are near each other in the text. A
	// pair scores like a term that is as common as the commoner of the two;
	// each place of one of them counts as 1/d² of an occurrence, d being how
	// many terms before it the other stood last, up to 8. It follows
	// Rasolofo and Savoy, "Term Proximity Scoring for Keyword-Based Retrieval
	// Systems" (ECIR 2003). 0 means not at all.
	Proximity float64
	// Require are terms that a passage must all hold to be found; then it need
	// not hold any of Terms.
	Require []Term
	// Collections are the ones to look in. Empty means none, never all.
	Collections []string
	// Documents, unless nil, are the ids of the only documents to look in.
	Documents []string
	Limit     int
	// Distinct is how many passages to find that are no copies of others (see
	// [Hit.Content]), beyond Limit where that takes it: up to 1,024 passages. 0
	// asks for none.
	Distinct int
}

// Term is what a question asks for: a word, in any of several forms that count
// as the same one (its stems in several languages, a corrected spelling). A
// passage with several of them has the word as often as the commonest.
type Term struct {
	Forms []string
	// Weight is how much the word counts, against others of the question; 0
	// means 1.
	Weight float64
	// Frequencies are those of the forms, as [Store].Frequencies returns them,
	// where they are known already; else nil.
	Frequencies []int64
}

// Form is a term as it stands in passages.
type Form struct {
	Text     string
	Passages int64 // that hold it
}

// Hit is a matched passage.
type Hit struct {
	Passage  Passage
	Document Document // its place, title and hash; Aliases and Tags may be left empty
	Score    float64  // higher is better
}

// Right is what one at a time may do in a tenant, in all processes.
type Right string

// Rights.
const (
	RightToSync    Right = "sync"  // change documents, or what is learned from them
	RightToLearn   Right = "learn" // make vectors of passages that have none
	RightToBeAlone Right = "alone" // be the one who learns in the background
)
