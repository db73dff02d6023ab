package mcpserver

import (
	"context"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
	"time"
)

// addOperations adds what whoever runs the server looks at.
func (h *HTTP) addOperations(mux *http.ServeMux) {
	mux.Handle("GET /healthz", h.operators(func(w http.ResponseWriter, _ *http.Request) { writeText(w, "alive\n") }))
	mux.Handle("GET /readyz", h.operators(h.ready))
	mux.Handle("GET /metrics", h.operators(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		h.server.metrics.WritePrometheus(w)
	}))
}

// operators lets requests of this machine pass, and those with the operator's
// token: how much is going on is not for everybody.
func (h *HTTP) operators(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		expected := h.options.OperatorToken
		isOperator := expected != "" && subtle.ConstantTimeCompare([]byte(token), []byte(expected)) == 1
		if !isOperator && !isLocal(r) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="rag-context operations"`)
			http.Error(w, "only from this machine, or with the operator's token", http.StatusUnauthorized)
			return
		}
		next(w, r)
	})
}

// isLocal reports whether a request comes from this machine, and not through a
// proxy on it for somebody else.
func isLocal(r *http.Request) bool {
	for _, header := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via", "Origin"} {
		if r.Header.Get(header) != "" {
			return false
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && isLoopback(host)
}

// readyTime bounds a look whether everything is ready.
const readyTime = 2 * time.Second

func (h *HTTP) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTime)
	defer cancel()
	if h.ending.Err() != nil || h.options.Ready != nil && h.options.Ready(ctx) != nil {
		http.Error(w, "not ready", http.StatusServiceUnavailable)
		return
	}
	writeText(w, "ready\n")
}

func writeText(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte(text)) // a client that is gone needs none
}
