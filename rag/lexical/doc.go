// Package lexical turns text into the terms that a full-text index stores and
// a question is matched by: words found, folded and stemmed by the rules of
// their language, identifiers and names both whole and in parts, scripts
// without spaces as bigrams. It also tells the language of a text.
//
// Texts and questions go through the same steps, so an engine needs no
// language of its own: it gets terms and compares bytes. A question is
// analysed for each language of the documents, see [Term].
//
// The package is pure; it knows no index, no query syntax and nothing of rag.
package lexical
