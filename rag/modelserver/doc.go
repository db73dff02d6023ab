// Package modelserver is how embedders and rerankers talk to a server that runs
// their model: only to this machine unless they are told otherwise, to no host
// that a server sends them on to, and with limited trust in what comes back.
//
// It is not a client of any protocol: paths, bodies and what an answer means are
// the adapters' own.
package modelserver
