package endpoint_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/modelserver"
	"rag-context/rag/ragtest"
	"rag-context/rag/rerankers/endpoint"
)

const (
	model  = "bge-reranker-v2-m3"
	apiKey = "sk-s3cret"
)

// open makes a reranker that asks a server of that handler.
func open(t *testing.T, handler http.Handler, path string) *endpoint.Reranker {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return at(t, server.URL+path)
}

func at(t *testing.T, address string) *endpoint.Reranker {
	t.Helper()
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	reranker, err := endpoint.New(endpoint.Options{URL: base, Model: model, APIKey: apiKey})
	if err != nil {
		t.Fatal(err)
	}
	return reranker
}

func TestContract(t *testing.T) {
	for name, test := range map[string]struct {
		server ragtest.RerankerServer
		path   string
	}{
		"plain":         {ragtest.RerankerServer{Model: model, Key: apiKey}, ""},
		"whole address": {ragtest.RerankerServer{Model: model, Key: apiKey}, "/v1/rerank"},
		"bare list":     {ragtest.RerankerServer{Model: model, Key: apiKey, Bare: true}, "/"},
		"short window":  {ragtest.RerankerServer{Model: model, Key: apiKey, Window: 300}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			ragtest.TestReranker(t, func(t *testing.T) rag.Reranker { return open(t, test.server, test.path) })
		})
	}
}

// says answers everything with a status and a body.
func says(status int, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if status == http.StatusFound {
			w.Header().Set("Location", "http://127.0.0.1:1/")
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	})
}

func TestScoresAreRead(t *testing.T) {
	for _, body := range []string{
		`{"model":"m","results":[{"index":1,"relevance_score":0.9,"document":{"text":"b"}},{"index":0,"relevance_score":-3}]}`,
		`{"object":"list","data":[{"index":0,"relevance_score":-3},{"index":1,"relevance_score":0.9}]}`,
		`[{"score":0.9,"document":"b","index":1},{"score":-3,"document":"a","index":0}]`,
	} {
		scores, err := open(t, says(200, body), "").Rerank(t.Context(), "keys", []string{"a", "b"})
		if diff := cmp.Diff([]float64{-3, 0.9}, scores); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", body, err, diff)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct {
		status        int
		body, problem string
	}{
		{200, `<html>`, "something else"},
		{200, `{"error":"no"}`, "something else"},
		{200, `{"results":[{"index":0,"relevance_score":1}]}`, "gave 1 scores for 2 texts"},
		{200, `{"results":[{"index":0,"relevance_score":1},{"index":0,"relevance_score":1}]}`, "wrong indexes"},
		{200, `{"results":[{"index":0,"relevance_score":1},{"index":2,"relevance_score":1}]}`, "wrong indexes"},
		{200, `{"results":[{"index":0,"relevance_score":null},{"index":1,"relevance_score":1}]}`, "no number"},
		{302, ``, "sends requests on"},
		{400, `{"error":{"message":"secret words","type":"invalid_request_error"}}`, "status 400 (invalid_request_error)"},
		{401, ``, "API key"},
		{404, ``, "no such model"},
		{418, ``, "status 418"},
		{500, `secret words`, "status 500"},
		{501, `{"error":{"code":501,"message":"This server does not support reranking"}}`, "without reranking"},
		{503, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`, "status 503 (unavailable_error)"},
	} {
		_, err := open(t, says(test.status, test.body), "").Rerank(t.Context(), "secret words", []string{"secret words", "b"})
		checkFault(t, err, test.problem)
	}
	_, err := at(t, "http://127.0.0.1:1").Rerank(t.Context(), "secret words", []string{"secret words"})
	checkFault(t, err, "can't be reached")
}

func checkFault(t *testing.T, err error, problem string) {
	t.Helper()
	var fault *endpoint.Fault
	if !errors.As(err, &fault) || !errors.Is(err, rag.ErrRerankerUnavailable) || !strings.Contains(err.Error(), problem) || fault.Hint() == "" {
		t.Errorf("%v, want a fault with %q", err, problem)
	}
	if strings.Contains(fmt.Sprint(err), "secret words") || strings.Contains(fmt.Sprint(err), apiKey) {
		t.Errorf("the error gives away what was sent: %v", err)
	}
}

func TestDeadlineIsTheCallers(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reranker := open(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else the server does not see that the client is gone
		cancel()
		<-r.Context().Done()
	}), "")
	if _, err := reranker.Rerank(ctx, "keys", []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while asking: %v", err)
	}
}

func TestOptions(t *testing.T) {
	for address, remote := range map[string]bool{
		"http://127.0.0.1:8080": false, "http://localhost:8080/v1/rerank": false,
		"https://api.example.org": true, "http://10.0.0.5:8080": true,
	} {
		base, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := endpoint.New(endpoint.Options{URL: base}); errors.Is(err, modelserver.ErrRemote) != remote {
			t.Errorf("%s: %v", address, err)
		}
		if _, err := endpoint.New(endpoint.Options{URL: base, AllowRemote: true}); err != nil {
			t.Errorf("%s allowed: %v", address, err)
		}
	}
	for _, options := range []endpoint.Options{
		{}, {URL: &url.URL{Scheme: "ftp", Host: "127.0.0.1"}}, {URL: &url.URL{Scheme: "http", Host: "127.0.0.1", User: url.User("me")}},
		{URL: &url.URL{Scheme: "http", Host: "127.0.0.1"}, MaxBytes: -1},
	} {
		if _, err := endpoint.New(options); err == nil {
			t.Errorf("%+v is accepted", options)
		}
	}
}
