package mcpserver

import (
	"context"
	"strings"

	"rag-context/pack"
	"rag-context/rag"
)

type searchArguments struct {
	Query  string     `json:"query"`
	Mode   rag.Mode   `json:"mode"`
	Effort rag.Effort `json:"effort"`
	Limit  int        `json:"limit"`
	Cursor string     `json:"cursor"`
	Detail string     `json:"detail"`
	narrowing
}

// narrowing are the arguments that narrow a request to some documents.
type narrowing struct {
	Collections []string `json:"collections"`
	Tags        []string `json:"tags"`
	Path        string   `json:"path"`
	Title       string   `json:"title"`
	Type        string   `json:"type"`
	Modified    string   `json:"modified"`
}

var narrowingNames = []string{"collections", "tags", "path", "title", "type", "modified"}

func (n narrowing) filter() rag.Filter {
	return rag.Filter{Tags: n.Tags, Path: n.Path, Title: n.Title, Type: n.Type, Modified: n.Modified}
}

// searchAnswer is also what OpenAI's connectors expect of a tool "search":
// results with id, title and url.
type searchAnswer struct {
	Results    []searchResult `json:"results"`
	Mode       rag.Mode       `json:"mode"`
	Notes      []string       `json:"notes,omitempty"`
	NextCursor string         `json:"next_cursor,omitempty"`
}

type searchResult struct {
	ID      string  `json:"id"`
	Title   string  `json:"title"`
	URL     string  `json:"url"`
	Path    string  `json:"path"` // with the collection's name before it
	Lines   string  `json:"lines"`
	Heading string  `json:"heading,omitempty"`
	Text    string  `json:"text"`
	Cut     bool    `json:"cut,omitempty"`
	Score   float64 `json:"score"`
	Stale   bool    `json:"stale,omitempty"`
}

func searchTool() tool {
	return answering(tool{
		name:        "search",
		description: "Search the user's documents, notes, manuals, papers and code for passages that answer a question.",
		example:     `{"query":"how do we rotate the signing keys","limit":5}`,
		fields:      rag.SelectFields(append([]string{"query", "limit", "cursor", "detail", "mode", "effort"}, narrowingNames...)...),
		required:    []string{"query"},
	}, search)
}

func search(ctx context.Context, call *call, arguments searchArguments) (searchAnswer, error) {
	request := rag.Request{
		Question: arguments.Query, Mode: arguments.Mode, Effort: arguments.Effort, Limit: arguments.Limit, Cursor: arguments.Cursor,
		Collections: arguments.Collections, Filter: arguments.filter(),
	}
	result, err := rag.Query(ctx, call.library, request)
	if err != nil {
		return searchAnswer{}, err
	}
	answer := searchAnswer{Results: []searchResult{}, Mode: result.Mode, Notes: notes(result.Diagnostics)}
	left := call.desk.owner.options.AnswerTokens
	for _, found := range result.Passages {
		shown := shownResult(result.Query, found, arguments.Detail == "full", left)
		tokens := pack.EstimateTokens(shown.Text+shown.Heading+shown.Path+shown.Title) + resultTokens
		if left -= tokens; left < 0 && len(answer.Results) > 0 {
			break
		}
		answer.Results = append(answer.Results, shown)
	}
	answer.NextCursor = request.CursorAfter(result, len(answer.Results))
	count(ctx, len(answer.Results))
	return answer, nil
}

// resultTokens is about what the names and numbers of a result take.
const resultTokens = 100

// snippetLines are what a concise result shows of a passage.
const snippetLines = 4

func shownResult(question string, found rag.Found, full bool, most int) searchResult {
	result := searchResult{
		ID: found.ID, Title: found.Title, URL: documentURI(found.ID), Path: found.Collection + "/" + found.Path,
		Lines: lineRange(found.Lines), Heading: strings.Join(found.Heading, " > "), Text: found.Text, Score: rounded(found.Score), Stale: found.Stale,
	}
	if !full {
		result.Text = strings.Join(rag.Snippet(question, found.Text, snippetLines), "\n")
		most = min(most, snippetTokens)
	}
	result.Text, _ = head(result.Text, most)
	result.Cut = len(result.Text) < len(found.Text)
	return result
}

// snippetTokens bound a snippet, whose lines may be paragraphs.
const snippetTokens = 250

func notes(diagnostics []rag.Diagnostic) []string {
	var list []string
	for _, diagnostic := range diagnostics {
		list = append(list, diagnostic.Message)
	}
	return list
}
