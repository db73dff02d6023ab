package mcpserver

import (
	"context"
	"time"

	"rag-context/rag"
)

type collectionsArguments struct {
	Collections []string `json:"collections"`
}

type statusAnswer struct {
	Collections []collectionStatus `json:"collections"`
}

type collectionStatus struct {
	Name       string         `json:"name"`
	Kind       string         `json:"kind"`
	Documents  int            `json:"documents"`
	Passages   int            `json:"passages"`
	SyncedAt   string         `json:"synced_at,omitempty"` // absent before the first complete sync
	AgeSeconds int64          `json:"age_seconds"`
	Missing    bool           `json:"missing,omitempty"` // its folder is not there now
	Skipped    map[string]int `json:"skipped"`           // files, by reason
}

func statusTool() tool {
	return answering(tool{
		name:        "status",
		description: "Status of the user's index: collections, what they hold, how old they are, what was skipped.",
		example:     `{"collections":["notes"]}`,
		fields:      rag.SelectFields("collections"),
	}, func(ctx context.Context, call *call, arguments collectionsArguments) (statusAnswer, error) {
		return call.desk.status(ctx, call.library, arguments.Collections)
	})
}

func (d *desk) status(ctx context.Context, library *rag.Library, collections []string) (statusAnswer, error) {
	status, err := library.Status(ctx, collections)
	if err != nil {
		return statusAnswer{}, err
	}
	answer := statusAnswer{Collections: make([]collectionStatus, len(status.Collections))}
	for i, c := range status.Collections {
		row := collectionStatus{Name: c.Name, Kind: c.Kind, Documents: c.Documents, Passages: c.Passages, Missing: c.Missing, Skipped: c.SkippedFor}
		if c.SyncedAt != nil {
			row.SyncedAt = c.SyncedAt.Format(time.RFC3339)
			row.AgeSeconds = secondsSince(d.owner.options.Now(), *c.SyncedAt)
		}
		answer.Collections[i] = row
	}
	count(ctx, len(answer.Collections))
	return answer, nil
}
