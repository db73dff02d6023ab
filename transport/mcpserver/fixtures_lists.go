//go:build conformance

package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addSchemaFixtures adds tools of which the suite looks at the schema: one that
// has to come through as it is, one whose argument is sent as a header, too.
func addSchemaFixtures(server *mcp.Server) {
	for name, schema := range map[string]string{
		"json_schema_2020_12_tool": `{
			"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
			"$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
			"properties": {
				"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
				"contactMethod": {"type": "string", "enum": ["phone", "email"]}, "phone": {"type": "string"}, "email": {"type": "string"}
			},
			"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
			"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
			"then": {"required": ["phone"]}, "else": {"required": ["email"]}, "additionalProperties": false}`,
		"test_x_mcp_header": `{"type": "object", "properties": {
			"region": {"type": "string", "x-mcp-header": "Region"}, "level": {"type": "integer"}}}`,
	} {
		server.AddTool(&mcp.Tool{Name: name, Description: "A fixture.", InputSchema: json.RawMessage(schema)}, always(&mcp.TextContent{Text: "called"}))
	}
}

func addResourceFixtures(server *mcp.Server) {
	holding := func(contents mcp.ResourceContents) mcp.ResourceHandler {
		return func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			own := contents
			own.URI = request.Params.URI
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{&own}}, nil
		}
	}
	for uri, contents := range map[string]mcp.ResourceContents{
		"test://static-text":      {MIMEType: "text/plain", Text: "a text"},
		"test://static-binary":    {MIMEType: "image/gif", Blob: image().Data},
		"test://watched-resource": {MIMEType: "text/plain", Text: "a text that is watched"},
	} {
		name := strings.TrimPrefix(uri, "test://")
		server.AddResource(&mcp.Resource{URI: uri, Name: name, Description: "A fixture.", MIMEType: contents.MIMEType}, holding(contents))
	}
	server.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: "test://template/{id}/data", Name: "template", Description: "A fixture.", MIMEType: jsonType,
	}, func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return jsonContents(request.Params.URI, map[string]string{"id": strings.Split(request.Params.URI, "/")[3]})
	})
}

func addPromptFixtures(server *mcp.Server) {
	prompt := func(name string, handler mcp.PromptHandler, arguments ...string) {
		own := &mcp.Prompt{Name: name, Description: "A fixture."}
		for _, argument := range arguments {
			own.Arguments = append(own.Arguments, &mcp.PromptArgument{Name: argument, Description: "An argument.", Required: true})
		}
		server.AddPrompt(own, handler)
	}
	prompt("test_simple_prompt", saying(&mcp.TextContent{Text: "a text"}))
	prompt("test_prompt_with_image", saying(image()))
	prompt("test_prompt_with_arguments", func(ctx context.Context, request *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		a := request.Params.Arguments
		return saying(&mcp.TextContent{Text: fmt.Sprintf("%s and %s", a["arg1"], a["arg2"])})(ctx, request)
	}, "arg1", "arg2")
	prompt("test_prompt_with_embedded_resource", func(ctx context.Context, request *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return saying(embedded(request.Params.Arguments["resourceUri"]))(ctx, request)
	}, "resourceUri")
	prompt("test_input_required_result_prompt", func(ctx context.Context, request *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		asked := mcp.InputRequestMap{"user_context": form("context", "string")}
		if !answered(asked, request.Params.InputResponses) {
			return &mcp.GetPromptResult{InputRequests: asked}, nil
		}
		return saying(&mcp.TextContent{Text: "with its context"})(ctx, request)
	})
}

// saying is a prompt of one message.
func saying(content mcp.Content) mcp.PromptHandler {
	return func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Description: "A fixture.", Messages: []*mcp.PromptMessage{{Role: "user", Content: content}}}, nil
	}
}
