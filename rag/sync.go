package rag

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// SyncOptions says what to sync and how. The zero value syncs all collections
// of the scope and waits for another sync to end.
type SyncOptions struct {
	// Collections are the ones to sync; empty means all of the scope.
	Collections []string
	// NoWait gives up with [ErrBusy] where another sync is under way.
	NoWait bool
	// AllVectors gives all passages their vectors, where that asks no server,
	// before it returns: for a library that nobody calls [Learn] on. Else many
	// new passages are left to that.
	AllVectors bool
	// Progress is told of each document read, from one goroutine at a time.
	Progress func(Progress)
}

// Progress is how far the sync of a collection is.
type Progress struct {
	Collection  string
	Done, Total int   // documents to read
	Bytes       int64 // read so far
	TotalBytes  int64
}

// SyncReport is what the sync of one collection did.
type SyncReport struct {
	Collection string        `json:"collection"`
	Added      int           `json:"added"`
	Changed    int           `json:"changed"`
	Renamed    int           `json:"renamed"`
	Removed    int           `json:"removed"`
	Unchanged  int           `json:"unchanged"`
	Skipped    int           `json:"skipped"` // items that are no documents
	Elapsed    time.Duration `json:"elapsed_ns"`
}

// Sync brings collections up to date with their sources. Only what changed is
// read: a document whose size and time of change are as known is taken as
// unchanged. It commits batch by batch, each document whole, so it may be
// interrupted at any point and the next sync goes on from there.
//
// A collection whose place is missing keeps its documents; its error is joined
// to the others' after all collections were tried.
func Sync(ctx context.Context, library *Library, options SyncOptions) ([]SyncReport, error) {
	store, err := library.write(ctx)
	if err != nil {
		return nil, err
	}
	states, err := library.collections(ctx, options.Collections)
	if err != nil {
		return nil, err
	}
	release, err := store.Lock(ctx, RightToSync, !options.NoWait)
	if err != nil {
		return nil, err
	}
	defer release()
	var reports []SyncReport
	var errs []error
	for _, state := range states {
		report, err := library.syncCollection(ctx, store, state.Collection, options.Progress)
		if ctx.Err() != nil {
			return reports, fmt.Errorf("sync collection %q: %w", state.Name, ctx.Err())
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		reports = append(reports, report)
	}
	limit := embedAtOnce
	if options.AllVectors {
		limit = math.MaxInt
	}
	errs = append(errs, library.embedNew(ctx, store, limit))
	return reports, errors.Join(errs...)
}

// embedAtOnce is how many passages get their vectors right after a sync; where
// there are more, [Learn] sees to the rest.
const embedAtOnce = 1000

// embedNew gives new passages their vectors, at most limit in each space, where
// that is quick.
func (l *Library) embedNew(ctx context.Context, store Store, limit int) error {
	if err := l.adoptEmbedders(ctx, store, false, false); err != nil {
		return err
	}
	spaces, err := l.spaces(ctx, store)
	for _, s := range spaces {
		if err == nil && !s.slow {
			err = embedFresh(ctx, store, s, limit)
		}
	}
	return err
}

func (l *Library) syncCollection(ctx context.Context, store Store, collection Collection, progress func(Progress)) (SyncReport, error) {
	started := l.options.Now()
	p, err := l.makePlan(ctx, store, collection)
	if err != nil {
		return SyncReport{}, err
	}
	report, err := l.carryOut(ctx, store, p, progress)
	if err != nil {
		return report, err
	}
	report.Elapsed = l.options.Now().Sub(started)
	// Started, not ended: what changed while we read is newer than the snapshot.
	return report, store.Apply(ctx, Batch{Collection: collection.Name, SyncedAt: started})
}
