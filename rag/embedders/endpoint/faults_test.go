package endpoint_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/embedders/endpoint"
	"rag-context/rag/ragtest"
)

// says answers with a status, headers ("Name: value") and a body.
func says(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for _, header := range headers {
			name, value, _ := strings.Cut(header, ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// both answers to either protocol: the vectors as JSON, once with an index each.
func both(vectors ...string) http.HandlerFunc {
	var data []string
	for i, vector := range vectors {
		data = append(data, fmt.Sprintf(`{"index":%d,"embedding":%s}`, i, vector))
	}
	return says(http.StatusOK, fmt.Sprintf(`{"data":[%s],"embeddings":[%s]}`, strings.Join(data, ","), strings.Join(vectors, ",")))
}

func hangs(_ http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

func cuts(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func cutsHalfway(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "5000")
	io.WriteString(w, `{"embeddings":[[0.1,`)
	panic(http.ErrAbortHandler)
}

const html = "<!doctype html><title>Bad gateway</title>secretive"

// TestFaults asks servers that are always at fault: what is said about it, and
// how often they are asked.
func TestFaults(t *testing.T) {
	faults := map[string]struct {
		server   http.HandlerFunc
		problem  string
		attempts int32
	}{
		"slow":               {hangs, "did not answer within 100ms", 1},
		"cuts":               {cuts, "cut the connection", 4},
		"cuts halfway":       {cutsHalfway, "cut the connection", 4},
		"half of the JSON":   {says(200, `{"data":[{"index":0,"embedding":[0.5`), "something else", 1},
		"HTML":               {says(200, html), "something else", 1},
		"HTML gateway":       {says(502, html), "status 502", 4},
		"other JSON":         {says(200, `{"error":"Unexpected endpoint or method"}`), "something else", 1},
		"base64":             {both(`"AAAA"`, `"AAAA"`), "something else", 1},
		"too few":            {both("[1,2]"), "1 vectors for 2 texts", 1},
		"too many":           {both("[1,2]", "[1,2]", "[1,2]"), "3 vectors for 2 texts", 1},
		"unequal":            {both("[1,2]", "[1,2,3]"), "3 dimensions after others of 2", 1},
		"no dimensions":      {both("[]", "[]"), "0 dimensions", 1},
		"beyond numbers":     {both("[1e999,2]", "[1,2]"), "something else", 1},
		"NaN":                {both("[NaN,2]", "[1,2]"), "something else", 1},
		"huge":               {says(200, strings.Repeat(" ", 2<<20)), "larger than 589824 bytes", 1},
		"busy":               {says(429, `{"error":{"type":"rate_limit_error","message":"secretive"}}`), "429 (rate_limit_error)", 4},
		"busy for an hour":   {says(429, "", "Retry-After: 3600"), "status 429", 1},
		"loading":            {says(503, `{"error":{"message":"Loading model","type":"unavailable_error"}}`), "503 (unavailable_error)", 4},
		"broken":             {says(500, `{"error":"boom: secretive"}`), "status 500", 4},
		"key":                {says(401, "{}"), "wants an API key", 1},
		"host name":          {says(403, ""), "refuses this caller or the host name", 1},
		"no such model":      {says(404, `{"error":"model 'nomic-embed-text' not found"}`), `has no model "nomic-embed-text"`, 1},
		"without embeddings": {says(501, `{"error":{"code":501,"type":"not_supported_error"}}`), "without embeddings", 1},
		"redirect":           {says(307, "", "Location: http://127.0.0.1:1/v1/embeddings"), "sends requests on", 1},
		"teapot":             {says(418, html), "status 418", 1},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			var attempts atomic.Int32
			handler := func(w http.ResponseWriter, r *http.Request) {
				attempts.Add(1)
				fault.server(w, r)
			}
			eachKind(t, http.HandlerFunc(handler), func(t *testing.T, options endpoint.Options) {
				if name == "slow" {
					options.Timeout = 100 * time.Millisecond
				}
				attempts.Store(0)
				_, err := open(t, options).EmbedPassages(t.Context(), []string{"secretive one", "secretive two"})
				checkFault(t, err, options.URL.Host, fault.problem)
				if got := attempts.Load(); got != fault.attempts {
					t.Errorf("%d attempts, want %d", got, fault.attempts)
				}
			})
		})
	}
}

func checkFault(t *testing.T, err error, host, problem string) {
	t.Helper()
	if !errors.Is(err, rag.ErrEmbedderUnavailable) || !strings.Contains(err.Error(), problem) || !strings.Contains(err.Error(), host) {
		t.Errorf("the error is %v, want one of %q and %s", err, problem, host)
		return
	}
	var hinted interface{ Hint() string }
	if !errors.As(err, &hinted) || hinted.Hint() == "" {
		t.Errorf("no hint with %v", err)
	} else if said := err.Error() + hinted.Hint(); strings.Contains(said, "secretive") || strings.Contains(said, apiKey) || strings.Contains(said, "\n") {
		t.Errorf("the error says %q", said)
	}
}

// TestBadIndexes is for the protocol that has them.
func TestBadIndexes(t *testing.T) {
	for name, body := range map[string]string{
		"twice": `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`,
		"out":   `{"data":[{"index":1,"embedding":[1]},{"index":2,"embedding":[1]}]}`,
		"below": `{"data":[{"index":-1,"embedding":[1]},{"index":0,"embedding":[1]}]}`,
		"none":  `{"data":[{"index":1},{"index":0}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			base := serve(t, says(200, body))
			_, err := open(t, endpoint.Options{Kind: endpoint.OpenAI, URL: base}).EmbedPassages(t.Context(), []string{"one", "two"})
			checkFault(t, err, base.Host, "gave")
		})
	}
}

func TestVectorsAreOrderedAndScaled(t *testing.T) {
	for name, body := range map[string]string{
		"shuffled":        `{"data":[{"index":2,"embedding":[0,5]},{"index":0,"embedding":[3,4]},{"index":1,"embedding":[0,0]}]}`,
		"without indexes": `{"data":[{"embedding":[3,4]},{"embedding":[null,null]},{"embedding":[0,1e-20]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			base := serve(t, says(200, body))
			got, err := open(t, endpoint.Options{Kind: endpoint.OpenAI, URL: base}).EmbedPassages(t.Context(), []string{"one", "two", "three"})
			if diff := cmp.Diff([][]float32{{0.6, 0.8}, nil, {0, 1}}, got); diff != "" || err != nil {
				t.Errorf("%v, vectors (-want +got):\n%s", err, diff)
			}
		})
	}
}

// TestRecovery lets a server fail twice and then work; each wait is at least
// half of a step that doubles, and as long as the server asks for.
func TestRecovery(t *testing.T) {
	for name, test := range map[string]struct {
		fault http.HandlerFunc
		waits []time.Duration
	}{
		"cuts":    {cuts, []time.Duration{125 * time.Millisecond, 250 * time.Millisecond}},
		"halfway": {cutsHalfway, []time.Duration{125 * time.Millisecond, 250 * time.Millisecond}},
		"busy":    {says(429, "", "Retry-After: 7"), []time.Duration{7 * time.Second, 7 * time.Second}},
		"loading": {says(503, ""), []time.Duration{125 * time.Millisecond, 250 * time.Millisecond}},
	} {
		t.Run(name, func(t *testing.T) {
			var requests atomic.Int32
			handler := func(w http.ResponseWriter, r *http.Request) {
				if requests.Add(1)%3 != 0 {
					test.fault(w, r)
					return
				}
				served.ServeHTTP(w, r)
			}
			eachKind(t, http.HandlerFunc(handler), func(t *testing.T, options endpoint.Options) {
				var waits []time.Duration
				options.Random = func() float64 { return 0 }
				options.Wait = func(_ context.Context, d time.Duration) error {
					waits = append(waits, d)
					return nil
				}
				vector, err := open(t, options).EmbedQuestion(t.Context(), "keys")
				if err != nil || !served.Embedder.Holds(vector, "keys") {
					t.Errorf("after two faults: %v", err)
				}
				if diff := cmp.Diff(test.waits, waits); diff != "" {
					t.Errorf("waits (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestCancelledWhileWaiting(t *testing.T) {
	eachKind(t, says(503, ""), func(t *testing.T, options endpoint.Options) {
		ctx, cancel := context.WithCancel(t.Context())
		options.Wait = func(ctx context.Context, _ time.Duration) error {
			cancel()
			return ctx.Err()
		}
		if _, err := open(t, options).EmbedQuestion(ctx, "keys"); !errors.Is(err, context.Canceled) || errors.Is(err, rag.ErrEmbedderUnavailable) {
			t.Errorf("cancelled: %v", err)
		}
	})
}

func TestCancelledWhileAsking(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	base := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		hangs(w, r)
	}))
	if _, err := open(t, endpoint.Options{Kind: endpoint.Ollama, URL: base}).EmbedQuestion(ctx, "keys"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestNobodyThere(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	base := &url.URL{Scheme: "http", Host: listener.Addr().String()}
	listener.Close()
	for _, kind := range kinds {
		_, err := open(t, endpoint.Options{Kind: kind, URL: base, Wait: func(context.Context, time.Duration) error {
			t.Error("waits for nobody")
			return nil
		}}).EmbedQuestion(t.Context(), "keys")
		checkFault(t, err, base.Host, "can't be reached")
	}
}

// TestRedirectIsNotFollowed holds that texts go to no other host.
func TestRedirectIsNotFollowed(t *testing.T) {
	other := serve(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the other host was asked") }))
	for _, status := range []int{301, 302, 303, 307, 308} {
		eachKind(t, says(status, "", "Location: "+other.String()), func(t *testing.T, options endpoint.Options) {
			options.Client = http.DefaultClient
			_, err := open(t, options).EmbedQuestion(t.Context(), "keys")
			checkFault(t, err, options.URL.Host, "sends requests on")
		})
	}
}

func TestAnotherModelIsNoticed(t *testing.T) {
	var requests atomic.Int32
	eachKind(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		server := served
		server.Embedder = ragtest.Embedder{Dimensions: 256 << (requests.Add(1) % 2)}
		server.ServeHTTP(w, r)
	}), func(t *testing.T, options endpoint.Options) {
		embedder := open(t, options)
		if _, err := embedder.EmbedQuestion(t.Context(), "keys"); err != nil {
			t.Fatal(err)
		}
		_, err := embedder.EmbedQuestion(t.Context(), "keys")
		checkFault(t, err, options.URL.Host, "dimensions after others of")
	})
}
