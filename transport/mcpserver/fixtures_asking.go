//go:build conformance

package mcpserver

//lint:file-ignore SA1019 the suite's scenarios of earlier revisions want what the last one deprecates

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addAskingFixtures adds tools that ask the client something while they are
// called, as revisions up to 2025-11-25 do.
func addAskingFixtures(server *mcp.Server) {
	for name, handler := range map[string]mcp.ToolHandler{
		"test_sampling":                     askModel,
		"test_elicitation":                  askUser(`{"type":"object","properties":{"username":{"type":"string"}},"required":["username"]}`),
		"test_elicitation_sep1034_defaults": askUser(withDefaults),
		"test_elicitation_sep1330_enums":    askUser(withChoices),
	} {
		server.AddTool(&mcp.Tool{Name: name, Description: "A fixture.", InputSchema: anyObject}, handler)
	}
}

func askModel(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	result, err := request.Session.CreateMessage(ctx, question("What is the capital of France?"))
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{result.Content}}, nil
}

// question is what a model is asked.
func question(text string) *mcp.CreateMessageParams {
	return &mcp.CreateMessageParams{
		Messages: []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}}, MaxTokens: 100,
	}
}

// askUser has the user fill in a form.
func askUser(schema string) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		result, err := request.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Please fill in", RequestedSchema: json.RawMessage(schema)})
		if err != nil {
			return nil, err
		}
		return said("action=%s, content=%v", result.Action, result.Content), nil
	}
}

const withDefaults = `{"type":"object","properties":{
	"name":{"type":"string","default":"John Doe"},
	"age":{"type":"integer","default":30},
	"score":{"type":"number","default":95.5},
	"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
	"verified":{"type":"boolean","default":true}}}`

const withChoices = `{"type":"object","properties":{
	"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
	"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"One"},{"const":"value2","title":"Two"},{"const":"value3","title":"Three"}]},
	"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["One","Two","Three"]},
	"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
	"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"One"},{"const":"value2","title":"Two"},{"const":"value3","title":"Three"}]}}}}`
