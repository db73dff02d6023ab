package mcpserver

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"rag-context/rag"
)

type listArguments struct {
	Sort   rag.Order `json:"sort"`
	Limit  int       `json:"limit"`
	Cursor string    `json:"cursor"`
	narrowing
}

type listAnswer struct {
	Documents  []listedDocument `json:"documents"`
	Notes      []string         `json:"notes,omitempty"`
	NextCursor string           `json:"next_cursor,omitempty"`
}

type listedDocument struct {
	ID       string    `json:"id"`
	Title    string    `json:"title"`
	URL      string    `json:"url"`
	Path     string    `json:"path"` // with the collection's name before it
	Type     string    `json:"type"`
	Tags     []string  `json:"tags,omitempty"`
	Bytes    int64     `json:"bytes"`
	Modified time.Time `json:"modified"`
}

func listDocumentsTool() tool {
	return answering(tool{
		name:        "list_documents",
		description: "List or find the user's documents by title, path, tag, type or time of change.",
		example:     `{"title":"backup","modified":"30d","sort":"newest"}`,
		fields:      rag.SelectFields(slices.Concat(narrowingNames, []string{"sort", "limit", "cursor"})...),
	}, listDocuments)
}

func listDocuments(ctx context.Context, call *call, arguments listArguments) (listAnswer, error) {
	listing, err := rag.List(ctx, call.library, rag.ListRequest{
		Collections: arguments.Collections, Filter: arguments.filter(), Order: arguments.Sort, Limit: arguments.Limit, Cursor: arguments.Cursor,
	})
	if err != nil {
		return listAnswer{}, err
	}
	answer := listAnswer{Documents: make([]listedDocument, len(listing.Documents)), Notes: notes(listing.Diagnostics), NextCursor: listing.NextCursor}
	for i, document := range listing.Documents {
		answer.Documents[i] = listedDocument{
			ID: document.ID, Title: document.Title, URL: documentURI(document.ID), Path: document.Collection + "/" + document.Path,
			Type: document.Type, Tags: document.Tags, Bytes: document.Size, Modified: document.Modified,
		}
	}
	count(ctx, len(answer.Documents))
	return answer, nil
}

type tagsArguments struct {
	Collections []string `json:"collections"`
	Limit       int      `json:"limit"`
}

type tagsAnswer struct {
	Tags []rag.TagCount `json:"tags"`
	More int            `json:"more"` // rarer ones that are not shown
}

// tagsShown is how many tags are listed unless a limit is given.
const tagsShown = 100

func listTagsTool() tool {
	t := tool{
		name:        "list_tags",
		description: "List the tags of the user's documents and how many have each, the commonest first.",
		example:     `{"limit":20}`,
		fields:      rag.SelectFields("collections", "limit"),
	}
	t.fields[1].Max, t.fields[1].Default = rag.MaxBulkLimit, strconv.Itoa(tagsShown) // tags are short
	return answering(t, listTags)
}

func listTags(ctx context.Context, call *call, arguments tagsArguments) (tagsAnswer, error) {
	tags, err := call.library.Tags(ctx, arguments.Collections)
	if err != nil {
		return tagsAnswer{}, err
	}
	shown := tags[:min(cmp.Or(arguments.Limit, tagsShown), len(tags))]
	count(ctx, len(shown))
	return tagsAnswer{Tags: shown, More: len(tags) - len(shown)}, nil
}
