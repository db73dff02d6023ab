package health_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"rag-context/health"
)

const secret = "sk-right-5e2d"

// guarded is llama.cpp's server with a key; it notes what keys it is shown.
func guarded(t *testing.T, shown *requests) string {
	return serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Server", "llama.cpp")
		if key := r.Header.Get("Authorization"); key != "" {
			shown.add(key)
		}
		if strings.Contains(r.URL.String(), secret) {
			t.Errorf("the key is in %s", r.URL)
		}
		switch {
		case r.Header.Get("Authorization") != "Bearer "+secret:
			w.WriteHeader(http.StatusUnauthorized)
			io.WriteString(w, llamaKey)
		case r.URL.Path == "/tokenize":
			io.WriteString(w, `{"tokens":[1,2,3]}`)
		default:
			io.WriteString(w, llamaModels)
		}
	})
}

func TestKey(t *testing.T) {
	var shown requests
	base := guarded(t, &shown)
	for key, want := range map[string]health.State{"": health.Unauthorized, "wrong": health.Unauthorized, secret: health.Ready} {
		got := health.Check(t.Context(), base, health.Options{APIKey: key})
		if got.State != want || got.Kind != health.LlamaCpp {
			t.Errorf("key %q: %+v", key, got)
		}
		if text, _ := json.Marshal(got); key != "" && strings.Contains(string(text)+got.Remedy(), key) {
			t.Errorf("the report tells the key: %s", text)
		}
	}
	ready := health.Check(t.Context(), base, health.Options{APIKey: secret})
	if n, err := health.NewCounter(ready, health.Options{APIKey: secret}).Count(t.Context(), "one two"); n != 3 || err != nil {
		t.Errorf("counted %d: %v", n, err)
	}
}

// Who does not ask for a key does not see it.
func TestKeyIsKept(t *testing.T) {
	base := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Errorf("%s was shown the key", r.URL.Path)
		}
		io.WriteString(w, llamaModels)
	})
	if got := health.Check(t.Context(), base, health.Options{APIKey: secret}); got.State != health.Ready {
		t.Errorf("%+v", got)
	}
}
