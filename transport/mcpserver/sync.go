package mcpserver

import (
	"context"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rag-context/rag"
)

type syncAnswer struct {
	Collections []syncReport `json:"collections"`
	Notes       []string     `json:"notes,omitempty"`
}

type syncReport struct {
	Name      string `json:"name"`
	Added     int    `json:"added"`
	Changed   int    `json:"changed"`
	Renamed   int    `json:"renamed"`
	Removed   int    `json:"removed"`
	Unchanged int    `json:"unchanged"`
	Skipped   int    `json:"skipped"`
}

func syncTool() tool {
	return answering(tool{
		name:        "sync",
		description: "Sync the index with the user's files, so that search finds what is new or changed.",
		example:     `{"collections":["notes"]}`,
		fields:      rag.SelectFields("collections"),
		writes:      true,
	}, syncCollections)
}

func syncCollections(ctx context.Context, call *call, arguments collectionsArguments) (syncAnswer, error) {
	report := call.progress(ctx)
	reports, err := rag.Sync(ctx, call.library, rag.SyncOptions{Collections: arguments.Collections, NoWait: true, Progress: report})
	answer := syncAnswer{Collections: make([]syncReport, len(reports))}
	for i, r := range reports {
		answer.Collections[i] = syncReport{r.Collection, r.Added, r.Changed, r.Renamed, r.Removed, r.Unchanged, r.Skipped}
	}
	if err != nil && len(reports) == 0 {
		return answer, err
	}
	if err == nil {
		call.desk.owner.options.Synced(ctx, call.library)
	}
	for _, problem := range problems(err) {
		answer.Notes = append(answer.Notes, explain(problem))
	}
	count(ctx, len(reports))
	call.log(ctx, fmt.Sprintf("synced %d of the collections", len(reports)))
	call.desk.watcher.look()
	call.desk.collectionNames(ctx)
	return answer, nil
}

// problems takes a joined error apart.
func problems(err error) []error {
	if joined, isJoined := err.(interface{ Unwrap() []error }); isJoined {
		return joined.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// progressInterval is how often a client is told of progress at most.
const progressInterval = 200 * time.Millisecond

// progress returns a function that passes progress on to the client; nil where
// it did not ask for that. What is told only ever grows, as the protocol wants.
func (c *call) progress(ctx context.Context) func(rag.Progress) {
	token := c.request.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	now := c.desk.owner.options.Now
	var told time.Time
	var collection string
	done, before := 0, 0 // documents: of this collection, of those before
	return func(p rag.Progress) {
		if p.Collection != collection {
			collection, before = p.Collection, before+done
		}
		done = p.Done
		if now().Sub(told) < progressInterval && p.Done < p.Total {
			return
		}
		told = now()
		_ = c.request.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(before + done), Total: float64(before + p.Total),
			Message: fmt.Sprintf("%s: %d of %d documents", collection, p.Done, p.Total),
		}) // a client that is gone needs none
	}
}
