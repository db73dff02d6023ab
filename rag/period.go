package rag

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Period is a span of time, from From on and before To; a zero end is open.
type Period struct{ From, To time.Time }

// IsZero reports whether the period is all of time.
func (p Period) IsZero() bool { return p.From.IsZero() && p.To.IsZero() }

// Contains reports whether a time is in the period.
func (p Period) Contains(t time.Time) bool {
	return (p.From.IsZero() || !t.Before(p.From)) && (p.To.IsZero() || t.Before(p.To))
}

// ParsePeriod reads a period as people write it: "7d" (the last 7 days; h, d,
// w, m and y), "today", "yesterday", "this-week", "last-month" (week, month or
// year of the calendar), "2026", "2026-06", "2026-06-01", any of these after
// ">", ">=", "<" or "<=", and "A..B" with either end left out. Days begin at
// midnight where now is, weeks on Monday. Any other text is a [*RequestError] of the
// field.
func ParsePeriod(field, text string, now time.Time) (Period, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return Period{}, nil
	}
	if from, to, isRange := strings.Cut(text, ".."); isRange {
		first, okFrom := parseSpan(from, now)
		last, okTo := parseSpan(to, now)
		if (okFrom || from == "") && (okTo || to == "") && from+to != "" {
			return Period{From: first.From, To: last.To}, nil
		}
		return Period{}, badPeriod(field)
	}
	operator := text[:len(text)-len(strings.TrimLeft(text, "<>="))]
	span, ok := parseSpan(text[len(operator):], now)
	switch {
	case !ok:
	case operator == "" || operator == "=":
		return span, nil
	case operator == ">":
		return Period{From: span.after()}, nil
	case operator == ">=":
		return Period{From: span.From}, nil
	case operator == "<":
		return Period{To: span.From}, nil
	case operator == "<=":
		return Period{To: span.To}, nil
	}
	return Period{}, badPeriod(field)
}

// after is where what is later than the span begins: at its end, or, for one
// that reaches to now ("7d"), at its start.
func (p Period) after() time.Time {
	if p.To.IsZero() {
		return p.From
	}
	return p.To
}

func badPeriod(field string) error {
	return &RequestError{Field: field, Problem: "must be a time like 7d, 2026-06, 2026-06-01, >2026-06-01 or 2026-01..2026-03"}
}

var ago = regexp.MustCompile(`^(\d{1,4})([hdwmy])$`)

// parseSpan reads one span: so long until now, or a year, month or day.
func parseSpan(text string, now time.Time) (Period, bool) {
	text = strings.TrimSpace(text)
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch text {
	case "today":
		return Period{From: today, To: today.AddDate(0, 0, 1)}, true
	case "yesterday":
		return Period{From: today.AddDate(0, 0, -1), To: today}, true
	}
	if span, ok := calendarSpan(text, today); ok {
		return span, true
	}
	if parts := ago.FindStringSubmatch(text); parts != nil {
		n, _ := strconv.Atoi(parts[1]) // digits, as the expression says
		return Period{From: before(now, n, parts[2])}, true
	}
	for _, form := range []struct {
		layout              string
		years, months, days int
	}{{"2006", 1, 0, 0}, {"2006-01", 0, 1, 0}, {"2006-01-02", 0, 0, 1}} {
		if start, err := time.ParseInLocation(form.layout, text, now.Location()); err == nil {
			return Period{From: start, To: start.AddDate(form.years, form.months, form.days)}, true
		}
	}
	return Period{}, false
}

// calendarSpan reads "this-" or "last-" and a unit of the calendar.
func calendarSpan(text string, today time.Time) (Period, bool) {
	which, unit, _ := strings.Cut(text, "-")
	var start time.Time
	years, months, days := 0, 0, 0
	switch unit {
	case "week":
		start, days = today.AddDate(0, 0, -(int(today.Weekday())+6)%7), 7
	case "month":
		start, months = today.AddDate(0, 0, 1-today.Day()), 1
	case "year":
		start, years = today.AddDate(0, 1-int(today.Month()), 1-today.Day()), 1
	default:
		return Period{}, false
	}
	switch which {
	case "this":
		return Period{From: start, To: start.AddDate(years, months, days)}, true
	case "last":
		return Period{From: start.AddDate(-years, -months, -days), To: start}, true
	}
	return Period{}, false
}

func before(now time.Time, n int, unit string) time.Time {
	switch unit {
	case "h":
		return now.Add(-time.Duration(n) * time.Hour)
	case "w":
		return now.AddDate(0, 0, -7*n)
	case "m":
		return now.AddDate(0, -n, 0)
	case "y":
		return now.AddDate(-n, 0, 0)
	}
	return now.AddDate(0, 0, -n)
}
