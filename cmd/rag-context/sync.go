package main

import (
	"fmt"
	"strings"
	"time"

	"rag-context/rag"
)

type syncCommand struct {
	Name   []string `arg:"" optional:"" help:"The collections to sync (default: all)."`
	NoWait bool     `help:"Give up at once if another sync is under way."`
	JSON   bool     `help:"Print the report as JSON."`
	learnFlags
}

// Help implements kong's HelpProvider.
func (syncCommand) Help() string {
	return `Examples:
  rag-context sync
  rag-context sync notes --json

Only files whose size or time has changed are read. It may be interrupted at any
time: the next sync goes on from there.`
}

// Run implements the command.
func (c syncCommand) Run(a *app) error {
	return a.withLibrary(false, func(library *rag.Library) error {
		reports, err := a.sync(a.ctx, library, rag.SyncOptions{Collections: c.Name, NoWait: c.NoWait})
		if err == nil {
			defer a.learnLater(a.ctx, library, c.learnFlags)
		}
		return a.showReports(library, reports, err, c.JSON)
	})
}

// syncResult is what sync --json and add --json print, a contract like
// rag.Result.
type syncResult struct {
	Tenant      string           `json:"tenant"`
	Collections []rag.SyncReport `json:"collections"`
}

// showReports says what a sync did, also where it failed half-way.
func (a *app) showReports(library *rag.Library, reports []rag.SyncReport, syncErr error, json bool) error {
	for _, report := range reports {
		a.say("%s: %s (%s)", report.Collection, changesOf(report), report.Elapsed.Round(time.Millisecond))
		if report.Skipped > 0 {
			a.say("  %s: rag-context status --skipped lists them", skippedOf(a, library, report))
		}
	}
	if json {
		if err := a.printJSON(syncResult{library.Scope().Tenant().String(), append([]rag.SyncReport{}, reports...)}); err != nil {
			return err
		}
	}
	return syncErr
}

func changesOf(report rag.SyncReport) string {
	var parts []string
	for _, change := range []struct {
		n    int
		verb string
	}{
		{report.Added, "added"}, {report.Changed, "changed"}, {report.Renamed, "renamed"}, {report.Removed, "removed"}, {report.Unchanged, "unchanged"},
	} {
		if change.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", change.n, change.verb))
		}
	}
	if len(parts) == 0 {
		return "no documents"
	}
	return strings.Join(parts, ", ")
}

// skippedOf counts skipped files with the commonest reason.
func skippedOf(a *app, library *rag.Library, report rag.SyncReport) string {
	status, err := library.Status(a.ctx, []string{report.Collection})
	if err != nil || len(status.Collections) == 0 {
		return fmt.Sprintf("%d skipped", report.Skipped)
	}
	return fmt.Sprintf("%d skipped (%s)", report.Skipped, reasons(status.Collections[0].SkippedFor))
}
