// Package fuse makes one ranking of several scored lists. It is pure and knows
// nothing of rag: names and numbers in, names and numbers out.
package fuse
