package mcpserver

import (
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

// take takes what a request uses, until release is called; not ok where that
// is more than the credential may.
func (l *limiter) take(credential string, isStream bool, now time.Time) (release func(), ok bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own := l.all[credential]
	if own == nil {
		l.clear(now)
		own = &allowance{rate: rate.NewLimiter(rate.Limit(l.limits.PerSecond), l.limits.Burst)}
		l.all[credential] = own
	}
	used, most := &own.calls, l.limits.Concurrent
	if isStream {
		used, most = &own.streams, l.limits.Streams
	}
	if *used >= most || !own.rate.AllowN(now, 1) {
		return nil, false
	}
	*used++
	return func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		*used--
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
