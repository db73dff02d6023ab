// Package endpoint gets vectors from an embedding model that a server runs: any
// server with OpenAI's /v1/embeddings (llama.cpp, LM Studio, vLLM, LocalAI,
// Text Embeddings Inference, hosted ones ...) or Ollama with its own /api/embed.
// [New] makes such an embedder, [Find] looks on this machine for a server that
// has a model for one.
//
// The texts of the user leave the process here, so an embedder talks to
// loopback addresses only unless it is told otherwise, follows no redirect and
// puts neither texts nor the key into an error. What comes back is not trusted:
// answers are limited in size, counted, put in order, measured and brought to
// unit length.
//
// It is not a client of chat models, starts no server, pulls no model and keeps
// no vectors.
package endpoint
