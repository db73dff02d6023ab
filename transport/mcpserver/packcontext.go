package mcpserver

import (
	"cmp"
	"context"

	"rag-context/pack"
	"rag-context/rag"
)

type packArguments struct {
	Query  string      `json:"query"`
	Mode   rag.Mode    `json:"mode"`
	Limit  int         `json:"limit"`
	Budget int         `json:"budget"`
	Layout pack.Layout `json:"layout"`
	narrowing
}

type packAnswer struct {
	Block   string       `json:"block"`
	Receipt pack.Receipt `json:"receipt"`
	Notes   []string     `json:"notes,omitempty"`
}

func packTool() tool {
	return answering(tool{
		name: "pack_context", title: "Pack a block of passages",
		description: "Pack the best passages for a question into one cited block that fits a token budget, ready for a prompt, with a receipt of what went in and what was left out.",
		example:     `{"query":"how do we restore a backup","budget":3000}`,
		fields:      rag.SelectFields(append([]string{"query", "budget", "layout", "limit", "mode"}, narrowingNames...)...),
		required:    []string{"query"},
	}, packContext)
}

func packContext(ctx context.Context, call *call, arguments packArguments) (packAnswer, error) {
	return call.desk.block(ctx, call.library, arguments)
}

// block makes the block that the clipboard would get.
func (d *desk) block(ctx context.Context, library *rag.Library, arguments packArguments) (packAnswer, error) {
	result, err := rag.Query(ctx, library, rag.Request{
		Question: arguments.Query, Mode: arguments.Mode, Limit: arguments.Limit,
		Collections: arguments.Collections, Filter: arguments.filter(),
	})
	if err != nil {
		return packAnswer{}, err
	}
	marker, err := pack.NewMarker(d.owner.options.Random)
	if err != nil {
		return packAnswer{}, err
	}
	budget := arguments.Budget
	if budget == 0 {
		budget = d.owner.options.Budget(ctx)
	}
	block, err := pack.Pack(result.Query, result.Passages, pack.Options{
		Budget: budget, Marker: marker, MinShare: pack.DefaultMinShare, Layout: cmp.Or(arguments.Layout, pack.XML),
	})
	count(ctx, block.Receipt.Passages)
	return packAnswer{Block: block.Text, Receipt: block.Receipt, Notes: notes(result.Diagnostics)}, err
}
