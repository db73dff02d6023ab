package health

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Limits of looking around, so that it takes less than half a second.
const (
	usualTimeout = 300 * time.Millisecond // for each usual address
	hintTimeout  = 150 * time.Millisecond // for the one that answered last time
)

// Find returns the report of the first place where a server can be chatted with,
// else of the one that comes nearest to it. All places are asked at once: an
// address that was given has the time of options, usual ones together less than
// half a second. However many there are, they take no longer than the slowest.
//
// hint is the URL of an earlier report that was found, "" none. It is asked
// first, and alone where it is ready, if it is among the usual addresses.
func Find(ctx context.Context, places Places, hint string, options Options) Report {
	options, done := options.withDefaults()
	defer done()
	look := func(ctx context.Context, p place) Report {
		if p.given != nil {
			return checkGiven(ctx, p.given, options)
		}
		return lookAround(ctx, p, hint, options)
	}
	nearest, first := Report{State: Down, Models: []Model{}}, true
	for report := range allAtOnce(ctx, places.list, look) {
		if first || nearness(report) > nearness(nearest) {
			nearest, first = report, false
		}
		if report.Usable() {
			break
		}
	}
	return nearest
}

// allAtOnce asks all of them and yields the reports in their order, each as soon
// as those before it are there. Where no more are wanted, the rest is cancelled;
// none is left behind.
func allAtOnce[T any](ctx context.Context, all []T, ask func(context.Context, T) Report) iter.Seq[Report] {
	return func(yield func(Report) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		reports := make([]chan Report, len(all))
		for i, one := range all {
			reports[i] = make(chan Report, 1)
			go func() { reports[i] <- ask(ctx, one) }()
		}
		wanted := true
		for _, report := range reports {
			r := <-report
			if wanted && !yield(r) {
				wanted = false
				cancel()
			}
		}
	}
}

// Survey returns the reports of all servers at the places, in their order: what
// is at an address that was given, and of the usual addresses those that have a
// server.
func Survey(ctx context.Context, places Places, options Options) []Report {
	options, done := options.withDefaults()
	defer done()
	var reports []Report
	for _, p := range places.list {
		if p.given != nil {
			reports = append(reports, checkGiven(ctx, p.given, options))
		}
		for report := range lookEverywhere(ctx, p, options) {
			if nearness(report) > 0 && !slices.ContainsFunc(reports, report.sameServer) {
				reports = append(reports, report)
			}
		}
	}
	return reports
}

// sameServer reports whether two reports of this machine are most likely of one
// server: it listens at several addresses.
func (r Report) sameServer(other Report) bool {
	one, err := url.Parse(r.URL)
	two, otherErr := url.Parse(other.URL)
	return err == nil && otherErr == nil && loopback(two) && one.Port() == two.Port() && one.Path == two.Path && r.Kind == other.Kind
}

// lookAround asks the usual addresses of a place.
func lookAround(ctx context.Context, p place, hint string, options Options) Report {
	started := options.Now()
	if p.holds(hint) {
		if u, err := ParseURL(hint); err == nil {
			report := lookAt(ctx, u, hintTimeout, options)
			if report.Usable() {
				return report
			}
		}
	}
	nearest := Report{State: Down, Models: []Model{}}
	for report := range lookEverywhere(ctx, p, options) {
		if nearness(report) > nearness(nearest) {
			nearest = report
		}
		if report.Usable() {
			break
		}
	}
	if nearness(nearest) == 0 {
		return Report{State: Down, Kind: p.kind, Models: []Model{}, Message: notFound(p), LatencyMS: options.Now().Sub(started).Milliseconds()}
	}
	return nearest
}

// lookEverywhere asks the usual addresses of a place, all at once.
func lookEverywhere(ctx context.Context, p place, options Options) iter.Seq[Report] {
	return allAtOnce(ctx, p.usual, func(ctx context.Context, u *url.URL) Report {
		return lookAt(ctx, u, usualTimeout, options)
	})
}

func lookAt(ctx context.Context, u *url.URL, timeout time.Duration, options Options) Report {
	options.Timeout = timeout
	report := check(ctx, u, options, false)
	report.Found = true
	return report
}

// nearness is how near a server that was come upon is to being chatted with; 0
// for one that is not worth a word.
func nearness(r Report) int {
	switch r.State {
	case Ready:
		return 5
	case Sleeping:
		return 4
	case Loading:
		return 3
	case NoModel:
		return 2
	case Unauthorized, Failing:
		if !r.Found || r.Kind != OpenAI && r.Kind != "" { // else any site with a password, or out of order
			return 1
		}
	}
	return 0
}

func notFound(p place) string {
	var ports []string
	for _, u := range p.usual {
		ports = append(ports, u.Port())
	}
	return fmt.Sprintf("no LLM server answers on this machine, on port %s", strings.Join(slices.Compact(ports), ", "))
}
