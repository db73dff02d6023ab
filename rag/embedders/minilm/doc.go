// Package minilm is an embedder without a server or a download: the sentence
// encoder all-MiniLM-L6-v2, built into the program with its weights as int8 (see
// convert/README.md for how, from what and under which licence), and run on the
// processor in plain Go around package gemm's products.
//
// It reads words in their order and context, mostly English. A question takes
// milliseconds of a core, a passage tens of them: passages are for the
// background. It is not a reader of other models: its one file is made by
// convert/make.py, and its shape is written down here.
package minilm
