package rag

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"

	"rag-context/rag/lexical"
)

// A batch ends at whichever of these comes first. It bounds memory (one
// batch is made while another is being stored) and what an interruption throws
// away.
const (
	batchDocuments = 256
	batchBytes     = 2 << 20
)

// job carries out one plan.
type job struct {
	library  *Library
	store    Store
	plan     *plan
	progress func(Progress)
	report   SyncReport
	done     Progress
	taken    map[string]bool    // document ids in use
	movable  map[string][]Entry // gone documents by content hash

	analyzers []lexical.Analyzer // one for each worker
}

// carryOut makes the changes of a plan: first what is to be read, so that a
// document which moved is known before its old place is cleared.
func (l *Library) carryOut(ctx context.Context, store Store, p *plan, progress func(Progress)) (SyncReport, error) {
	if l.options.Extractor == nil {
		return SyncReport{}, fmt.Errorf("sync collection %q: no extractor", p.collection.Name)
	}
	j := &job{
		library: l, store: store, plan: p, progress: progress,
		report:  SyncReport{Collection: p.collection.Name, Unchanged: p.items - len(p.read) - len(p.skip)},
		done:    Progress{Collection: p.collection.Name, Total: len(p.read), TotalBytes: p.readBytes},
		taken:   map[string]bool{},
		movable: map[string][]Entry{},

		analyzers: make([]lexical.Analyzer, runtime.GOMAXPROCS(0)),
	}
	j.remember()
	err := j.readAll(ctx)
	if err == nil {
		err = j.clear(ctx)
	}
	return j.report, err
}

func (j *job) remember() {
	for _, entry := range j.plan.known {
		j.taken[entry.Document] = true
		if entry.Skip != "" {
			j.report.Skipped++
		}
	}
	for _, entry := range j.plan.gone {
		if entry.Hash != "" {
			j.movable[entry.Hash] = append(j.movable[entry.Hash], entry)
		}
	}
	for _, entries := range j.movable {
		slices.SortFunc(entries, func(a, b Entry) int { return len(a.Path) - len(b.Path) })
	}
}

// readAll prepares one batch while the one before it is being stored.
func (j *job) readAll(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches := make(chan []reading)
	go func() {
		defer close(batches)
		for items := range j.plan.split() {
			select {
			case batches <- j.readBatch(ctx, items):
			case <-ctx.Done():
				return
			}
		}
	}()
	for readings := range batches {
		if err := j.storeBatch(ctx, readings); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// split cuts the items to read into batches.
func (p *plan) split() iter.Seq[[]Item] {
	return func(yield func([]Item) bool) {
		var bytes int64
		start := 0
		for i, item := range p.read {
			bytes += item.Version.Size
			if i+1-start < batchDocuments && bytes < batchBytes && i+1 < len(p.read) {
				continue
			}
			if !yield(p.read[start : i+1]) {
				return
			}
			start, bytes = i+1, 0
		}
	}
}

// readBatch reads items on all processors, in their order.
func (j *job) readBatch(ctx context.Context, items []Item) []reading {
	readings := make([]reading, len(items))
	next := make(chan int)
	var workers sync.WaitGroup
	for worker := range j.analyzers {
		workers.Go(func() {
			for i := range next {
				readings[i] = j.library.read(ctx, j.plan, &j.analyzers[worker], items[i])
			}
		})
	}
	for i := range items {
		next <- i
	}
	close(next)
	workers.Wait()
	return readings
}

// storeBatch turns readings into one batch of changes and stores it.
func (j *job) storeBatch(ctx context.Context, readings []reading) error {
	batch := Batch{Collection: j.plan.collection.Name}
	if err := ctx.Err(); err != nil { // then some were cut short
		return err
	}
	for i := range readings {
		j.sort(&batch, &readings[i])
	}
	if err := j.store.Apply(ctx, batch); err != nil {
		return err
	}
	for i := range readings {
		j.tick(&readings[i])
	}
	return nil
}

// sort puts a reading where it belongs in the batch.
func (j *job) sort(batch *Batch, r *reading) {
	known := j.plan.known[r.item.Path]
	switch {
	case r.gone:
		j.plan.gone[r.item.Path] = known
	case r.err != nil, r.skip != "":
		batch.Skip = append(batch.Skip, Entry{Path: r.item.Path, Version: r.item.Version, Skip: skipReason(r), Pipeline: pipeline})
		j.count(known.Skip, true)
	case r.indexed == nil:
		batch.Touch = append(batch.Touch, Entry{Path: r.item.Path, Version: r.item.Version})
		j.report.Unchanged++
	default:
		r.indexed.setID(j.identify(known, r))
		batch.Put = append(batch.Put, *r.indexed)
		r.indexed = nil // the batch's from here on
		j.count(known.Skip, false)
	}
}

func skipReason(r *reading) string {
	if r.err != nil {
		return "can't be read"
	}
	return r.skip
}

// count keeps the number of skipped items: wasSkip is why the item was skipped
// before, if it was.
func (j *job) count(wasSkip string, skipped bool) {
	if wasSkip != "" {
		j.report.Skipped--
	}
	if skipped {
		j.report.Skipped++
	}
}

// identify returns the id of the document that was read: the one it had, the
// one of a gone document with the same content (a rename), or a new one.
func (j *job) identify(known Entry, r *reading) string {
	if known.Document != "" {
		j.report.Changed++
		return known.Document
	}
	if moved := j.movable[r.hash]; len(moved) > 0 {
		j.movable[r.hash] = moved[1:]
		delete(j.plan.gone, moved[0].Path)
		j.report.Renamed++
		return moved[0].Document
	}
	j.report.Added++
	id := newDocumentID(j.plan.collection.Name, r.item.Path, func(id string) bool { return j.taken[id] })
	j.taken[id] = true
	return id
}

func (j *job) tick(r *reading) {
	j.done.Done++
	j.done.Bytes += r.item.Version.Size
	if j.progress != nil {
		j.progress(j.done)
	}
}

// clear stores what needed no reading: skipped items and what is gone.
func (j *job) clear(ctx context.Context) error {
	batch := Batch{Collection: j.plan.collection.Name, Skip: j.plan.skip}
	for path, entry := range j.plan.gone {
		batch.Remove = append(batch.Remove, path)
		if entry.Skip != "" {
			j.report.Skipped--
		} else if entry.Document != "" {
			j.report.Removed++
		}
	}
	slices.Sort(batch.Remove)
	for _, skip := range j.plan.skip {
		j.count(j.plan.known[skip.Path].Skip, true)
		if j.plan.known[skip.Path].Document != "" {
			j.report.Removed++
		}
	}
	if batch.Empty() {
		return nil
	}
	return j.store.Apply(ctx, batch)
}
