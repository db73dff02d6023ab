package rag

import "time"

// Result is the answer of [Query]. Its JSON form is a contract with scripts
// and MCP clients: fields are added, never renamed. It holds no absolute path.
type Result struct {
	Query       string       `json:"query"`  // the question as it was searched: its words, without fields and what is left out
	Tenant      string       `json:"tenant"` // whose passages these are
	Mode        Mode         `json:"mode"`   // how they were really matched
	Effort      Effort       `json:"effort"` // how far they were looked for
	Cost        Cost         `json:"cost"`   // what that took
	Passages    []Found      `json:"passages"`
	Coverage    []Coverage   `json:"coverage"`
	Diagnostics []Diagnostic `json:"diagnostics"`
	Snapshot    Snapshot     `json:"snapshot"`
	// NextCursor gets the next page: see [Request.Cursor]. It is empty where
	// there is none.
	NextCursor string   `json:"next_cursor,omitempty"`
	Next       []Action `json:"next"` // what can be done now
}

// Found is a passage with its place in the ranking.
type Found struct {
	Rank       int      `json:"rank"` // from 1
	ID         string   `json:"id"`
	Document   string   `json:"document"` // the document's id
	Collection string   `json:"collection"`
	Path       string   `json:"path"` // relative to the collection
	Title      string   `json:"title"`
	Heading    []string `json:"heading"` // outermost first
	Lines      [2]int   `json:"lines"`   // first and last, inclusive
	Text       string   `json:"text"`
	Score      float64  `json:"score"` // higher is better; comparable within one result only
	// Pinned: it is there because the request names it, whatever its score.
	Pinned bool `json:"pinned,omitempty"`
	// Stale: the source's document has changed since the snapshot that the
	// text comes from.
	Stale bool `json:"stale"`
	// Explanation is what the score is made of, where the request asked for
	// it; the parts add up to the score.
	Explanation []Part `json:"explanation,omitempty"`
}

// Part is one reason for a passage's score.
type Part struct {
	Name  string  `json:"name"` // "words", "meaning" (as learned), "embedding", "reranker", "context" (stands around one found), "scan", "repetition", "aside" (of a test, an example), or "listed"
	Score float64 `json:"score"`
}

// Coverage says what was searched of one collection, or why it was not.
type Coverage struct {
	ID         string `json:"id"` // stays the same for as long as the collection has its name
	Collection string `json:"collection"`
	Kind       string `json:"kind"`
	Searchable bool   `json:"searchable"` // holds passages
	Default    bool   `json:"default"`    // searched where a request names no collections
	Searched   bool   `json:"searched"`
	Reason     string `json:"reason,omitempty"` // why it was not searched
	Documents  int    `json:"documents"`
	Passages   int    `json:"passages"`
	Skipped    int    `json:"skipped"` // items that are no documents
	// SyncedAt and AgeSeconds are of the snapshot; see [CollectionAge].
	SyncedAt   *time.Time `json:"synced_at"`
	AgeSeconds int64      `json:"age_seconds"`
}

// Diagnostic is a remark on how the request was understood or on what the
// result lacks.
type Diagnostic struct {
	Code    string `json:"code"` // a stable word for programs
	Message string `json:"message"`
}

// Codes of [Diagnostic].
const (
	CodeStale           = "stale_passages"    // documents changed since the snapshot
	CodeGone            = "gone_documents"    // passages dropped: their document is gone
	CodeSourceMissing   = "source_missing"    // a collection's whole place is missing
	CodePendingChanges  = "pending_changes"   // more has changed than was picked up
	CodeUnchecked       = "unchecked"         // not known whether files have changed
	CodeCorrected       = "corrected"         // a word that stands nowhere was taken for one like it
	CodePartialModel    = "partial_model"     // some passages were matched by words alone
	CodePendingModel    = "pending_model"     // a better embedder has not seen all passages yet
	CodeNoEmbedder      = "no_embedder"       // the server that makes vectors does not answer, or not in time, or runs another model
	CodeNoReranker      = "no_reranker"       // the server that reranks does not answer, or not in time
	CodeIndexChanged    = "index_changed"     // since the page before; nothing is skipped or repeated
	CodeRepeats         = "repeats"           // passages left out because others say the same
	CodeNeverSynced     = "never_synced"      // a collection has no complete snapshot
	CodeAsWords         = "as_words"          // a part of the query looks like a field and was taken for words
	CodeMisplaced       = "misplaced"         // a field of the query that means nothing where it stands
	CodeFulfilledByNone = "fulfilled_by_none" // a field of the query that nothing here fulfils
)

// Snapshot says how old what was searched is. The collection synced longest
// ago decides.
type Snapshot struct {
	SyncedAt    *time.Time      `json:"synced_at"`   // nil where one was never synced
	AgeSeconds  int64           `json:"age_seconds"` // 0 where SyncedAt is nil
	Collections []CollectionAge `json:"collections"`
}

// CollectionAge is the age of one collection's snapshot.
type CollectionAge struct {
	Collection string     `json:"collection"`
	SyncedAt   *time.Time `json:"synced_at"`
	AgeSeconds int64      `json:"age_seconds"`
}
