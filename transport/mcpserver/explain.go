package mcpserver

import (
	"context"
	"slices"

	"rag-context/rag"
)

type explainArguments struct {
	Query       string     `json:"query"`
	Mode        rag.Mode   `json:"mode"`
	Effort      rag.Effort `json:"effort"`
	Collections []string   `json:"collections"`
	Tags        []string   `json:"tags"`
	Path        string     `json:"path"`
}

type explainAnswer struct {
	Mode      rag.Mode            `json:"mode"`
	Languages []string            `json:"languages"`
	Words     []rag.ExplainedWord `json:"words"`
	Filtered  *int                `json:"filtered,omitempty"` // documents that the filters let pass
	Passages  []explainedPassage  `json:"passages"`
	Notes     []string            `json:"notes,omitempty"`
}

type explainedPassage struct {
	ID    string     `json:"id"`
	Path  string     `json:"path"`
	Lines string     `json:"lines"`
	Score float64    `json:"score"`
	Parts []rag.Part `json:"parts"`
}

func explainTool() tool {
	return answering(tool{
		name:        "explain_query",
		description: "Explain how a search of the user's documents understands a query and ranks passages.",
		example:     `{"query":"signing keys"}`,
		fields:      rag.SelectFields("query", "mode", "effort", "collections", "tags", "path"),
		required:    []string{"query"},
	}, explainQuery)
}

func explainQuery(ctx context.Context, call *call, arguments explainArguments) (explainAnswer, error) {
	explanation, err := rag.Explain(ctx, call.library, rag.Request{
		Question: arguments.Query, Mode: arguments.Mode, Effort: arguments.Effort,
		Collections: arguments.Collections, Filter: rag.Filter{Tags: arguments.Tags, Path: arguments.Path},
	})
	answer := explainAnswer{
		Mode: explanation.Mode, Languages: explanation.Languages, Words: explanation.Words, Filtered: explanation.Filtered,
		Passages: make([]explainedPassage, len(explanation.Passages)), Notes: notes(explanation.Diagnostics),
	}
	for i, p := range explanation.Passages {
		answer.Passages[i] = explainedPassage{p.ID, p.Collection + "/" + p.Path, lineRange(p.Lines), rounded(p.Score), slices.Clone(p.Parts)}
		for j := range p.Parts {
			answer.Passages[i].Parts[j].Score = rounded(p.Parts[j].Score)
		}
	}
	count(ctx, len(answer.Passages))
	return answer, err
}
