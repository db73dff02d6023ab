package mcpserver

//lint:file-ignore SA1019 revision 2026-07-28 deprecates logging; clients of those before it have nothing else

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func withLogging(capabilities *mcp.ServerCapabilities) *mcp.ServerCapabilities {
	capabilities.Logging = &mcp.LoggingCapabilities{}
	return capabilities
}

// log tells the client's log of something that was done.
func (c *call) log(ctx context.Context, message string) {
	_ = c.request.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Logger: "rag-context", Data: message}) // a client that is gone needs none
}
