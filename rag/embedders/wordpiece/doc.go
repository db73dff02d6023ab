// Package wordpiece cuts texts into the pieces of words that models of the BERT
// family know: the uncased basic tokenizer, then the longest pieces that fit. It
// knows no model: what the pieces are is read from a part of its file.
package wordpiece
