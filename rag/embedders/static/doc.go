// Package static is an embedder without a server, a download or a neural
// network at run time: a table, built into the program, of one small vector for
// each word and word piece of English, learned from a sentence encoder (see
// distill/README.md for how, from what and under which licences). A text's vector
// is the sum of its words' rows, which takes microseconds.
//
// It knows what words mean but not their order, and little but English; it adds
// to a search by words and does not replace it. It is not a reader of other
// models: its one table is made by distill/make.py.
package static
