package endpoint_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"rag-context/rag"
	"rag-context/rag/embedders/endpoint"
)

// llamaTooLong is what older versions of llama.cpp answer with status 500.
const llamaTooLong = `{"error":{"code":500,"message":"input is too large to process. increase the physical batch size","type":"server_error"}}`

// tooMany refuses requests of which the texts together are longer than that.
func tooMany(status int, body string, bytes int) http.Handler {
	return observe(served, func(w http.ResponseWriter, _ *http.Request, sent request) bool {
		if len(strings.Join(sent.Input, "")) <= bytes {
			return false
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
		return true
	})
}

// TestRefusedTextsAreShortened holds that the beginning of each text counts, and
// texts that are short enough count whole.
func TestRefusedTextsAreShortened(t *testing.T) {
	for name, handler := range map[string]http.Handler{
		"400": tooMany(http.StatusBadRequest, `{"error":"no"}`, 600),
		"413": tooMany(http.StatusRequestEntityTooLarge, "<html>Payload Too Large", 600),
		"422": tooMany(http.StatusUnprocessableEntity, `{"detail":[]}`, 600),
		"500": tooMany(http.StatusInternalServerError, llamaTooLong, 600),
	} {
		t.Run(name, func(t *testing.T) {
			eachKind(t, handler, func(t *testing.T, options endpoint.Options) {
				long := "first " + strings.Repeat("ünd so weiter ", 500) + "last"
				vectors, err := open(t, options).EmbedPassages(t.Context(), []string{"one", long, "two"})
				if err != nil {
					t.Fatal(err)
				}
				holds := served.Embedder.Holds
				if !holds(vectors[0], "one") || !holds(vectors[1], "first") || !holds(vectors[1], "weiter") || holds(vectors[1], "last") || !holds(vectors[2], "two") {
					t.Error("texts have other words")
				}
			})
		})
	}
}

// TestPoisonousText holds that a text that the model can't do with stops no
// other.
func TestPoisonousText(t *testing.T) {
	handler := observe(served, func(w http.ResponseWriter, _ *http.Request, sent request) bool {
		if !strings.Contains(strings.Join(sent.Input, ""), "poison") {
			return false
		}
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, `{"error":"embedding contains NaN or Inf values"}`)
		return true
	})
	eachKind(t, handler, func(t *testing.T, options endpoint.Options) {
		vectors, err := open(t, options).EmbedPassages(t.Context(), []string{"one", "poison", "two"})
		if err != nil || len(vectors[0]) == 0 || len(vectors[1]) != 0 || len(vectors[2]) == 0 {
			t.Errorf("%d vectors: %v", len(vectors), err)
		}
	})
}

// TestAllRefused holds that a request that is wrong in itself ends soon.
func TestAllRefused(t *testing.T) {
	var requests atomic.Int32
	handler := observe(served, func(w http.ResponseWriter, _ *http.Request, _ request) bool {
		requests.Add(1)
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, `{"error":{"code":"model_not_loaded","message":"quoting passage"}}`)
		return true
	})
	eachKind(t, handler, func(t *testing.T, options endpoint.Options) {
		requests.Store(0)
		texts := strings.Split(strings.Repeat(strings.Repeat("passage ", 250)+",", 31), ",")
		_, err := open(t, options).EmbedPassages(t.Context(), texts)
		if !errors.Is(err, rag.ErrEmbedderUnavailable) || !strings.Contains(err.Error(), "400 (model_not_loaded)") || strings.Contains(err.Error(), "passage") {
			t.Errorf("all refused: %v", err)
		}
		if n := requests.Load(); n > 20 {
			t.Errorf("%d requests", n)
		}
	})
}
