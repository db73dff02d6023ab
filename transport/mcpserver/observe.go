package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rag-context/rag"
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
	return func(ctx context.Context, method string, request mcp.Request) (result mcp.Result, err error) {
		defer d.recovered(&err)
		if !observed[method] {
			result, err = next(ctx, method, request)
			d.listCollections(ctx, result)
			return result, err
		}
		t := new(tally)
		started := d.owner.options.Now()
		result, err = next(context.WithValue(ctx, tallyKey{}, t), method, request)
		elapsed, name, how := d.owner.options.Now().Sub(started), nameOf(request), outcome(result, err)
		d.owner.measure(method, name, how, elapsed)
		line := []slog.Attr{slog.String("tenant", d.scope.Tenant().String()), slog.String("method", method),
			slog.Int64("results", t.results.Load()), slog.String("outcome", how), slog.Duration("elapsed", elapsed)}
		if name != "" {
			line = append(line, slog.String("name", name))
		}
		if credential := credentialOf(request); credential != "" {
			line = append(line, slog.String("credential", credential))
		}
		d.owner.options.Log.LogAttrs(context.WithoutCancel(ctx), slog.LevelInfo, "call", line...)
		return result, err
	}
}

// recovered makes an error of a panic: one call's, not everybody's.
func (d *desk) recovered(err *error) {
	if value := recover(); value != nil {
		d.owner.options.Log.Error("panic", "stack", string(debug.Stack()))
		*err = failure(explain(nil))
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
	extra := request.GetExtra()
	if extra == nil || extra.TokenInfo == nil {
		return ""
	}
	grant, _ := extra.TokenInfo.Extra[grantKey].(rag.Grant)
	return grant.ID
}

// outcome says in a word how a call ended.
func outcome(result mcp.Result, err error) string {
	answer, isTool := result.(*mcp.CallToolResult)
	switch {
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case err != nil || isTool && answer != nil && answer.IsError:
		return "failed"
	}
	return "done"
}

// measure adds a call to what /metrics tells.
func (s *Server) measure(method, name, outcome string, elapsed time.Duration) {
	labels := fmt.Sprintf("{method=%q,name=%q,outcome=%q}", method, name, outcome)
	s.metrics.GetOrCreateCounter("rag_context_calls_total" + labels).Inc()
	s.metrics.GetOrCreatePrometheusHistogram(fmt.Sprintf("rag_context_call_seconds{method=%q}", method)).Update(elapsed.Seconds())
}
