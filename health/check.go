package health

import (
	"context"
	"errors"
	"fmt"
	"net/url"
)

// Check asks the server at the base URL how it is. It always returns within the
// timeout, has then let go of all it used, and never makes the server load or
// wake a model.
func Check(ctx context.Context, base string, options Options) Report {
	u, err := ParseURL(base)
	if err != nil {
		return Report{URL: redact(base), State: Invalid, Message: err.Error()}
	}
	options, done := options.withDefaults()
	defer done()
	return checkGiven(ctx, u, options)
}

// checkGiven is check of an address that somebody gave: perhaps that of a part of
// a server.
func checkGiven(ctx context.Context, base *url.URL, options Options) Report {
	ctx, cancel := context.WithTimeout(ctx, options.Timeout)
	defer cancel()
	root := rootOf(base)
	if root == nil {
		return check(ctx, base, options, true)
	}
	above := check(ctx, root, options, true)
	if known := above.Kind != OpenAI && above.Kind != ""; known && above.State != NotLLM {
		return above
	}
	report := check(ctx, base, options, true)
	report.LatencyMS += above.LatencyMS
	return report
}

// check is Check with complete options. Only a trusted address gets the API key
// before it is known to be an LLM server's.
func check(ctx context.Context, base *url.URL, options Options, trusted bool) Report {
	started := options.Now()
	bounded, cancel := context.WithTimeout(ctx, options.Timeout)
	defer cancel()
	s := newSession(base, options)
	report := s.ask(bounded, trusted)
	report.URL = base.String()
	report.CanCount = report.CanCount && loopback(base)
	report.LatencyMS = options.Now().Sub(started).Milliseconds()
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		report = Report{URL: report.URL, LatencyMS: report.LatencyMS, State: Slow, Message: "the check was cancelled"}
	case report.State == Slow:
		report.Message = fmt.Sprintf("no answer within %v", options.Timeout)
	}
	return report
}

// ask finds out which server it is and lets what is known of it do the rest.
func (s *session) ask(ctx context.Context, trusted bool) Report {
	var report Report
	if trusted {
		s.allowKey()
	}
	found, last := s.identify(ctx)
	if found == nil {
		report.State, report.Message = judgeError(last)
		return report
	}
	if found.kind != OpenAI {
		s.allowKey()
	}
	report.Kind, report.Server = found.kind, found.name
	found.inspect(ctx, s, &report)
	report.finish()
	return report
}

// identify asks one path after the other until an answer tells the server. nil
// means that there was no answer, and why.
func (s *session) identify(ctx context.Context) (*server, answer) {
	for _, path := range fingerprints {
		a := s.get(ctx, path)
		if a.err != nil {
			return nil, a
		}
		for i := range servers {
			if sign := servers[i].signs[path]; sign != nil && sign(a) {
				return &servers[i], a
			}
		}
	}
	return &openAI, answer{}
}

func judgeError(a answer) (State, string) {
	switch {
	case a.timedOut():
		return Slow, ""
	case a.connected:
		return NotLLM, "what answers there does not speak HTTP: " + a.cause()
	}
	return Down, a.cause()
}
