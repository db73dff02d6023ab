package pack

import (
	"slices"

	"rag-context/rag"
)

// Receipt says what is in a block and what is not. Its JSON form is a contract:
// fields are added, never renamed; lists are never null.
type Receipt struct {
	Sources    []Source    `json:"sources"`  // in the block's order
	LeftOut    []Omission  `json:"left_out"` // by rank
	Redactions []Redaction `json:"redactions"`
	Passages   int         `json:"passages"`  // how many are in the block
	Documents  int         `json:"documents"` // of how many documents
	Tokens     int         `json:"tokens"`    // of the whole block
	Budget     int         `json:"budget"`
	Exact      bool        `json:"exact"` // counted by [Options.Count], not estimated
	Layout     Layout      `json:"layout"`
}

// Source is one numbered span of a document.
type Source struct {
	ID         int      `json:"id"`       // the 1 of [1] in the block
	Passages   []string `json:"passages"` // ids, in document order
	Document   string   `json:"document"`
	Collection string   `json:"collection"`
	Path       string   `json:"path"`
	Title      string   `json:"title"`
	Heading    []string `json:"heading"` // what the passages' headings have in common
	Lines      [2]int   `json:"lines"`   // of what is in the block, first and last
	Tokens     int      `json:"tokens"`  // of its text, without the wrapper; its share of a block that was counted
	Stale      bool     `json:"stale"`   // at least one passage is
	Cut        bool     `json:"cut"`     // only leading lines of the passage
}

// Omission is a passage that is not in the block.
type Omission struct {
	Passage    string `json:"passage"` // its id
	Document   string `json:"document"`
	Collection string `json:"collection"`
	Path       string `json:"path"`
	Lines      [2]int `json:"lines"`
	Rank       int    `json:"rank"`
	Reason     Reason `json:"reason"`
}

// Reason says why a passage was left out.
type Reason string

// Reasons of [Omission].
const (
	ReasonBudget    Reason = "budget"    // did not fit
	ReasonDuplicate Reason = "duplicate" // the block holds its text already
	ReasonEmpty     Reason = "empty"     // no visible text
	ReasonWeak      Reason = "weak"      // scores too little against the best
)

// Redaction counts what was replaced of one kind.
type Redaction struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

func omission(f rag.Found, why Reason) Omission {
	return Omission{
		Passage: f.ID, Document: f.Document, Collection: f.Collection,
		Path: f.Path, Lines: f.Lines, Rank: f.Rank, Reason: why,
	}
}

// source fills in the receipt's row; tokens are the caller's to count.
func (s span) source(id int) Source {
	f := s.pieces[0].found
	row := Source{
		ID: id, Document: f.Document, Collection: f.Collection, Path: f.Path, Title: f.Title,
		Heading: slices.Clone(s.heading), Lines: [2]int{s.first, s.last}, Cut: s.cut,
	}
	if row.Heading == nil {
		row.Heading = []string{}
	}
	for _, p := range s.pieces {
		row.Passages = append(row.Passages, p.found.ID)
		row.Stale = row.Stale || p.found.Stale
	}
	return row
}

// addRedactions sums by kind, kinds in order of appearance.
func addRedactions(sum, more []Redaction) []Redaction {
	for _, r := range more {
		i := slices.IndexFunc(sum, func(have Redaction) bool { return have.Kind == r.Kind })
		if i < 0 {
			sum = append(sum, r)
		} else {
			sum[i].Count += r.Count
		}
	}
	return sum
}
