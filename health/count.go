package health

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// ErrNoCount is why a server did not count.
var ErrNoCount = errors.New("the server did not count tokens")

// counting is a request by which a kind of server counts tokens.
type counting struct {
	path   string
	body   func(model, text string) any
	tokens func(answer) int // of an answer of success; 0 where it has no number
}

// oneMessage is a chat in which somebody has said the text and nothing else.
func oneMessage(model, text string) any {
	return map[string]any{"model": model, "messages": messages(text)}
}

func messages(text string) []map[string]string {
	return []map[string]string{{"role": "user", "content": text}}
}

// Tokens of answers, as several kinds of servers tell them.
func listedTokens(a answer) int { return len(a.body.array("tokens")) }
func inputTokens(a answer) int  { return a.body.number("input_tokens") }

// Counter counts tokens by a server's own tokenizer. It sends the text to the
// address of the report, on this machine, and nowhere else: one request for each
// text.
type Counter struct {
	model   string
	server  *server
	session *session
	timeout time.Duration
}

// NewCounter returns the counter of the server that was reported, nil if it has
// none, is not ready or is on another machine. Options are those of the check;
// their time is for each text.
func NewCounter(report Report, options Options) *Counter {
	server := serverOf(report.Kind)
	base, err := ParseURL(report.URL)
	if !report.CanCount || server.counting == nil && server.chatting == nil || err != nil || !loopback(base) {
		return nil
	}
	options, _ = options.withDefaults() // connections end by themselves when idle
	s := newSession(base, options)
	s.allowKey()
	return &Counter{cmp.Or(report.id, report.Model), server, s, options.Timeout}
}

// Count returns the tokens of text, without any that the server would put
// around it. Errors are an [ErrNoCount].
func (c *Counter) Count(ctx context.Context, text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	n, err := c.count(ctx, text)
	if err == nil && !believable(n, text) {
		return 0, fmt.Errorf("%w: %d is no number of tokens of %d bytes", ErrNoCount, n, len(text))
	}
	return n, err
}

func (c *Counter) count(ctx context.Context, text string) (int, error) {
	if c.server.counting == nil {
		return c.countInChat(ctx, text)
	}
	return c.ask(ctx, c.server.counting, text)
}

// What no tokenizer does, however good or bad: put more than a few words into
// one token, or make many of one byte, even where it spells characters out.
const (
	mostWords  = 4  // a token
	mostTokens = 16 // a byte, and as many for what stands around the text
)

// believable reports whether a text can have so many tokens. A server that
// answers everything with one number would make blocks of any size fit.
func believable(n int, text string) bool {
	return n >= len(strings.Fields(text))/mostWords && n <= mostTokens*(len(text)+1)
}

// countInChat counts by a server that does so for chats only: it is what a chat
// has more than its template.
func (c *Counter) countInChat(ctx context.Context, text string) (int, error) {
	prompt, err := c.ask(ctx, c.server.chatting, text)
	if err != nil {
		return 0, err
	}
	template, err := c.template(ctx)
	return max(1, prompt-template), err
}

// probe is a text of one token, which is not joined with what stands around it.
const probe = "1"

// Template returns the tokens that the server puts around a message of a chat,
// by its model's template. Errors are an [ErrNoCount]: many servers can't tell.
func (c *Counter) Template(ctx context.Context) (int, error) {
	if c.server.chatting == nil {
		return 0, fmt.Errorf("%w: %s does not show its template", ErrNoCount, c.server.name)
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	return c.template(ctx)
}

func (c *Counter) template(ctx context.Context) (int, error) {
	prompt, err := c.ask(ctx, c.server.chatting, probe)
	return max(0, prompt-1), err
}

func (c *Counter) ask(ctx context.Context, how *counting, text string) (int, error) {
	a := c.session.post(ctx, how.path, how.body(c.model, text))
	switch {
	case a.err != nil:
		return 0, fmt.Errorf("%w: %s", ErrNoCount, a.cause())
	case a.status != http.StatusOK:
		return 0, fmt.Errorf("%w: status %d%s", ErrNoCount, a.status, reason(a))
	}
	n := how.tokens(a)
	if n <= 0 {
		return 0, fmt.Errorf("%w: its answer has no number", ErrNoCount)
	}
	return n, nil
}
