package mcpserver

import (
	"context"

	"rag-context/rag"
)

type collectionsArguments struct {
	Collections []string `json:"collections"`
}

type statusAnswer struct {
	Collections []collectionStatus `json:"collections"`
}

type collectionStatus struct {
	rag.CollectionStatus
	AgeSeconds int64 `json:"age_seconds,omitempty" jsonschema:"since the last complete sync"`
}

func statusTool() tool {
	return answering(tool{
		name: "status", title: "Status of the index",
		description: "Tell which collections of the user's documents are indexed, how many documents and passages they hold, how old they are and what was skipped.",
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
	for i, collection := range status.Collections {
		answer.Collections[i].CollectionStatus = collection
		if collection.SyncedAt != nil {
			answer.Collections[i].AgeSeconds = secondsSince(d.owner.options.Now(), *collection.SyncedAt)
		}
	}
	count(ctx, len(answer.Collections))
	return answer, nil
}

type explainArguments struct {
	Query string   `json:"query"`
	Mode  rag.Mode `json:"mode"`
	Limit int      `json:"limit"`
	narrowing
}

func explainTool() tool {
	return answering(tool{
		name: "explain_query", title: "Explain a query",
		description: "Explain how a query to the user's documents is understood and why search ranks passages as it does: words, their forms and counts, filters, parts of each score.",
		example:     `{"query":"signing keys","limit":3}`,
		fields:      rag.SelectFields(append([]string{"query", "limit", "mode"}, narrowingNames...)...),
		required:    []string{"query"},
	}, func(ctx context.Context, call *call, arguments explainArguments) (rag.Explanation, error) {
		explanation, err := rag.Explain(ctx, call.library, rag.Request{
			Question: arguments.Query, Mode: arguments.Mode, Limit: arguments.Limit,
			Collections: arguments.Collections, Filter: arguments.filter(),
		})
		count(ctx, len(explanation.Passages))
		return explanation, err
	})
}
