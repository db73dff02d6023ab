// Package mcpserver is the MCP door: the one query, the catalogue and the block
// for programs that speak the Model Context Protocol, over stdio or Streamable
// HTTP, in revision 2026-07-28 and those from 2025-11-25 back.
//
// A [Server] holds a desk for each scope that somebody uses. A desk is one
// protocol server over one [rag.Library]; nothing that a client sends can name
// another. Over stdio the scope is fixed at launch, over HTTP it comes from the
// bearer token and from nothing else.
//
// The door adds no rule: what a request may say is rag's registry of fields,
// who may see what is the library's scope. It shows no path of this machine,
// and neither its log nor its errors hold the text of a question.
//
// It does not keep tokens, check signatures or open indexes: it is given
// functions for those.
package mcpserver
