// Package trigram tells which texts can't have a line that a regular expression
// matches, from a few bytes kept of each text instead of the text: a signature
// says which sequences of three bytes a text has, a query which ones every match
// has. It follows Russ Cox, "Regular Expression Matching with a Trigram Index"
// (2012), with a Bloom filter of one hash for each text in the place of his lists
// of texts for each trigram, as little of an index as can be kept up to date by
// writing one row.
//
// Capitals count for nothing. It never leaves out what matches; what it lets pass
// has to be looked through. It is pure.
package trigram
