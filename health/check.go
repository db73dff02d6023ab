package health

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// DefaultTimeout is how long a check takes at most. A server on this machine
// answers in milliseconds, except while it computes on all cores.
const DefaultTimeout = 2 * time.Second

// Options of a check. The zero value works.
type Options struct {
	// Client sends the requests; its redirect policy is replaced. nil means
	// one that keeps no connection and, as Go does, uses the proxies of the
	// environment except for this machine's own addresses.
	Client *http.Client
	// Timeout is for the whole check; 0 means [DefaultTimeout].
	Timeout time.Duration
	// APIKey is sent as a bearer token; "" sends none.
	APIKey string
	// Now tells the time, for the latency; nil means time.Now.
	Now func() time.Time
}

func (o Options) withDefaults() Options {
	if o.Client == nil {
		o.Client = &http.Client{Transport: &http.Transport{
			// Leaves out "localhost" and loopback addresses by itself.
			Proxy:                  http.ProxyFromEnvironment,
			DisableKeepAlives:      true,
			MaxResponseHeaderBytes: 64 << 10,
		}}
	}
	client := *o.Client
	client.CheckRedirect = stayOnHost
	o.Client = &client
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

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

// Check asks the server at the base URL how it is. It always returns within the
// timeout, has then let go of all it used, and never makes the server load or
// wake a model.
func Check(ctx context.Context, base string, options Options) Report {
	u, err := ParseURL(base)
	if err != nil {
		return Report{URL: redact(base), State: Invalid, Message: err.Error()}
	}
	options = options.withDefaults()
	started := options.Now()
	bounded, cancel := context.WithTimeout(ctx, options.Timeout)
	defer cancel()
	health, models := ask(bounded, u, options)
	report := judge(health, models)
	report.URL = u.String()
	report.LatencyMS = options.Now().Sub(started).Milliseconds()
	if report.State == Slow {
		report.Message = fmt.Sprintf("no answer within %v", options.Timeout)
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		report.State, report.Message = Slow, "the check was cancelled"
	}
	return report
}

// ask sends both requests at once and waits for both.
func ask(ctx context.Context, base *url.URL, options Options) (health, models answer) {
	var both sync.WaitGroup
	both.Go(func() { health = get(ctx, base.JoinPath("health"), options) })
	both.Go(func() { models = get(ctx, base.JoinPath("v1", "models"), options) })
	both.Wait()
	return health, models
}
