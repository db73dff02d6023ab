package health_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"rag-context/health"
)

// TestPathsOfModels asks a server that tells where its model's file lies.
func TestPathsOfModels(t *testing.T) {
	for id, want := range map[string]string{
		"/home/ann/models/tiny.gguf":  "tiny.gguf",
		`C:\Users\ann\tiny.gguf`:      "tiny.gguf",
		"C:/Users/ann/tiny.gguf":      "tiny.gguf",
		`\\server\share\tiny.gguf`:    "tiny.gguf",
		"Qwen/Qwen3-8B":               "Qwen/Qwen3-8B",
		"hf.co/ann/tiny:Q4_K_M":       "hf.co/ann/tiny:Q4_K_M",
		"models/tiny.gguf":            "models/tiny.gguf",
		"accounts/ann/models/tiny-v1": "accounts/ann/models/tiny-v1",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Server", "llama.cpp")
			switch r.URL.Path {
			case "/v1/models":
				fmt.Fprintf(w, `{"data":[{"id":%q,"owned_by":"llamacpp"}]}`, id)
			case "/props":
				fmt.Fprint(w, `{"build_info":"b1"}`)
			default:
				http.NotFound(w, r)
			}
		}))
		report := health.Check(t.Context(), server.URL, health.Options{})
		server.Close()
		if len(report.Models) != 1 || report.Models[0].ID != want || report.Kind == health.LlamaCpp && report.Model != want {
			t.Errorf("%s: %s model %q of %v, want %q", id, report.Kind, report.Model, report.Models, want)
		}
	}
}
