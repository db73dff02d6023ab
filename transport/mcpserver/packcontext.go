package mcpserver

import (
	"context"

	"rag-context/pack"
	"rag-context/rag"
)

type packArguments struct {
	Query       string      `json:"query"`
	Mode        rag.Mode    `json:"mode"`
	Effort      rag.Effort  `json:"effort"`
	Limit       int         `json:"limit"`
	Budget      int         `json:"budget"`
	Layout      pack.Layout `json:"layout"`
	Collections []string    `json:"collections"`
	Tags        []string    `json:"tags"`
	Path        string      `json:"path"`
	Modified    string      `json:"modified"`
}

type packAnswer struct {
	Block   string      `json:"block"`
	Receipt packReceipt `json:"receipt"`
	Notes   []string    `json:"notes,omitempty"`
}

// packReceipt is a [pack.Receipt] in this door's form.
type packReceipt struct {
	Sources []packSource   `json:"sources"`
	LeftOut []packOmission `json:"left_out"`
	Tokens  int            `json:"tokens"`
	Exact   bool           `json:"exact"` // counted by the model's server, not estimated
	Budget  int            `json:"budget"`
}

type packSource struct {
	N     int    `json:"n"` // [n] in the block
	Title string `json:"title"`
	URL   string `json:"url"`
	Path  string `json:"path"`
	Lines string `json:"lines"`
	Stale bool   `json:"stale,omitempty"`
	Cut   bool   `json:"cut,omitempty"`
}

type packOmission struct {
	ID     string      `json:"id"`
	Path   string      `json:"path"`
	Reason pack.Reason `json:"reason"`
}

func packTool() tool {
	return answering(tool{
		name:        "pack_context",
		description: "Pack the best passages for a question into one cited block within a token budget, with a receipt.",
		example:     `{"query":"how do we restore a backup","budget":3000}`,
		fields:      rag.SelectFields("query", "budget", "layout", "limit", "mode", "effort", "collections", "tags", "path", "modified"),
		required:    []string{"query"},
	}, packContext)
}

func packContext(ctx context.Context, call *call, arguments packArguments) (packAnswer, error) {
	return call.desk.block(ctx, call.library, arguments)
}

// block makes the block that the clipboard would get.
func (d *desk) block(ctx context.Context, library *rag.Library, arguments packArguments) (packAnswer, error) {
	result, err := rag.Query(ctx, library, rag.Request{
		Question: arguments.Query, Mode: arguments.Mode, Effort: arguments.Effort, Limit: arguments.Limit,
		Collections: arguments.Collections, Filter: rag.Filter{Tags: arguments.Tags, Path: arguments.Path, Modified: arguments.Modified},
	})
	if err != nil {
		return packAnswer{}, err
	}
	marker, err := pack.NewMarker(d.owner.options.Random)
	if err != nil {
		return packAnswer{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	options := d.owner.options.Packing(ctx)
	options.Marker, options.Layout = marker, arguments.Layout
	if arguments.Budget > 0 {
		options.Budget, options.Stretch = arguments.Budget, false
	}
	block, err := pack.Pack(result.Query, result.Passages, options)
	count(ctx, block.Receipt.Passages)
	return packAnswer{Block: block.Text, Receipt: newPackReceipt(block.Receipt), Notes: notes(result.Diagnostics)}, err
}

func newPackReceipt(receipt pack.Receipt) packReceipt {
	shown := packReceipt{
		Sources: make([]packSource, len(receipt.Sources)), LeftOut: make([]packOmission, len(receipt.LeftOut)),
		Tokens: receipt.Tokens, Exact: receipt.Exact, Budget: receipt.Budget,
	}
	for i, source := range receipt.Sources {
		shown.Sources[i] = packSource{
			N: source.ID, Title: source.Title, URL: documentURI(source.Document), Path: source.Collection + "/" + source.Path,
			Lines: lineRange(source.Lines), Stale: source.Stale, Cut: source.Cut,
		}
	}
	for i, omission := range receipt.LeftOut {
		shown.LeftOut[i] = packOmission{ID: omission.Passage, Path: omission.Collection + "/" + omission.Path, Reason: omission.Reason}
	}
	return shown
}
