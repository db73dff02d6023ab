package mcpserver

import (
	"context"
	"strings"

	"rag-context/rag"
)

type fetchArguments struct {
	ID         string `json:"id"`
	Lines      string `json:"lines"`
	Neighbours int    `json:"neighbours"`
	Cursor     string `json:"cursor"`
}

// fetchAnswer is also what OpenAI's connectors expect of a tool "fetch".
type fetchAnswer struct {
	ID         string        `json:"id"`
	Title      string        `json:"title"`
	Text       string        `json:"text"`
	URL        string        `json:"url"`
	Metadata   fetchMetadata `json:"metadata"`
	Notes      []string      `json:"notes,omitempty"`
	NextCursor string        `json:"next_cursor,omitempty"`
}

type fetchMetadata struct {
	Document string   `json:"document"`
	Path     string   `json:"path"` // with the collection's name before it
	Type     string   `json:"type"`
	Lines    string   `json:"lines"`
	Heading  string   `json:"heading,omitempty"`
	Tags     []string `json:"tags,omitempty"`
	Passages []string `json:"passages"`
}

func fetchTool() tool {
	return answering(tool{
		name:        "fetch",
		description: "Fetch a document of the user's, some lines of it, or a passage with its neighbours, by id or path.",
		example:     `{"id":"k3m5q2wxayz4.3","neighbours":1}`,
		fields:      rag.SelectFields("id", "lines", "neighbours", "cursor"),
		required:    []string{"id"},
	}, fetch)
}

func fetch(ctx context.Context, call *call, arguments fetchArguments) (fetchAnswer, error) {
	first, last, err := parseLines(arguments.Lines)
	if err != nil {
		return fetchAnswer{}, err
	}
	most := call.desk.owner.options.AnswerTokens
	reading, err := rag.Read(ctx, call.library, rag.Reference{
		Name: strings.TrimPrefix(arguments.ID, documentURI("")), First: first, Last: last, Neighbours: arguments.Neighbours,
		Cursor: arguments.Cursor, MaxBytes: most * bytesPerToken,
	})
	if err != nil {
		return fetchAnswer{}, err
	}
	answer := fetchAnswer{
		ID: arguments.ID, Title: reading.Title, URL: documentURI(reading.Document), Notes: notes(reading.Diagnostics), NextCursor: reading.NextCursor,
		Metadata: fetchMetadata{
			Document: reading.Document, Path: reading.Collection + "/" + reading.Path, Type: reading.Type, Lines: lineRange(reading.Lines),
			Heading: strings.Join(reading.Heading, " > "), Tags: reading.Tags, Passages: reading.Passages,
		},
	}
	var all bool
	if answer.Text, all = head(reading.Text, most*2); !all { // a passage that is one enormous line
		answer.Notes = append(answer.Notes, "a passage is too long to be shown whole: its end is left out")
	}
	if reading.Stale {
		answer.Notes = append(answer.Notes, "the document has changed since it was indexed: this is the text as it was then")
	}
	count(ctx, len(reading.Passages))
	return answer, nil
}

// bytesPerToken is few, so that no script's text comes out much longer in
// tokens than asked for.
const bytesPerToken = 3
