// Package chunk cuts text into passages along its structure.
//
// Two steps: an outline function of a format (Markdown, code, CSV ...) turns
// text into [Block]s, and [Assemble] joins and, only where it must, divides
// blocks into [Chunk]s of about the wished size. Lines are never cut, so every
// chunk can be cited by its exact range of source lines.
//
// The package is pure and knows nothing of rag: text in, chunks out. It
// detects no encodings and opens no files.
package chunk
