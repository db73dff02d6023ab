package rag

import (
	"context"
	"errors"
	"time"
)

// RefreshOptions bounds the work done before a question to pick up what has
// changed. The zero value works.
type RefreshOptions struct {
	// Time is how long looking for changes may take; 0 means 100 ms.
	Time time.Duration
	// Documents and Bytes are the most that is read; more is left to a sync
	// that the user asks for. 0 means 40 documents and 2 MiB.
	Documents int
	Bytes     int64
}

func (o RefreshOptions) withDefaults() RefreshOptions {
	if o.Time <= 0 {
		o.Time = 100 * time.Millisecond
	}
	if o.Documents <= 0 {
		o.Documents = 40
	}
	if o.Bytes <= 0 {
		o.Bytes = 2 << 20
	}
	return o
}

// freshness is how a collection stands to its source.
type freshness struct {
	checked bool // the whole source was seen
	missing bool // the source's place is missing
	pending int  // items that differ from the snapshot still
}

// refresh looks for changes in the collections, within bounds, and picks up
// small ones. It never fails: a question is answered from the snapshot
// whatever stands in the way, and the result says how old that is.
func (l *Library) refresh(ctx context.Context, states []CollectionState) map[string]freshness {
	options := l.options.Refresh.withDefaults()
	scanContext, cancel := context.WithTimeout(ctx, options.Time)
	defer cancel()
	all := make(map[string]freshness, len(states))
	for _, state := range states {
		p, err := l.makePlan(scanContext, l.reader, state.Collection)
		switch {
		case errors.Is(err, ErrGone):
			all[state.Name] = freshness{missing: true}
		case err != nil:
			all[state.Name] = freshness{}
		default:
			all[state.Name] = freshness{checked: true, pending: l.pickUp(ctx, p, options)}
		}
	}
	return all
}

// pickUp makes a plan's changes where they are few and nobody else is at it;
// it returns how many are left.
func (l *Library) pickUp(ctx context.Context, p *plan, options RefreshOptions) (pending int) {
	if p.changes() == 0 {
		return 0
	}
	if len(p.read) > options.Documents || p.readBytes > options.Bytes || !l.scope.MayWrite() {
		return p.changes()
	}
	store, err := l.write(ctx)
	if err != nil {
		return p.changes()
	}
	release, err := store.Lock(ctx, RightToSync, false)
	if err != nil {
		return p.changes()
	}
	defer release()
	// What the reader saw may be older than what the lock now protects.
	if p, err = l.makePlan(ctx, store, p.collection); err != nil {
		return 1
	}
	if _, err := l.carryOut(ctx, store, p, nil); err != nil {
		return p.changes()
	}
	_ = l.embedNew(ctx, store, embedBatch) // without it they are matched by words, and the result says so
	return 0
}
