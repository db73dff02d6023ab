package lsa

import (
	"context"
	"sync"
	"sync/atomic"
)

// each calls do for every task from 0 to tasks-1, workers at a time, and stops
// between tasks when ctx ends. Tasks must not write to the same place.
func each(ctx context.Context, workers, tasks int, do func(task int)) error {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, tasks) {
		group.Go(func() {
			for ctx.Err() == nil {
				task := int(next.Add(1)) - 1
				if task >= tasks {
					return
				}
				do(task)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
