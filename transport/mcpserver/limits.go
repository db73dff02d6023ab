package mcpserver

import (
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// retryAfter is when a refused client should try again, in seconds.
const retryAfter = 1

// limiter holds each credential to its limits.
type limiter struct {
	limits Limits
	mutex  sync.Mutex
	all    map[string]*allowance // by the credential's id
}

type allowance struct {
	rate           *rate.Limiter
	calls, streams int // under way
}

func newLimiter(limits Limits) *limiter {
	return &limiter{limits: limits, all: map[string]*allowance{}}
}

// cost is what a request uses of its credential's limits.
type cost struct{ requests, calls, streams int }

// costOf is what a request uses as far as can be told without its body.
func costOf(r *http.Request) cost {
	if r.Method == http.MethodGet {
		return cost{requests: 1, streams: 1}
	}
	return cost{requests: 1, calls: 1}
}

// cost is what a request uses besides, now that its body is known: each message
// of a batch is a request.
func (h heard) cost() cost {
	if h.Method == listenMethod {
		return cost{calls: -1, streams: 1}
	}
	more := max(0, h.batched-1)
	return cost{requests: more, calls: more}
}

// take takes what a request uses, until release is called; not ok where that
// is more than the credential may.
func (l *limiter) take(credential string, c cost, now time.Time) (release func(), ok bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own := l.all[credential]
	if own == nil {
		l.clear(now)
		own = &allowance{rate: rate.NewLimiter(rate.Limit(l.limits.PerSecond), l.limits.Burst)}
		l.all[credential] = own
	}
	if own.calls+c.calls > l.limits.Concurrent || own.streams+c.streams > l.limits.Streams || !own.rate.AllowN(now, c.requests) {
		return nil, false
	}
	own.calls, own.streams = own.calls+c.calls, own.streams+c.streams
	return func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		own.calls, own.streams = own.calls-c.calls, own.streams-c.streams
	}, true
}

// mostAllowances is how many credentials are remembered before those that use
// nothing are forgotten.
const mostAllowances = 4096

func (l *limiter) clear(now time.Time) {
	if len(l.all) < mostAllowances {
		return
	}
	for credential, own := range l.all {
		if own.calls+own.streams == 0 && own.rate.TokensAt(now) >= float64(l.limits.Burst) {
			delete(l.all, credential)
		}
	}
}
