package rag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Mode says how passages are matched.
type Mode string

// Modes of retrieval.
const (
	ModeHybrid  Mode = "hybrid"  // words and meaning, whatever is set up
	ModeLexical Mode = "lexical" // words only
	ModeVector  Mode = "vector"  // meaning only
)

// Case says when it matters whether a letter is a capital.
type Case string

// Policies of case. They hold for what a query requires or leaves out, not for
// how passages are ranked.
const (
	// CaseSmart: in phrases, and in words that are required or left out, where
	// those have a capital. Names (of tags, paths, titles ...) are the same in
	// any case.
	CaseSmart Case = "smart"
	// CaseIgnore: nowhere.
	CaseIgnore Case = "ignore"
	// CaseRespect: everywhere.
	CaseRespect Case = "respect"
)

// Bounds and defaults of a [Request].
const (
	MaxQuestion  = 8000 // characters
	DefaultLimit = 10   // passages
	MaxLimit     = 50   // passages, for a person or a model to read
	MaxBulkLimit = 1000 // passages, for a program
)

// Request is what a door hands to [Query]. Only the question is required.
type Request struct {
	// Question is what the person typed, at most [MaxQuestion] characters: a
	// query, see package querylang. Any text is one.
	Question string
	// Literal takes the question for words and nothing else.
	Literal bool
	// Case is when capitals matter in what the query requires or leaves out;
	// "" means [CaseSmart].
	Case Case
	// Mode is how to match; "" means [ModeHybrid].
	Mode Mode
	// Limit is the most passages to return; 0 means [DefaultLimit].
	Limit int
	// Bulk raises the bound of Limit from [MaxLimit] to [MaxBulkLimit].
	Bulk bool
	// Collections narrows the search to these; empty means all of the scope.
	Collections []string
	// Filter narrows the search to some documents of these.
	Filter Filter
	// Effort is how far to go beyond the index, unless the query says so itself;
	// saying it in both is refused.
	Effort Effort
	// UsualEffort is how far to go where neither says; "" means [EffortQuick].
	UsualEffort Effort
	// Also are ids of passages that the result has in any case, first; they
	// count towards the limit.
	Also []string
	// Without are ids of passages and documents that the result does without.
	Without []string
	// Cursor goes on after the pages before; it comes from
	// [Result.NextCursor], [Request.CursorAfter] or [Request.CursorPast].
	Cursor string
	// NoSync searches the index as it stands: changed files are not picked up
	// before, only those of the passages found are checked.
	NoSync bool
	// Explain asks for what each score is made of.
	Explain bool
}

// WithDefaults returns the request with unset fields filled in, or a
// [*RequestError] for the first field out of its bounds.
func (r Request) WithDefaults() (Request, error) {
	r.Question = strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(r.Question, "\x00", " "), "\uFFFD"))
	if r.Mode == "" {
		r.Mode = ModeHybrid
	}
	if r.Case == "" {
		r.Case = CaseSmart
	}
	r.UsualEffort = cmp.Or(r.UsualEffort, EffortQuick)
	if r.Limit == 0 {
		r.Limit = DefaultLimit
	}
	return r, r.validate()
}

func (r Request) validate() error {
	if r.Question == "" {
		return &RequestError{Field: "question", Problem: fmt.Sprintf("is empty; it takes 1 to %d characters", MaxQuestion)}
	}
	if n := utf8.RuneCountInString(r.Question); n > MaxQuestion {
		return &RequestError{Field: "question", Problem: fmt.Sprintf("has %d characters; it takes 1 to %d", n, MaxQuestion)}
	}
	if modes := []Mode{ModeHybrid, ModeLexical, ModeVector}; !slices.Contains(modes, r.Mode) {
		return &RequestError{Field: "mode", Problem: fmt.Sprintf("must be hybrid, lexical or vector, not %.40q", string(r.Mode))}
	}
	if cases := []Case{CaseSmart, CaseIgnore, CaseRespect}; !slices.Contains(cases, r.Case) {
		return &RequestError{Field: "case", Problem: fmt.Sprintf("must be smart, ignore or respect, not %.40q", string(r.Case))}
	}
	for _, effort := range []Effort{cmp.Or(r.Effort, EffortQuick), r.UsualEffort} {
		if err := checkEffort(string(effort)); err != nil {
			return &RequestError{Field: inEffort, Problem: err.Error()}
		}
	}
	if err := CheckLimit(r.Limit, r.Bulk); err != nil {
		return err
	}
	return r.validatePicks()
}

func (r Request) validatePicks() error {
	if len(r.Also) > r.Limit {
		return &RequestError{Field: "also", Problem: fmt.Sprintf("names %d passages, the limit is %d", len(r.Also), r.Limit)}
	}
	if len(r.Without) > MaxNames {
		return &RequestError{Field: "without", Problem: fmt.Sprintf("names %d passages; it takes at most %d", len(r.Without), MaxNames)}
	}
	for _, id := range r.Also {
		if document, _, _ := strings.Cut(id, "."); slices.Contains(r.Without, id) || slices.Contains(r.Without, document) {
			return &RequestError{Field: "also", Problem: fmt.Sprintf("names %.40q, and so does without: leave one out", id)}
		}
	}
	return cmp.Or(checkIDs("also", r.Also), checkIDs("without", r.Without))
}

func checkIDs(field string, ids []string) error {
	for _, id := range ids {
		if _, _, isPassage := ParsePassageID(id); !isPassage && !isDocumentID(id) {
			return &RequestError{Field: field, Problem: fmt.Sprintf("must be an id, like k3m5q2wxayz4.3, not %.40q", id)}
		}
	}
	return nil
}

// CheckLimit returns a [*RequestError] for a limit that is out of bounds; it
// lets a door refuse a 0 that was typed, which [Request] takes for unset.
func CheckLimit(limit int, bulk bool) error {
	most := MaxLimit
	if bulk {
		most = MaxBulkLimit
	}
	if limit < 1 || limit > most {
		return &RequestError{Field: "limit", Problem: fmt.Sprintf("must be 1 to %d, not %d", most, limit)}
	}
	return nil
}
