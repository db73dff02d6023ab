// Package llmtest runs real LLM servers with tiny models, for tests that are
// tagged e2e. It writes the models itself: random weights of a few hundred
// kilobytes under a tokenizer of its own or a real one. What they say is noise;
// windows, tokens, embeddings and all that a server tells of them are as of
// large models.
//
// The servers, llama-server and ollama, come from PATH; .ci/run builds them.
package llmtest
