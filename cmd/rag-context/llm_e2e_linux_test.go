//go:build e2e

package main

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"sync/atomic"
	"testing"

	"rag-context/health"
	"rag-context/health/llmtest"
)

// TestRealLLM asks with a real server behind a proxy that counts requests: the
// block fits the window that is loaded, by the server's own tokens, and takes
// few requests.
func TestRealLLM(t *testing.T) {
	vocabulary := filepath.Join(llmtest.Vocabularies(t), "ggml-vocab-qwen2.gguf")
	s := llmtest.StartLlama(t, "-m", llmtest.ChatModel(t, "chat.gguf", 32768, vocabulary), "-c", "4096", "--alias", "tiny-qwen")
	s.Until(func() bool { return llmtest.Get(s.URL+"/health") == http.StatusOK })
	address, counts := countingProxy(t, s.URL)
	u := newUser(t)
	t.Setenv("RAG_CONTEXT_NO_LLM", "false")
	got := ask[askOutcome](u, "--in", handbook(t), "--llm", address, "--json", "--require-llm", "how do we rotate the signing keys and restore a backup?")
	if got.LLM == nil || got.LLM.Kind != health.LlamaCpp || got.LLM.Window != 4096 || got.LLM.Trained != 32768 {
		t.Fatalf("%+v", got.LLM)
	}
	if n := counts.Load(); n < 1 || n > 3 {
		t.Errorf("counted %d times", n)
	}
	counter := health.NewCounter(*got.LLM, health.Options{})
	template, err := counter.Template(t.Context())
	if err != nil || template < 5 || got.Budget != 4096-1024-template {
		t.Errorf("a budget of %d with a template of %d: %v", got.Budget, template, err)
	}
	n, err := counter.Count(t.Context(), got.Block)
	if err != nil || n != got.Tokens || n > got.Budget || !got.Receipt.Exact {
		t.Errorf("%d tokens, said to be %d, in a budget of %d, exact: %t: %v", n, got.Tokens, got.Budget, got.Receipt.Exact, err)
	}
	s.Kill()
	if after := ask[askOutcome](u, "--in", handbook(t), "--llm", s.URL, "--json", "how do we rotate the signing keys?"); after.Block == "" || after.LLM.State != health.Down || after.Receipt.Exact {
		t.Errorf("without the server: %+v", after.LLM)
	}
}

// countingProxy is the address of a proxy to a server, and how often it was asked to
// count.
func countingProxy(t *testing.T, backend string) (address string, counts *atomic.Int32) {
	t.Helper()
	target, err := url.Parse(backend)
	if err != nil {
		t.Fatal(err)
	}
	counts = new(atomic.Int32)
	forward := httputil.NewSingleHostReverseProxy(target)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/tokenize" {
			counts.Add(1)
		}
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	return proxy.URL, counts
}
