// Package extract is the [rag.Extractor] of everything that is text: notes,
// markup, HTML pages, source code, data, logs, in whatever encoding they were
// saved.
//
// It finds the encoding, the format, what the text says about itself (title,
// aliases, tags, date) and its structure. Structure is left to rag/chunk, except
// for HTML, whose blocks are made here, because what can be cited of a page is
// its text and not its source.
//
// It opens no files, and it is not for formats that are containers or need a
// renderer, such as PDF or office documents: those are skipped as binary.
package extract
