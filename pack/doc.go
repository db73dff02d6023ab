// Package pack turns the passages of a result into the text that gets pasted,
// and into a receipt of what went in and what was left out.
//
// The block explains itself, because chat pages turn long pastes into
// attachments and may keep only the head or the tail: a one-line task, the
// question, the numbered sources, the rules, the question again. A source is
// one contiguous span of one document: passages that touch are merged, spans
// of a document stand in document order, documents go by their best passage.
//
// Passages are not trusted. Three things keep them inside their wrappers:
//
//   - a random marker per block that every wrapper carries and no content can,
//   - lookalikes of the wrappers and the control tokens of chat templates are
//     defused, invisible characters are dropped,
//   - the block says that sources are data and holds no other instructions.
//
// That lowers the odds of an injection; against a model that obeys what it
// reads it is no proof.
//
// The package is pure: no clock, no files, no randomness of its own. It ranks
// nothing and does not know where passages come from or where blocks go.
package pack
