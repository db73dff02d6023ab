package rag_test

import (
	"testing"
	"time"

	"rag-context/rag"
)

func TestParsePeriod(t *testing.T) {
	now := time.Date(2026, 3, 4, 15, 30, 0, 0, time.UTC) // a Wednesday
	for _, test := range []struct{ text, from, to string }{
		{"", "", ""},
		{"7d", "2026-02-25 15:30", ""},
		{"12h", "2026-03-04 03:30", ""},
		{"today", "2026-03-04 00:00", "2026-03-05 00:00"},
		{"Yesterday", "2026-03-03 00:00", "2026-03-04 00:00"},
		{"this-week", "2026-03-02 00:00", "2026-03-09 00:00"},
		{"last-week", "2026-02-23 00:00", "2026-03-02 00:00"},
		{"last-month", "2026-02-01 00:00", "2026-03-01 00:00"},
		{">=last-month", "2026-02-01 00:00", ""},
		{"this-year", "2026-01-01 00:00", "2027-01-01 00:00"},
		{"last-year", "2025-01-01 00:00", "2026-01-01 00:00"},
		{"2026-02", "2026-02-01 00:00", "2026-03-01 00:00"},
		{">2026-02", "2026-03-01 00:00", ""},
		{"<2026-02-03", "", "2026-02-03 00:00"},
		{"<=2026-02-03", "", "2026-02-04 00:00"},
		{"2025..2026-01", "2025-01-01 00:00", "2026-02-01 00:00"},
		{"..2025", "", "2026-01-01 00:00"},
	} {
		period, err := rag.ParsePeriod("modified", test.text, now)
		if got := [2]string{minutes(period.From), minutes(period.To)}; err != nil || got != [2]string{test.from, test.to} {
			t.Errorf("%q is %v, %v; want %s to %s", test.text, got, err, test.from, test.to)
		}
	}
	for _, text := range []string{"soon", "..", ">", "last-day", "next-week", "2026-13", "7x", "=>2026"} {
		if period, err := rag.ParsePeriod("modified", text, now); err == nil {
			t.Errorf("%q is %v", text, period)
		}
	}
}

// minutes writes a time; "" for an open end.
func minutes(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02 15:04")
}
