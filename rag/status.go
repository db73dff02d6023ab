package rag

import (
	"context"
	"errors"
	"time"
)

// Status is what a scope's collections hold. Its JSON form is a contract; see
// [Result].
type Status struct {
	Tenant      string             `json:"tenant"`
	Collections []CollectionStatus `json:"collections"`
}

// CollectionStatus is one collection of a [Status].
type CollectionStatus struct {
	Name      string     `json:"name"`
	Kind      string     `json:"kind"`
	Documents int        `json:"documents"`
	Passages  int        `json:"passages"`
	SyncedAt  *time.Time `json:"synced_at"` // null before the first complete sync
	Skipped   int        `json:"skipped"`   // items that are no documents
	Missing   bool       `json:"missing"`   // the source's place is not there now
	// SkippedFor counts the skipped items by reason.
	SkippedFor map[string]int `json:"skipped_for"`
}

// Status tells what the collections hold; all of the scope for no names.
func (l *Library) Status(ctx context.Context, collections []string) (Status, error) {
	states, err := l.collections(ctx, collections)
	if err != nil {
		return Status{}, err
	}
	status := Status{Tenant: l.scope.tenant.String(), Collections: make([]CollectionStatus, len(states))}
	for i, state := range states {
		skipped, err := l.Skipped(ctx, state.Name)
		if err != nil {
			return Status{}, err
		}
		reasons := map[string]int{}
		for _, entry := range skipped {
			reasons[entry.Skip]++
		}
		_, sourceErr := l.openSource(state.Collection)
		status.Collections[i] = CollectionStatus{
			Missing: l.options.OpenSource != nil && errors.Is(sourceErr, ErrGone),
			Name:    state.Name, Kind: state.Kind, Documents: state.Documents, Passages: state.Passages,
			SyncedAt: ageOf(state.Name, state.SyncedAt, l.options.Now()).SyncedAt, Skipped: state.Skipped, SkippedFor: reasons,
		}
	}
	return status, nil
}
