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
	// Spaces are those of the whole tenant that have a model or wait for one;
	// none for a scope that does not see all of it.
	Spaces []SpaceStatus `json:"spaces"`
}

// SpaceStatus says how many passages have a vector in a space, and by what
// model.
type SpaceStatus struct {
	Space      Space  `json:"space"`
	Model      string `json:"model"`      // its fingerprint
	Dimensions int    `json:"dimensions"` // 0 before the first vector
	Passages   int    `json:"passages"`   // that have a vector
	Missing    int    `json:"missing"`    // that have none yet: see [Learn]
	Used       bool   `json:"used"`       // false for the vectors of an embedder that is no longer set up
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
	status.Spaces, err = l.spaceStatus(ctx)
	return status, err
}

func (l *Library) spaceStatus(ctx context.Context) ([]SpaceStatus, error) {
	spaces := []SpaceStatus{}
	if l.scope.limited {
		return spaces, nil
	}
	passages, err := l.countPassages(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range []Space{SpaceLearned, SpaceEmbedded, SpaceBetter} {
		info, err := l.reader.Model(ctx, name)
		if err != nil {
			return nil, err
		}
		missing, err := l.reader.CountWithoutVector(ctx, name)
		if err != nil {
			return nil, err
		}
		s := SpaceStatus{Space: name, Model: info.Fingerprint, Dimensions: info.Dimensions, Passages: max(0, passages-missing), Missing: missing, Used: true}
		if name != SpaceLearned {
			s = l.embedderStatus(s)
		}
		if s.Model != "" {
			spaces = append(spaces, s)
		}
	}
	return spaces, nil
}

// embedderStatus is what the state of the embedder's space means to this
// library: vectors of another model than its own are none.
func (l *Library) embedderStatus(stored SpaceStatus) SpaceStatus {
	embedder := l.options.Embedding.Embedder
	if stored.Space == SpaceBetter {
		embedder = l.options.Better.Embedder
	}
	switch {
	case embedder == nil:
		stored.Used = false
	case embedder.Fingerprint() != stored.Model:
		passages := stored.Passages + stored.Missing
		return SpaceStatus{Space: stored.Space, Model: embedder.Fingerprint(), Missing: passages, Used: true}
	}
	return stored
}
