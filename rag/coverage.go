package rag

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// coverage tells of every collection that the scope may see, searched or not.
func (s *search) coverage() []Coverage {
	coverage := make([]Coverage, len(s.all))
	for i, state := range s.all {
		age, reason := s.age(state), s.skipped(state)
		coverage[i] = Coverage{
			ID:         collectionID(state.Name),
			Collection: state.Name,
			Kind:       state.Kind,
			Searchable: state.Passages > 0,
			Default:    true,
			Searched:   reason == "",
			Reason:     reason,
			Documents:  state.Documents,
			Passages:   state.Passages,
			Skipped:    state.Skipped,
			SyncedAt:   age.SyncedAt,
			AgeSeconds: age.AgeSeconds,
		}
	}
	return coverage
}

// skipped says why a collection was not searched; "" for one that was.
func (s *search) skipped(state CollectionState) string {
	in := func(states []CollectionState) bool { return slices.Contains(names(states), state.Name) }
	switch {
	case !in(s.visible):
		return "the request names other collections"
	case !in(s.states):
		return "the query leaves it out"
	case state.Passages == 0:
		return "it holds no passages"
	}
	return ""
}

// diagnostics are never nil: JSON has an empty list.
func (s *search) diagnostics() []Diagnostic {
	list := append([]Diagnostic{}, s.asked.remarks(s.narrowed, s.visible)...)
	add := func(code, format string, arguments ...any) {
		list = append(list, Diagnostic{Code: code, Message: fmt.Sprintf(format, arguments...)})
	}
	if stale := countStale(s.kept.found); stale > 0 {
		add(CodeStale, "%s changed since the last sync: the text is as it was then", plural(stale, "passage is from a file that has", "passages are from files that have"))
	}
	for _, state := range s.states {
		fresh, asked := s.fresh[state.Name]
		switch {
		case fresh.missing:
			add(CodeSourceMissing, "the place of collection %q is missing", state.Name)
		case state.SyncedAt.IsZero() && !(fresh.checked && fresh.pending == 0):
			add(CodeNeverSynced, "collection %q was never indexed completely: %s so far", state.Name, plural(state.Documents, "document", "documents"))
		case fresh.pending > 0:
			add(CodePendingChanges, "%s in collection %q since the last sync", plural(fresh.pending, "file has changed", "files have changed"), state.Name)
		case asked && !fresh.checked:
			add(CodeUnchecked, "collection %q could not be looked through for changes in time", state.Name)
		}
	}
	if slices.ContainsFunc(s.meanings, func(m meaning) bool { return m.missing > 0 }) {
		add(CodePartialModel, "some passages are matched by words alone: what they mean has not been worked out yet")
	}
	if s.pending > 0 {
		add(CodePendingModel, "the better embedding model has still to read %s: until then the quick one answers", plural(s.pending, "passage", "passages"))
	}
	switch {
	case errors.Is(s.unavailable, ErrModelChanged):
		add(CodeNoEmbedder, "the server runs another embedding model than the one the passages were read with: passages are matched without it until they are learned anew")
	case s.unavailable != nil:
		add(CodeNoEmbedder, "the embedding model does not answer: passages are matched without it")
	}
	if s.judged.failed {
		add(CodeNoReranker, "the reranker does not answer: passages are in the order they had without it")
	}
	if len(s.corrected) > 0 {
		add(CodeCorrected, "searched for %q instead of a word that stands nowhere", strings.Join(s.corrected, " "))
	}
	if s.moved {
		add(CodeIndexChanged, "the index has changed since the page before: what ranks above it now comes here; nothing is skipped or repeated")
	}
	if s.kept.repeated > 0 {
		add(CodeRepeats, "%s left out: others say the same", plural(s.kept.repeated, "passage was", "passages were"))
	}
	if s.kept.gone > 0 {
		add(CodeGone, "%s no longer there: left out", plural(s.kept.gone, "document that matched is", "documents that matched are"))
	}
	return list
}

func countStale(found []Found) int {
	stale := 0
	for _, passage := range found {
		if passage.Stale {
			stale++
		}
	}
	return stale
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// age takes a collection that was just seen to be as stored for as fresh as a
// sync would have made it.
func (s *search) age(state CollectionState) CollectionAge {
	now := s.library.options.Now()
	synced := state.SyncedAt
	if fresh := s.fresh[state.Name]; fresh.checked && fresh.pending == 0 {
		synced = now
	}
	return ageOf(state.Name, synced, now)
}

func (s *search) snapshot() Snapshot {
	snapshot := Snapshot{Collections: make([]CollectionAge, len(s.states))}
	for i, state := range s.states {
		snapshot.Collections[i] = s.age(state)
	}
	for i, age := range snapshot.Collections {
		if age.SyncedAt == nil {
			snapshot.SyncedAt, snapshot.AgeSeconds = nil, 0
			break
		}
		if i == 0 || age.AgeSeconds > snapshot.AgeSeconds {
			snapshot.SyncedAt, snapshot.AgeSeconds = age.SyncedAt, age.AgeSeconds
		}
	}
	return snapshot
}

func ageOf(collection string, synced, now time.Time) CollectionAge {
	if synced.IsZero() {
		return CollectionAge{Collection: collection}
	}
	synced = synced.UTC().Truncate(time.Second)
	return CollectionAge{Collection: collection, SyncedAt: &synced, AgeSeconds: max(0, int64(now.Sub(synced).Seconds()))}
}
