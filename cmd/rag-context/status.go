package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"rag-context/rag"
)

type statusCommand struct {
	Name    []string `arg:"" optional:"" help:"The collections to tell of (default: all)."`
	Skipped bool     `help:"List the files that were skipped, and why."`
	JSON    bool     `help:"Print the status as JSON."`
}

// Help implements kong's HelpProvider.
func (statusCommand) Help() string {
	return `Examples:
  rag-context status
  rag-context status notes --skipped`
}

// Run implements the command.
func (c statusCommand) Run(a *app) error {
	err := a.withLibrary(false, func(library *rag.Library) error {
		status, err := library.Status(a.ctx, c.Name)
		if err != nil {
			return err
		}
		return c.show(a, library, status)
	})
	if errors.Is(err, rag.ErrUnknownTenant) && a.line.Tenant == rag.DefaultTenant && len(c.Name) == 0 {
		return c.show(a, nil, rag.Status{Tenant: rag.DefaultTenant, Collections: []rag.CollectionStatus{}})
	}
	return err
}

// skippedFile is a row of --skipped.
type skippedFile struct {
	Collection string `json:"collection"`
	Path       string `json:"path"`
	Reason     string `json:"reason"`
}

func (c statusCommand) show(a *app, library *rag.Library, status rag.Status) error {
	skipped := []skippedFile{}
	for _, collection := range status.Collections {
		if !c.Skipped {
			break
		}
		entries, err := library.Skipped(a.ctx, collection.Name)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			skipped = append(skipped, skippedFile{collection.Name, entry.Path, entry.Skip})
		}
	}
	switch {
	case c.JSON && c.Skipped:
		return a.printJSON(struct {
			rag.Status
			SkippedFiles []skippedFile `json:"skipped_files"`
		}{status, skipped})
	case c.JSON:
		return a.printJSON(status)
	case len(status.Collections) == 0:
		a.say("nothing is indexed yet for tenant %s", status.Tenant)
		a.say("rag-context: hint: rag-context%s add FOLDER indexes a folder", a.tenantFlag())
		return nil
	case c.Skipped:
		return printSkipped(a, skipped)
	}
	return printStatus(a, status)
}

func printStatus(a *app, status rag.Status) error {
	table := tabwriter.NewWriter(a.env.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "COLLECTION\tKIND\tDOCUMENTS\tPASSAGES\tSYNCED\tSKIPPED")
	for _, c := range status.Collections {
		synced := "never complete"
		if c.SyncedAt != nil {
			synced = ago(a.env.now().Sub(*c.SyncedAt))
		}
		if c.Missing {
			synced += ", folder missing"
		}
		skipped := fmt.Sprint(c.Skipped)
		if c.Skipped > 0 {
			skipped += " (" + reasons(c.SkippedFor) + ")"
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%s\t%s\n", c.Name, c.Kind, c.Documents, c.Passages, synced, skipped)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, space := range status.Spaces {
		if _, err := fmt.Fprintln(a.env.stdout, spaceLine(space)); err != nil {
			return err
		}
	}
	return nil
}

// spaceLine says how many passages have a vector, and by what.
func spaceLine(space rag.SpaceStatus) string {
	line := fmt.Sprintf("%s of %d have a vector", count(space.Passages, "passage"), space.Passages+space.Missing)
	if space.Space == rag.SpaceLearned {
		line += " of what was learned from them"
	} else {
		line += " of " + visible(space.Model)
	}
	switch {
	case !space.Used:
		line += ", which is not set up"
	case space.Missing > 0:
		line += "; rag-context learn gives the others one"
	}
	return line
}

// printSkipped is tab-separated, for scripts.
func printSkipped(a *app, skipped []skippedFile) error {
	for _, file := range skipped {
		if _, err := fmt.Fprintf(a.env.stdout, "%s/%s\t%s\n", file.Collection, visible(file.Path), file.Reason); err != nil {
			return err
		}
	}
	return nil
}

// reasons lists reasons, the commonest first.
func reasons(counts map[string]int) string {
	order := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	for i, reason := range order {
		order[i] = fmt.Sprintf("%d %s", counts[reason], reason)
	}
	return strings.Join(order, ", ")
}
