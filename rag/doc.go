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
//   - [Extractor]: how the bytes of a document become text with structure,
//   - [Embedder] and [Reranker]: models that were made elsewhere.
//
// Where to start reading:
//
//   - tenant.go, scope.go, library.go: who asks, and whose passages,
//   - request.go, filter.go, fields.go: what a request can say, and the registry
//     of it that all flags, schemas and documents are made from,
//   - query.go: how a request is carried out. It is understood by interpret.go,
//     fieldterm.go, condition.go and narrow.go; rank.go and hybrid.go find
//     passages, effort.go goes further, rerank.go and aside.go weigh them,
//     keep.go and variety.go choose a page, result.go and coverage.go tell of it,
//   - read.go, list.go, grep.go: the other things that can be asked,
//   - sync.go, plan.go, carryout.go, ingest.go: from sources to passages;
//     refresh.go does a little of it before a question,
//   - learn.go, space.go, embed.go, drift.go: vectors, and by what models.
//
// It is not a storage engine, a file walker, a parser of formats or a user
// interface. It imports the standard library and its own pure leaves only
// (rag/chunk, rag/lexical, rag/querylang ...); a test in cmd/rag-context holds that line.
package rag
