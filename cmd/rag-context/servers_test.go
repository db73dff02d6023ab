package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"

	"github.com/rogpeppe/go-internal/testscript"

	"rag-context/rag/ragtest"
)

// serveModels starts servers of an embedding model and of a reranking one; the
// first wants a key where its name says so.
func serveModels(env *testscript.Env) {
	for name, handler := range map[string]http.Handler{
		"EMBEDDER":       ragtest.EmbedderServer{Model: "nomic-embed-text"},
		"EMBEDDER_KEYED": ragtest.EmbedderServer{Model: "nomic-embed-text", Key: "sk-s3cret"},
		"RERANKER":       ragtest.RerankerServer{Model: "bge-reranker"},
	} {
		server := httptest.NewServer(handler)
		env.Setenv(name, server.URL)
		env.Defer(server.Close)
	}
}

// lonelyOllama is a client of a machine with one server, where Ollama's is, which
// really is at the address.
func lonelyOllama(address string) *http.Client {
	return &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, wanted string) (net.Conn, error) {
			if wanted != "127.0.0.1:11434" {
				return nil, &net.OpError{Op: "dial", Net: network, Err: errors.New("nobody listens")}
			}
			return new(net.Dialer).DialContext(ctx, network, address)
		},
	}}
}
