package endpoint_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rag-context/rag"
	"rag-context/rag/embedders/endpoint"
	"rag-context/rag/ragtest"
)

// All servers of the tests are on loopback addresses: the proxy, at which
// nothing listens, must not be asked for them.
func TestMain(m *testing.M) {
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"} {
		os.Setenv(name, "http://127.0.0.1:1")
	}
	os.Exit(m.Run())
}

const (
	model  = "nomic-embed-text"
	apiKey = "sk-s3cret"
)

var kinds = []endpoint.Kind{endpoint.OpenAI, endpoint.Ollama}

// served is what most tests ask: the fake embedder behind a key.
var served = ragtest.EmbedderServer{Model: model, Key: apiKey}

// serve starts a server and returns its URL.
func serve(t *testing.T, handler http.Handler) *url.URL {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return parse(t, server.URL)
}

func parse(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// open makes an embedder of the options completed for tests: no wait takes time.
func open(t *testing.T, options endpoint.Options) *endpoint.Embedder {
	t.Helper()
	if options.Model == "" {
		options.Model = model
	}
	options.APIKey = apiKey
	if options.Wait == nil {
		options.Wait = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	}
	embedder, err := endpoint.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return embedder
}

// eachKind runs a test against a server by both protocols.
func eachKind(t *testing.T, handler http.Handler, test func(t *testing.T, options endpoint.Options)) {
	base := serve(t, handler)
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) { test(t, endpoint.Options{Kind: kind, URL: base}) })
	}
}

func TestContract(t *testing.T) {
	variants := map[string]struct {
		server  ragtest.EmbedderServer
		options endpoint.Options
	}{
		"plain":            {served, endpoint.Options{}},
		"small requests":   {served, endpoint.Options{MaxTexts: 3, MaxBytes: 200}},
		"short window":     {ragtest.EmbedderServer{Model: model, Key: apiKey, Window: 40}, endpoint.Options{}},
		"fewer dimensions": {served, endpoint.Options{Dimensions: 700}},
		"no prefixes":      {served, endpoint.Options{Prefixes: &endpoint.Prefixes{}}},
	}
	for name, variant := range variants {
		t.Run(name, func(t *testing.T) {
			eachKind(t, variant.server, func(t *testing.T, at endpoint.Options) {
				ragtest.TestEmbedder(t, func(t *testing.T) rag.Embedder {
					options := variant.options
					options.Kind, options.URL = at.Kind, at.URL
					return open(t, options)
				})
			})
		})
	}
}

func TestPrefixesAreSent(t *testing.T) {
	eachKind(t, served, func(t *testing.T, options endpoint.Options) {
		for _, test := range []struct {
			prefixes          *endpoint.Prefixes
			question, passage string
		}{
			{nil, "search_query", "search_document"},
			{&endpoint.Prefixes{Question: "ask: ", Passage: "told: "}, "ask", "told"},
		} {
			options.Prefixes = test.prefixes
			embedder := open(t, options)
			question, err := embedder.EmbedQuestion(t.Context(), "keys")
			if err != nil || !served.Embedder.Holds(question, test.question) || served.Embedder.Holds(question, test.passage) {
				t.Errorf("a question went without %s: %v", test.question, err)
			}
			passages, err := embedder.EmbedPassages(t.Context(), []string{"keys"})
			if err != nil || !served.Embedder.Holds(passages[0], test.passage) || served.Embedder.Holds(passages[0], test.question) {
				t.Errorf("a passage went without %s: %v", test.passage, err)
			}
		}
	})
}

// request is what both protocols send.
type request struct {
	Model     string
	Input     []string
	Truncate  *bool
	KeepAlive any `json:"keep_alive"`
}

// observe serves as told and shows each request before.
func observe(next http.Handler, see func(http.ResponseWriter, *http.Request, request) (done bool)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent request
		if err != nil || json.Unmarshal(body, &sent) != nil {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		if !see(w, r, sent) {
			next.ServeHTTP(w, r)
		}
	})
}

func TestRequestsAreBounded(t *testing.T) {
	var requests atomic.Int32
	handler := observe(served, func(_ http.ResponseWriter, _ *http.Request, sent request) bool {
		requests.Add(1)
		bytes := 0
		for _, text := range sent.Input {
			bytes += len(text)
		}
		if len(sent.Input) == 0 || len(sent.Input) > 4 || bytes > 100 && len(sent.Input) > 1 || bytes > 100+len("search_document: ") {
			t.Errorf("a request of %d texts, %d bytes", len(sent.Input), bytes)
		}
		if sent.KeepAlive != nil {
			t.Error("keep_alive was sent")
		}
		return false
	})
	eachKind(t, handler, func(t *testing.T, options endpoint.Options) {
		options.MaxTexts, options.MaxBytes = 4, 100
		requests.Store(0)
		texts := append([]string{strings.Repeat("long ", 100)}, strings.Split(strings.Repeat("a,", 16), ",")...)
		if _, err := open(t, options).EmbedPassages(t.Context(), texts); err != nil {
			t.Fatal(err)
		}
		if got := requests.Load(); got != 5 {
			t.Errorf("%d requests", got)
		}
	})
}

func TestShortenedDimensions(t *testing.T) {
	eachKind(t, served, func(t *testing.T, options endpoint.Options) {
		options.Dimensions = 900
		vectors, err := open(t, options).EmbedPassages(t.Context(), []string{"keys and locks"})
		if err != nil || len(vectors[0]) != 900 {
			t.Errorf("%d dimensions: %v", len(vectors[0]), err)
		}
		options.Dimensions = 5000
		if _, err := open(t, options).EmbedPassages(t.Context(), []string{"keys"}); !errors.Is(err, rag.ErrEmbedderUnavailable) {
			t.Errorf("more dimensions than there are: %v", err)
		}
	})
}
