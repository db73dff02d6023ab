package endpoint_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag/embedders/endpoint"
	"rag-context/rag/ragtest"
)

// machine returns a client of a machine on which these servers listen, by port,
// and no other.
func machine(t *testing.T, servers map[string]http.Handler) *http.Client {
	addresses := map[string]string{}
	for port, handler := range servers {
		addresses["127.0.0.1:"+port] = serve(t, handler).Host
	}
	return &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			real, listens := addresses[address]
			if !listens {
				return nil, &net.OpError{Op: "dial", Net: network, Err: io.EOF}
			}
			return new(net.Dialer).DialContext(ctx, network, real)
		},
	}}
}

// quiet fails the test if a request could make a server load a model, or write
// an error to its log.
func quiet(t *testing.T, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method + " " + r.URL.RequestURI() {
		case "GET /api/tags", "POST /api/show", "GET /v1/models", "GET /engines/v1/models", "GET /api/v0/models":
		default:
			t.Errorf("asked for %s %s", r.Method, r.URL.RequestURI())
		}
		next.ServeHTTP(w, r)
	})
}

func TestFind(t *testing.T) {
	lists := func(models string) http.Handler { return says(200, `{"data":[`+models+`]}`) }
	tests := map[string]struct {
		servers map[string]http.Handler
		want    []endpoint.Found
	}{
		"nothing": {nil, nil},
		"Ollama": {map[string]http.Handler{"11434": ragtest.EmbedderServer{Model: "homemade"}},
			[]endpoint.Found{{Kind: endpoint.Ollama, URL: "http://127.0.0.1:11434", Model: "homemade"}}},
		"Ollama that lists capabilities": {map[string]http.Handler{"11434": says(200, `{"models":[
			{"name":"embedded-chat","capabilities":["completion","tools"]},{"name":"mine","capabilities":["embedding"]}]}`)},
			[]endpoint.Found{{Kind: endpoint.Ollama, URL: "http://127.0.0.1:11434", Model: "mine"}}},
		"Ollama of old": {map[string]http.Handler{"11434": says(200, `{"models":[{"name":"llama3:8b"},{"name":"all-minilm:latest"}]}`)},
			[]endpoint.Found{{Kind: endpoint.Ollama, URL: "http://127.0.0.1:11434", Model: "all-minilm:latest"}}},
		"llama.cpp": {map[string]http.Handler{"9931": lists(`{"id":"/models/bge-m3-Q8_0.gguf","object":"model","owned_by":"llamacpp","meta":{"n_embd":1024}}`)},
			[]endpoint.Found{{Kind: endpoint.OpenAI, URL: "http://127.0.0.1:9931", Model: "/models/bge-m3-Q8_0.gguf"}}},
		"LM Studio": {map[string]http.Handler{"1234": lists(`{"id":"gte-chat","type":"llm"},{"id":"anything","type":"embeddings","state":"not-loaded"}`)},
			[]endpoint.Found{{Kind: endpoint.OpenAI, URL: "http://127.0.0.1:1234", Model: "anything"}}},
		"Docker Model Runner": {map[string]http.Handler{"12434": lists(`{"id":"ai/mxbai-embed-large"},{"id":"ai/qwen3-reranker-embed"}`)},
			[]endpoint.Found{{Kind: endpoint.OpenAI, URL: "http://127.0.0.1:12434/engines", Model: "ai/mxbai-embed-large"}}},
		"several": {map[string]http.Handler{
			"8080": lists(`{"id":"strange-embedder"},{"id":"bge-m3"}`),
			"8000": lists(`{"id":"x","labels":["embeddings"]},{"id":7},{"id":"multilingual-e5-base","labels":{}}`)},
			[]endpoint.Found{
				{Kind: endpoint.OpenAI, URL: "http://127.0.0.1:8080", Model: "bge-m3"},
				{Kind: endpoint.OpenAI, URL: "http://127.0.0.1:8000", Model: "multilingual-e5-base"},
				{Kind: endpoint.OpenAI, URL: "http://127.0.0.1:8080", Model: "strange-embedder"},
				{Kind: endpoint.OpenAI, URL: "http://127.0.0.1:8000", Model: "x"},
			}},
		"others": {map[string]http.Handler{
			"11434": says(200, "<html>"), "8080": says(404, "{}"), "8081": says(200, `{"data":{"id":"bge-m3"}}`), "9931": says(302, "", "Location: http://127.0.0.1:8000/v1/models"),
			"8000": http.HandlerFunc(cuts), "1234": says(200, `{"error":"Unexpected endpoint"}`), "1337": lists(`{"id":"bge-m3`), "5001": lists(strings.Repeat(" ", 2<<20))}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for port, server := range test.servers {
				test.servers[port] = quiet(t, server)
			}
			got := endpoint.Find(t.Context(), endpoint.FindOptions{Client: machine(t, test.servers), Timeout: time.Minute})
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
		})
	}
}

// TestFindAsksAllAtOnce has two servers each of which answers only when the
// other has been asked.
func TestFindAsksAllAtOnce(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		both.Done()
		both.Wait()
		says(200, `{"data":[{"id":"bge-m3"}]}`)(w, r)
	})
	client := machine(t, map[string]http.Handler{"8080": handler, "8000": handler})
	if got := endpoint.Find(t.Context(), endpoint.FindOptions{Client: client, Timeout: time.Minute}); len(got) != 2 {
		t.Errorf("found %v", got)
	}
}

func TestFindWaitsForNobody(t *testing.T) {
	client := machine(t, map[string]http.Handler{"11434": http.HandlerFunc(hangs), "8080": http.HandlerFunc(hangs)})
	if got := endpoint.Find(t.Context(), endpoint.FindOptions{Client: client}); got != nil {
		t.Errorf("found %v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := endpoint.Find(ctx, endpoint.FindOptions{Client: client, Timeout: time.Hour}); got != nil {
		t.Errorf("found %v, cancelled", got)
	}
}

// TestFoundWorks embeds by what was found.
func TestFoundWorks(t *testing.T) {
	client := machine(t, map[string]http.Handler{"11434": ragtest.EmbedderServer{Model: model}, "1234": ragtest.EmbedderServer{Model: model}})
	found := endpoint.Find(t.Context(), endpoint.FindOptions{Client: client, Timeout: time.Minute})
	if len(found) != 2 {
		t.Errorf("found %v", found)
	}
	for _, f := range found {
		vector, err := open(t, endpoint.Options{Kind: f.Kind, URL: parse(t, f.URL), Model: f.Model, Client: client}).EmbedQuestion(t.Context(), "keys")
		if err != nil || !served.Embedder.Holds(vector, "keys") {
			t.Errorf("%+v: %v", f, err)
		}
	}
}
