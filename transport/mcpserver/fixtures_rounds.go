//go:build conformance

package mcpserver

//lint:file-ignore SA1019 the suite asks for sampling and roots, which the last revision deprecates

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addRoundFixtures adds tools that answer with what they need to know first, as
// of revision 2026-07-28; the client calls them again with that.
func addRoundFixtures(server *mcp.Server) {
	name, greeting, roots := form("name", "string"), question("A greeting, please"), &mcp.ListRootsParams{}
	for tool, handler := range map[string]mcp.ToolHandler{
		"elicitation":     rounds(mcp.InputRequestMap{"user_name": name}),
		"sampling":        rounds(mcp.InputRequestMap{"capital_question": question("What is the capital of France?")}),
		"list_roots":      rounds(mcp.InputRequestMap{"client_roots": roots}),
		"request_state":   rounds(mcp.InputRequestMap{"confirm": form("ok", "boolean")}),
		"tampered_state":  rounds(mcp.InputRequestMap{"confirm": form("ok", "boolean")}),
		"multiple_inputs": rounds(mcp.InputRequestMap{"user_name": name, "greeting": greeting, "client_roots": roots}),
		"multi_round":     rounds(mcp.InputRequestMap{"step1": name}, mcp.InputRequestMap{"step2": form("color", "string")}),
		"capabilities": func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return rounds(suitable(request.ClientCapabilities(), mcp.InputRequestMap{"user_name": name, "greeting": greeting, "client_roots": roots}))(ctx, request)
		},
	} {
		server.AddTool(&mcp.Tool{Name: "test_input_required_result_" + tool, Description: "A fixture.", InputSchema: anyObject}, handler)
	}
}

// rounds asks for one after the other and then is done. Which it has asked for,
// the state says that clients send back.
func rounds(asked ...mcp.InputRequestMap) mcp.ToolHandler {
	return func(_ context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		round := 0
		for ; request.Params.RequestState != "" && request.Params.RequestState != roundState(round); round++ {
			if round == len(asked) {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "the state was changed"}
			}
		}
		if answered(asked[round], request.Params.InputResponses) {
			round++
		}
		if round == len(asked) {
			return said("state-ok"), nil
		}
		return &mcp.CallToolResult{InputRequests: asked[round], RequestState: roundState(round)}, nil
	}
}

// roundState is a round's number, signed.
func roundState(round int) string {
	number := strings.Repeat("1", round+1)
	code := hmac.New(sha256.New, []byte("a fixture"))
	code.Write([]byte(number))
	return number + "." + hex.EncodeToString(code.Sum(nil))
}

// form asks the user for one thing.
func form(field, kind string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Message: "Your " + field + "?", RequestedSchema: &jsonschema.Schema{
		Type: "object", Properties: map[string]*jsonschema.Schema{field: {Type: kind}}, Required: []string{field},
	}}
}

// answered reports whether a client has sent all that it was asked for.
func answered(asked mcp.InputRequestMap, responses mcp.InputResponseMap) bool {
	for key, request := range asked {
		ok := false
		switch response := responses[key].(type) {
		case *mcp.ElicitResult:
			elicit, isElicit := request.(*mcp.ElicitParams)
			ok = isElicit && response.Action == "accept" && fits(elicit.RequestedSchema.(*jsonschema.Schema), response.Content)
		case *mcp.CreateMessageWithToolsResult:
			_, ok = request.(*mcp.CreateMessageParams)
		case *mcp.ListRootsResult:
			_, ok = request.(*mcp.ListRootsParams)
		}
		if !ok {
			return false
		}
	}
	return true
}

func fits(schema *jsonschema.Schema, content map[string]any) bool {
	resolved, err := schema.Resolve(nil)
	return err == nil && resolved.Validate(content) == nil
}

// suitable is what a client that can do only so much may be asked for.
func suitable(has *mcp.ClientCapabilities, asked mcp.InputRequestMap) mcp.InputRequestMap {
	few := mcp.InputRequestMap{}
	for key, request := range asked {
		ok := false
		if has != nil {
			switch request.(type) {
			case *mcp.ElicitParams:
				ok = has.Elicitation != nil
			case *mcp.CreateMessageParams:
				ok = has.Sampling != nil
			case *mcp.ListRootsParams:
				ok = has.RootsV2 != nil
			}
		}
		if ok {
			few[key] = request
		}
	}
	return few
}
