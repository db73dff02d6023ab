package main

import (
	"fmt"
	"time"

	"rag-context/rag"
)

// age is how old a snapshot is, in words.
func age(snapshot rag.Snapshot) string {
	if snapshot.SyncedAt == nil {
		return "never complete"
	}
	return ago(time.Duration(snapshot.AgeSeconds) * time.Second)
}

func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return count(int(d.Minutes()), "minute") + " ago"
	case d < 48*time.Hour:
		return count(int(d.Hours()), "hour") + " ago"
	}
	return count(int(d.Hours()/24), "day") + " ago"
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
