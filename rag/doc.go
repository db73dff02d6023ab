// Package rag is the domain of rag-context: tenants and scopes, collections,
// documents and passages, and the one query that every door calls.
//
// A [Library] is one scope's view of one tenant's passages. [Query] is the only
// way from a question to passages; it alone decides what a scope may see, so a
// door (command line, MCP, JSON) adds no rule of its own.
//
// The package holds the contracts that the outside implements:
//
//   - [Engine] and [Store]: where passages are kept and matched,
//   - [Source]: where documents come from,
//   - [Extractor]: how the bytes of a document become text with structure.
//
// It is not a storage engine, a file walker, a parser of formats or a user
// interface. It imports the standard library and its own pure leaves only
// (rag/chunk, rag/lexical, rag/querylang ...); a test in cmd/rag-context holds that line.
package rag
