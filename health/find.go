package health

import (
	"context"
	"fmt"
	"net/url"
	"time"
)

// Limits of looking around, so that it takes less than half a second.
const (
	usualTimeout = 300 * time.Millisecond // for each usual address
	hintTimeout  = 150 * time.Millisecond // for the one that answered last time
)

// Find returns the report of the first place where a server can be chatted with,
// else of the one that comes nearest to it. Usual addresses are asked all at
// once, 300 ms each at most; an address that was given has the time of options.
//
// hint is the URL of an earlier report that was found, "" none. It is asked
// first, and alone where it is ready, if it is among the usual addresses.
func Find(ctx context.Context, places Places, hint string, options Options) Report {
	options, done := options.withDefaults()
	defer done()
	nearest := Report{State: Down, Models: []Model{}}
	for i, p := range places.list {
		var report Report
		if p.given != nil {
			report = checkGiven(ctx, p.given, options)
		} else {
			report = lookAround(ctx, p, hint, options)
		}
		if report.Usable() {
			return report
		}
		if i == 0 || nearness(report) > nearness(nearest) {
			nearest = report
		}
	}
	return nearest
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
			if nearness(report) > 0 {
				reports = append(reports, report)
			}
		}
	}
	return reports
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

// lookEverywhere asks all addresses at once and yields the reports in the order
// of the addresses, each as soon as those before it are there.
func lookEverywhere(ctx context.Context, p place, options Options) func(yield func(Report) bool) {
	return func(yield func(Report) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		reports := make([]chan Report, len(p.usual))
		for i, u := range p.usual {
			reports[i] = make(chan Report, 1)
			go func() { reports[i] <- lookAt(ctx, u, usualTimeout, options) }()
		}
		wanted := true
		for _, report := range reports { // all, so that none is left behind
			r := <-report
			if wanted && !yield(r) {
				wanted = false
				cancel()
			}
		}
	}
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
	ports := ""
	for i, u := range p.usual {
		if i > 0 {
			ports += ", "
		}
		ports += u.Port()
	}
	return fmt.Sprintf("no LLM server answers on this machine, on port %s", ports)
}
