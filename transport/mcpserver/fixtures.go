//go:build conformance

package mcpserver

//lint:file-ignore SA1019 the suite's scenarios of earlier revisions want what the last one deprecates

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addFixtures adds the tools, resources and prompts that the protocol's
// conformance suite calls by name.
func addFixtures(server *mcp.Server) {
	for name, handler := range map[string]mcp.ToolHandler{
		"test_simple_text":            always(&mcp.TextContent{Text: "a text"}),
		"test_image_content":          always(image()),
		"test_audio_content":          always(&mcp.AudioContent{Data: []byte("RIFF"), MIMEType: "audio/wav"}),
		"test_embedded_resource":      always(embedded("test://embedded-resource")),
		"test_multiple_content_types": always(&mcp.TextContent{Text: "a text"}, image(), embedded("test://mixed-content-resource")),
		"test_streaming_elicitation":  always(&mcp.TextContent{Text: "nothing was asked"}),
		"test_tool_with_logging":      logThrice,
		"test_logging_tool":           logThrice,
		"test_tool_with_progress":     progressThrice,
		"test_error_handling":         fail,
		"test_reconnection":           reconnect,
		"test_missing_capability":     needSampling,
		"test_trigger_tool_change": changing(func() {
			server.AddTool(&mcp.Tool{Name: "test_added", Description: "A tool that was added.", InputSchema: anyObject}, always())
		}),
		"test_trigger_prompt_change": changing(func() {
			server.AddPrompt(&mcp.Prompt{Name: "test_added", Description: "A prompt that was added."}, saying(&mcp.TextContent{Text: "added"}))
		}),
	} {
		server.AddTool(&mcp.Tool{Name: name, Description: "A fixture.", InputSchema: anyObject}, handler)
	}
	addSchemaFixtures(server)
	addAskingFixtures(server)
	addRoundFixtures(server)
	addResourceFixtures(server)
	addPromptFixtures(server)
}

var anyObject = json.RawMessage(`{"type":"object","properties":{}}`)

// always answers each call with the same.
func always(content ...mcp.Content) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: append([]mcp.Content{}, content...)}, nil
	}
}

func said(format string, arguments ...any) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf(format, arguments...)}}}
}

// image is a GIF of one pixel by its first bytes: nobody draws it.
func image() *mcp.ImageContent {
	return &mcp.ImageContent{Data: []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), MIMEType: "image/gif"}
}

func embedded(uri string) *mcp.EmbeddedResource {
	return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: uri, MIMEType: "text/plain", Text: "what is embedded"}}
}

func logThrice(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for _, message := range []string{"started", "under way", "done"} {
		if err := request.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Data: message}); err != nil {
			return nil, err
		}
	}
	return said("logged"), nil
}

func progressThrice(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	token := request.Params.GetProgressToken()
	for _, percent := range []float64{0, 50, 100} {
		if err := request.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: percent, Total: 100}); err != nil {
			return nil, err
		}
	}
	return said("%v", token), nil
}

func fail(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	result := said("as was asked for")
	result.IsError = true
	return result, nil
}

// reconnect closes the stream that its answer is awaited on; the client has to
// come back for it.
func reconnect(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	request.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
	select {
	case <-time.After(100 * time.Millisecond): // the suite wants to be back before
	case <-ctx.Done():
	}
	return said("back again"), ctx.Err()
}

func needSampling(_ context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if has := request.ClientCapabilities(); has != nil && has.Sampling != nil {
		return said("there it is"), nil
	}
	data, err := json.Marshal(mcp.MissingRequiredClientCapabilityData{
		RequiredCapabilities: &mcp.ClientCapabilities{Sampling: &mcp.SamplingCapabilities{}},
	})
	if err != nil {
		return nil, err
	}
	return nil, &jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities, Message: "sampling is needed", Data: data}
}

func changing(change func()) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		change()
		return said("changed"), nil
	}
}
