package rag

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"rag-context/rag/lexical"
)

// pipeline is the version of the steps from bytes to terms: documents made by
// another one are made anew. Raise its number when extraction or chunking
// changes.
const pipeline = "3." + lexical.Version

// plan is what a sync of a collection has to do.
type plan struct {
	collection Collection
	source     Source
	read       []Item           // new or changed, by path
	skip       []Entry          // newly skipped, unread
	known      map[string]Entry // by path: everything the store has
	gone       map[string]Entry // by path: what the source no longer has
	items      int              // that the source has, skipped ones included
	readBytes  int64
}

// changes is how many items differ from the snapshot.
func (p *plan) changes() int { return len(p.read) + len(p.skip) + len(p.gone) }

// makePlan compares what the source has with what the store remembers. Where
// ctx ends first there is no plan: a part of a scan proves nothing.
func (l *Library) makePlan(ctx context.Context, store Store, collection Collection) (*plan, error) {
	source, err := l.openSource(collection)
	if err != nil {
		return nil, err
	}
	entries, err := store.Entries(ctx, collection.Name)
	if err != nil {
		return nil, err
	}
	p := &plan{collection: collection, source: source, known: make(map[string]Entry, len(entries)), gone: make(map[string]Entry, len(entries))}
	for _, entry := range entries {
		p.known[entry.Path] = entry
		p.gone[entry.Path] = entry
	}
	for item, err := range source.Scan(ctx) {
		if err != nil {
			return nil, fmt.Errorf("scan collection %q: %w", collection.Name, err)
		}
		p.add(item)
	}
	slices.SortFunc(p.read, func(a, b Item) int { return strings.Compare(a.Path, b.Path) })
	return p, ctx.Err()
}

func (p *plan) add(item Item) {
	p.items++
	entry, known := p.known[item.Path]
	delete(p.gone, item.Path)
	item.Version.Modified = item.Version.Modified.Truncate(time.Nanosecond)
	switch same := known && entry.Version.Equal(item.Version); {
	case item.Skip != "":
		if !same || entry.Skip != item.Skip {
			p.skip = append(p.skip, Entry{Path: item.Path, Version: item.Version, Skip: item.Skip})
		}
	case !same || entry.Pipeline != pipeline:
		p.read = append(p.read, item)
		p.readBytes += item.Version.Size
	}
}

func (l *Library) openSource(collection Collection) (Source, error) {
	if l.options.OpenSource == nil {
		return nil, fmt.Errorf("open collection %q: no sources here: %w", collection.Name, ErrGone)
	}
	return l.options.OpenSource(collection)
}
