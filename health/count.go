package health

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// ErrNoCount is why a server did not count.
var ErrNoCount = errors.New("the server did not count tokens")

// counting is how a kind of server counts tokens.
type counting struct {
	path   string
	body   func(model, text string) any
	tokens func(answer) int // of an answer of success; 0 where it has no number
}

// Counter counts tokens by a server's own tokenizer. It sends the text to the
// address of the report and nowhere else: one request for each text.
type Counter struct {
	model   string
	how     *counting
	session *session
	timeout time.Duration
}

// NewCounter returns the counter of the server that was reported, nil if it has
// none or is not ready. Options are those of the check; their time is for each
// text.
func NewCounter(report Report, options Options) *Counter {
	how := serverOf(report.Kind).counting
	base, err := ParseURL(report.URL)
	if !report.CanCount || how == nil || err != nil {
		return nil
	}
	options, _ = options.withDefaults() // connections end by themselves when idle
	s := newSession(base, options)
	s.allowKey()
	return &Counter{report.Model, how, s, options.Timeout}
}

// Count returns the tokens of text, without any that the server would put
// around it. Errors are an [ErrNoCount].
func (c *Counter) Count(ctx context.Context, text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	a := c.session.post(ctx, c.how.path, c.how.body(c.model, text))
	switch {
	case a.err != nil:
		return 0, fmt.Errorf("%w: %s", ErrNoCount, a.cause())
	case a.status != http.StatusOK:
		return 0, fmt.Errorf("%w: status %d%s", ErrNoCount, a.status, reason(a))
	}
	n := c.how.tokens(a)
	if n <= 0 {
		return 0, fmt.Errorf("%w: its answer has no number", ErrNoCount)
	}
	return n, nil
}
