package mcpserver

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tally counts what a call returns.
type tally struct{ results atomic.Int64 }

type tallyKey struct{}

// count adds to the number of results that the call's line in the log tells.
func count(ctx context.Context, results int) {
	if t, counted := ctx.Value(tallyKey{}).(*tally); counted {
		t.results.Add(int64(results))
	}
}

// observed are the methods that reach a library.
var observed = map[string]bool{"tools/call": true, "resources/read": true, "prompts/get": true, "completion/complete": true}

// observe logs and measures calls. It never sees what they ask.
func (d *desk) observe(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		if method == "resources/list" {
			d.refreshCollections(ctx)
		}
		if !observed[method] {
			return next(ctx, method, request)
		}
		t := new(tally)
		started := d.owner.options.Now()
		result, err := next(context.WithValue(ctx, tallyKey{}, t), method, request)
		call := Call{Method: method, Name: nameOf(request), Failed: failed(result, err), Elapsed: d.owner.options.Now().Sub(started)}
		if d.owner.options.Observe != nil {
			d.owner.options.Observe(call)
		}
		line := []slog.Attr{slog.String("tenant", d.scope.Tenant().String()), slog.String("method", method), slog.Int64("results", t.results.Load()),
			slog.String("outcome", outcome(call.Failed, err)), slog.Duration("elapsed", call.Elapsed)}
		if call.Name != "" {
			line = append(line, slog.String("name", call.Name))
		}
		if credential := credentialOf(request); credential != "" {
			line = append(line, slog.String("credential", credential))
		}
		d.owner.options.Log.LogAttrs(context.WithoutCancel(ctx), slog.LevelInfo, "call", line...)
		return result, err
	}
}

// nameOf is a tool's or prompt's name, if it is one that there is: a client may
// write anything there.
func nameOf(request mcp.Request) string {
	switch params := request.GetParams().(type) {
	case *mcp.CallToolParamsRaw:
		return known(params.Name)
	case *mcp.GetPromptParams:
		return known(params.Name)
	}
	return ""
}

func known(name string) string {
	for _, tool := range tools() {
		if tool.name == name {
			return name
		}
	}
	if name == askPrompt || name == citePrompt {
		return name
	}
	return "unknown"
}

func credentialOf(request mcp.Request) string {
	if extra := request.GetExtra(); extra != nil && extra.TokenInfo != nil {
		return extra.TokenInfo.UserID
	}
	return ""
}

func failed(result mcp.Result, err error) bool {
	answer, isTool := result.(*mcp.CallToolResult)
	return err != nil || isTool && answer != nil && answer.IsError
}

func outcome(failed bool, err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case failed:
		return "failed"
	}
	return "done"
}
