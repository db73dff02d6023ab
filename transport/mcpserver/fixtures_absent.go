//go:build !conformance

package mcpserver

import "github.com/modelcontextprotocol/go-sdk/mcp"

// addFixtures adds nothing to the program that people use.
func addFixtures(*mcp.Server) {}
