package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/testscript"
)

// llamaServer answers as llama.cpp's server does, with a window of so many
// tokens, of which it counts one for three bytes.
type llamaServer struct {
	window int
	key    string       // that it wants; "" none
	mute   bool         // never answers when it is to count
	delay  atomic.Int32 // requests that it answers as one that is still loading
}

func (s *llamaServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Server", "llama.cpp")
	w.Header().Set("Content-Type", "application/json")
	switch {
	case s.delay.Add(-1) >= 0:
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprint(w, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`)
	case s.key != "" && r.Header.Get("Authorization") != "Bearer "+s.key:
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"error":{"code":401,"message":"Invalid API Key","type":"authentication_error"}}`)
	case r.URL.Path == "/v1/models":
		fmt.Fprintf(w, `{"object":"list","data":[{"id":"tiny-chat","object":"model","owned_by":"llamacpp","meta":{"n_ctx":%d,"n_ctx_train":8192}}]}`, s.window)
	case r.URL.Path == "/props":
		fmt.Fprintf(w, `{"default_generation_settings":{"n_ctx":%d},"build_info":"b6500-abc"}`, s.window)
	case s.mute && r.Method == http.MethodPost:
		_, _ = io.Copy(io.Discard, r.Body) // so that it is seen when the client hangs up
		<-r.Context().Done()
	case r.URL.Path == "/tokenize":
		s.tokenize(w, r)
	case r.URL.Path == "/v1/chat/completions/input_tokens":
		s.countChat(w, r)
	default:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"error":{"code":404,"message":"File Not Found","type":"not_found_error"}}`)
	}
}

func (s *llamaServer) tokenize(w http.ResponseWriter, r *http.Request) {
	var body struct{ Content string }
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	fmt.Fprintf(w, `{"tokens":[%s1]}`, strings.Repeat("1,", len(body.Content)/3))
}

// countChat is for a template of 12 tokens.
func (s *llamaServer) countChat(w http.ResponseWriter, r *http.Request) {
	var body struct{ Messages []struct{ Content string } }
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || len(body.Messages) != 1 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	fmt.Fprintf(w, `{"input_tokens":%d}`, len(body.Messages[0].Content)/3+1+12)
}

// ollamaServer answers as Ollama does while it has no model loaded.
func ollamaServer(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	switch r.URL.Path {
	case "/":
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, "Ollama is running")
	case "/api/version":
		fmt.Fprint(w, `{"version":"0.17.4"}`)
	case "/api/ps":
		fmt.Fprint(w, `{"models":[]}`)
	case "/api/tags":
		fmt.Fprint(w, `{"models":[{"name":"tiny-chat:latest","model":"tiny-chat:latest"}]}`)
	default:
		http.NotFound(w, r)
	}
}

// serveLLMs starts servers that answer as LLM servers do, and as others do.
func serveLLMs(env *testscript.Env) {
	released := make(chan struct{})
	env.Defer(func() { close(released) })
	loading, soon := &llamaServer{}, &llamaServer{window: 4096}
	loading.delay.Store(1 << 30)
	soon.delay.Store(2)
	for name, handler := range map[string]http.Handler{
		"LLM_READY":   &llamaServer{window: 4096},
		"LLM_TINY":    &llamaServer{window: 256},
		"LLM_MUTE":    &llamaServer{window: 4096, mute: true},
		"LLM_GUARDED": &llamaServer{window: 4096, key: "sk-right"},
		"LLM_LOADING": loading,
		"LLM_SOON":    soon,
		"LLM_OLLAMA":  http.HandlerFunc(ollamaServer),
		"LLM_GARBAGE": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>{{{ \x00\xff") }),
		"LLM_FAILING": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Server", "llama.cpp")
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, `{"error":{"message":"out of memory"}}`)
		}),
		"LLM_SILENT": http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-released:
			case <-r.Context().Done():
			}
		}),
	} {
		server := httptest.NewServer(handler)
		env.Setenv(name, server.URL)
		env.Defer(server.Close)
	}
}
