package desktop

import (
	"context"
	"errors"
	"fmt"
	"time"
)

var (
	errRead      = errors.New("read clipboard")
	errDifferent = errors.New("it reads back differently")
	errWriteOnly = unreachable{"the terminal can't be read"}
)

// board is a place that takes text. Reading one that can't be read is
// errWriteOnly. Both calls return when ctx is done, at the latest.
type board interface {
	write(ctx context.Context, text string) error
	read(ctx context.Context) (string, error)
}

// route is one way to the person's clipboard. Without a board it is none, for
// the reason in err.
type route struct {
	name   string // of the tool, for messages
	method string
	board  board
	// mark writes as the board does, and tells clipboard managers not to keep the
	// text; nil where there is no way to say so.
	mark    func(ctx context.Context, text string) error
	err     error
	check   func() error  // whether the board can be written to; nil where it can
	timeout time.Duration // for each step
	settles time.Duration // from the end of writing until it is worth reading
	// most is the longest text, in bytes, that reading back leaves in place; 0
	// means any. A longer one is not read back.
	most int
	// same compares what was written with what was read back.
	same func(written, read string) bool
	// final: the board is what the person pastes from. Otherwise it only passes
	// the text on, to a terminal that can't be asked.
	final bool
}

func noRoute(reason string) route { return route{err: unreachable{reason}} }

// usable returns why the route is none.
func (r route) usable() error {
	if r.err == nil && r.check != nil {
		return r.check()
	}
	return r.err
}

// deliver writes the text, marked where that is wanted and can be done: that a
// text can't be marked is told, and no reason not to copy it.
func (r route) deliver(ctx context.Context, text string, sensitive bool) (Delivery, error) {
	if err := r.usable(); err != nil {
		return Delivery{}, err
	}
	if !sensitive {
		return r.through(ctx, r.board.write, text)
	}
	why := r.name + " has no way to mark it"
	if r.mark != nil {
		delivery, err := r.through(ctx, r.mark, text)
		if err == nil {
			return delivery, nil
		}
		why = err.Error()
	}
	delivery, err := r.through(ctx, r.board.write, text)
	if err == nil {
		delivery.Unmarked = why
	}
	return delivery, err
}

func (r route) through(ctx context.Context, write func(context.Context, string) error, text string) (Delivery, error) {
	_, err := step(ctx, r.timeout, func(ctx context.Context) (string, error) {
		return "", write(ctx, text)
	})
	if err != nil {
		return Delivery{}, fmt.Errorf("%s: %w", r.name, err)
	}
	if r.most > 0 && len(text) > r.most {
		return Delivery{Method: r.method, Sent: true}, nil
	}
	_, err = step(ctx, r.timeout, func(ctx context.Context) (string, error) {
		return "", r.verify(ctx, text)
	})
	if err != nil && !errors.Is(err, errWriteOnly) {
		return Delivery{}, fmt.Errorf("%s: %w", r.name, err)
	}
	return Delivery{Method: r.method, Verified: r.final, Sent: !r.final}, nil
}

// verify reads the text back. The first answers may be old, missing or late:
// xsel becomes a daemon before it owns the selection, and a clipboard manager
// may be taking the selection over.
func (r route) verify(ctx context.Context, text string) error {
	const first, last = 10 * time.Millisecond, 320 * time.Millisecond
	if err := wait(ctx, r.settles); err != nil {
		return err
	}
	err := r.compare(ctx, text)
	for pause := first; mayPass(err) && pause <= last; pause *= 2 {
		if err := wait(ctx, pause); err != nil {
			return err
		}
		err = r.compare(ctx, text)
	}
	return err
}

func (r route) compare(ctx context.Context, text string) error {
	got, err := step(ctx, r.timeout/3, r.board.read)
	if err == nil && !r.same(text, got) {
		return errDifferent
	}
	return err
}

func mayPass(err error) bool {
	return err != nil && !errors.Is(err, errWriteOnly)
}

func (r route) read(ctx context.Context) (string, error) {
	if r.err != nil {
		return "", r.err
	}
	text, err := step(ctx, r.timeout, r.board.read)
	if err != nil {
		return "", fmt.Errorf("%s: %w", r.name, err)
	}
	return text, nil
}

func exactly(written, read string) bool { return written == read }
