// Package endpoint has passages judged by a reranking model that a server runs:
// any server with the /v1/rerank that Jina and Cohere began (llama.cpp, vLLM,
// LocalAI, Lemonade, SGLang, hosted ones).
//
// Question and passages leave the process here, so the same holds as for
// embedders: loopback addresses only unless told otherwise, no redirects, no
// texts and no key in errors, and answers are checked before they count. A
// request is sent once: whoever waits for it would rather go on without.
package endpoint
