package health

import (
	"cmp"
	"net/http"
	"time"
)

// DefaultTimeout is how long a check takes at most. A server on this machine
// answers in milliseconds, except while it computes on all cores.
const DefaultTimeout = 2 * time.Second

// Options of [Check], [Find] and [NewCounter]. The zero value works.
type Options struct {
	// Client sends the requests; its redirect policy is replaced. nil means
	// one that lives as long as the check and, as Go does, uses the proxies of
	// the environment except for this machine's own addresses.
	Client *http.Client
	// Timeout is for a whole check, or one count; 0 means [DefaultTimeout].
	Timeout time.Duration
	// APIKey is sent as a bearer token to a server that asks for one; "" sends
	// none. While looking around, only known kinds of servers get it.
	APIKey string
	// Thorough asks also what only a person wants to know, such as whether the
	// server embeds and reranks: a request or two more.
	Thorough bool
	// Now tells the time, for the latency; nil means time.Now.
	Now func() time.Time
}

// withDefaults returns complete options, and what to call when done with them.
func (o Options) withDefaults() (complete Options, done func()) {
	done = func() {}
	if o.Client == nil {
		transport := &http.Transport{
			// Leaves out "localhost" and loopback addresses by itself.
			Proxy:                  http.ProxyFromEnvironment,
			MaxIdleConnsPerHost:    maxConnections,
			IdleConnTimeout:        idleTimeout,
			MaxResponseHeaderBytes: 64 << 10,
		}
		o.Client, done = &http.Client{Transport: transport}, transport.CloseIdleConnections
	}
	client := *o.Client
	client.CheckRedirect = stayOnHost
	o.Client = &client
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o, done
}

// maxConnections is how many requests a check has under way at once, at most.
const maxConnections = 4

// idleTimeout is how long a connection is kept for the next count.
const idleTimeout = time.Second

// maxRedirects is enough for a slash or a path that was moved.
const maxRedirects = 3

// stayOnHost ends at a redirect that leads to another host, scheme or port: the
// answer is then the redirect itself, which no LLM server gives.
func stayOnHost(next *http.Request, via []*http.Request) error {
	first := via[0].URL
	if next.URL.Host != first.Host || next.URL.Scheme != first.Scheme || len(via) > maxRedirects {
		return http.ErrUseLastResponse
	}
	return nil
}
