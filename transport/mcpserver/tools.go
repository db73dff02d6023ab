package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rag-context/rag"
)

// tool is one of the door's tools.
type tool struct {
	name        string
	description string // the first sentence says what to find it by
	example     string // arguments that work, as JSON
	fields      []rag.Field
	required    []string
	output      *jsonschema.Schema
	writes      bool
	run         func(ctx context.Context, call *call, arguments json.RawMessage) (any, error)
}

// call is a tool's call under way.
type call struct {
	desk    *desk
	library *rag.Library
	request *mcp.CallToolRequest
}

// tools lists all tools.
func tools() []tool {
	return []tool{
		searchTool(), fetchTool(), packTool(), listDocumentsTool(), listTagsTool(), statusTool(), explainTool(), syncTool(),
	}
}

// answering gives a tool what it does: take arguments of type A, whose JSON
// names are those of the tool's fields, and answer with an R.
func answering[A, R any](t tool, run func(ctx context.Context, call *call, arguments A) (R, error)) tool {
	t.output = outputSchema[R]()
	t.run = func(ctx context.Context, call *call, data json.RawMessage) (any, error) {
		var arguments A
		if err := json.Unmarshal(data, &arguments); err != nil {
			return nil, err
		}
		return run(ctx, call, arguments)
	}
	return t
}

func (t tool) definition() *mcp.Tool {
	closed := false
	annotations := &mcp.ToolAnnotations{ReadOnlyHint: !t.writes, IdempotentHint: true, OpenWorldHint: &closed}
	if t.writes { // else it says nothing
		annotations.DestructiveHint = &closed
	}
	return &mcp.Tool{
		Name: t.name, Description: t.description, Annotations: annotations,
		InputSchema: inputSchema(t.fields, t.required), OutputSchema: t.output,
	}
}

// handler carries calls of a tool out. Whatever is wrong with a call is told in
// its result, where a model can read it and do better.
func (d *desk) handler(t tool) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		answer, err := d.answer(ctx, t, request)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: t.problem(err)}}}, nil
		}
		// The same twice: some clients show models the one, some the other.
		data, err := encode(answer)
		if err != nil {
			return nil, err
		}
		return &mcp.CallToolResult{
			Content: []mcp.Content{&mcp.TextContent{Text: string(data)}}, StructuredContent: json.RawMessage(data),
		}, nil
	}
}

func (d *desk) answer(ctx context.Context, t tool, request *mcp.CallToolRequest) (any, error) {
	arguments, err := rag.Arguments(t.fields, request.Params.Arguments, t.required...)
	if err != nil {
		return nil, err
	}
	library, err := d.open(ctx)
	if err != nil {
		return nil, err
	}
	return t.run(ctx, &call{desk: d, library: library, request: request}, arguments)
}

// encode writes JSON as it is read best: "<" stays "<".
func encode(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(text.Bytes()), nil
}

// secondsSince is an age in whole seconds, never negative.
func secondsSince(now, then time.Time) int64 { return max(0, int64(now.Sub(then).Seconds())) }
