// Package lexical turns text into the terms that a full-text index stores and
// a question is matched by: words found, folded, stemmed, identifiers both
// whole and in parts, scripts without spaces as bigrams.
//
// Texts and questions go through the same steps, so an engine needs no
// language of its own: it gets terms and compares bytes. The package is pure;
// it knows no index, no query syntax and nothing of rag.
package lexical
