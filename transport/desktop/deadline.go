package desktop

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// errLate: a step did not end in its time.
var errLate = errors.New("no answer in time")

// step gives work its own deadline, and returns errLate once that has passed.
func step(ctx context.Context, limit time.Duration, work func(context.Context) (string, error)) (string, error) {
	late := fmt.Errorf("%w (%s)", errLate, limit)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, late)
	defer cancel()
	text, err := work(ctx)
	if err != nil && ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	return text, err
}

// abandonable runs work that knows no context, and leaves it behind, its result
// unheard, when ctx is done first.
func abandonable(ctx context.Context, work func() (string, error)) (string, error) {
	type outcome struct {
		text string
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		text, err := work()
		done <- outcome{text, err}
	}()
	select {
	case o := <-done:
		return o.text, o.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// wait pauses, unless ctx is done first.
func wait(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
