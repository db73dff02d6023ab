package rag

import "slices"

// Action is something that a caller can do next, because of what the result is
// like. It holds no text of the question or of documents, and no path.
type Action struct {
	Action string `json:"action"` // one of the Next words
	Reason string `json:"reason"`
	// ID is what to do it with: of a passage to read; "" for none.
	ID string `json:"id,omitempty"`
}

// Words of [Action].
const (
	NextRead  = "read"      // the passage with ID
	NextPage  = "next_page" // ask again with the result's cursor
	NextSync  = "sync"      // bring the index up to date
	NextLearn = "learn"     // have what passages mean worked out
	NextAdd   = "add"       // put something into the index
)

// next returns what can be done after a result, the most useful first; never
// nil: JSON has an empty list.
func (r Result) next() []Action {
	actions := []Action{}
	has := func(codes ...string) bool {
		return slices.ContainsFunc(r.Diagnostics, func(d Diagnostic) bool { return slices.Contains(codes, d.Code) })
	}
	if len(r.Passages) > 0 {
		actions = append(actions, Action{NextRead, "the best passage in its document", r.Passages[0].ID})
	}
	if r.NextCursor != "" {
		actions = append(actions, Action{NextPage, "there are more passages", ""})
	}
	switch {
	case !slices.ContainsFunc(r.Coverage, func(c Coverage) bool { return c.Searchable }):
		actions = append(actions, Action{NextAdd, "nothing is indexed here", ""})
	case has(CodeStale, CodePendingChanges, CodeNeverSynced, CodeGone):
		actions = append(actions, Action{NextSync, "documents have changed since the snapshot", ""})
	}
	if has(CodePartialModel, CodePendingModel) {
		actions = append(actions, Action{NextLearn, "some passages are matched by words alone", ""})
	}
	return actions
}
