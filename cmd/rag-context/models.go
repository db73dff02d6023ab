package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"rag-context/rag"
	"rag-context/rag/embedders/endpoint"
	"rag-context/rag/embedders/minilm"
	"rag-context/rag/embedders/static"
	"rag-context/rag/lexical"
	rerankers "rag-context/rag/rerankers/endpoint"
)

// modelFlags say what models there are besides what is learned.
type modelFlags struct {
	Embedder    string `default:"builtin" placeholder:"MODEL" help:"What passages mean, by a model: builtin, minilm or table (the parts of that), none, ollama:MODEL or openai:MODEL, with @URL unless it is the usual one (default builtin)."`
	EmbedderKey string `hidden:"" help:"API key of the embedder's server."`
	Rerank      string `placeholder:"URL" help:"Have the best passages judged by a server with /v1/rerank: URL, or URL,MODEL (default: no)."`
	RerankKey   string `hidden:"" help:"API key of the reranker's server."`
}

// models are ready to be used; none was asked anything yet.
type models struct {
	embedding rag.Embedding // the quick one
	better    rag.Embedding
	embedder  string // what the better one is, or the quick one, for people
	reranking rag.Reranking
	reranker  string // the host of its server
}

// best is the embedder that answers once it has seen all passages; nil for none.
func (m models) best() rag.Embedder {
	if m.better.Embedder != nil {
		return m.better.Embedder
	}
	return m.embedding.Embedder
}

// usualURLs are where servers listen unless told otherwise.
var usualURLs = map[endpoint.Kind]string{endpoint.Ollama: "http://127.0.0.1:11434", endpoint.OpenAI: "http://127.0.0.1:8080"}

const embedderHint = "an embedder is builtin, minilm, table, none, ollama:nomic-embed-text or openai:MODEL@http://127.0.0.1:8080; rag-context embed auto finds one; rag-context config shows where a setting comes from"

// open makes the models that the flags name. The client is nil for the models'
// own.
func (f modelFlags) open(client *http.Client) (m models, err error) {
	if m.better, m.embedder, err = f.openEmbedder(client); err != nil {
		return models{}, hinted{usageError{err}, embedderHint}
	}
	if f.Embedder != "none" {
		m.embedding = rag.Embedding{Embedder: static.New(), Floor: static.Floor}
	}
	if m.reranking, m.reranker, err = f.openReranker(client); err != nil {
		return models{}, hinted{usageError{err}, "a reranker is the address of its server: --rerank http://127.0.0.1:8080, or http://127.0.0.1:8080,MODEL"}
	}
	return m, nil
}

func (f modelFlags) openEmbedder(client *http.Client) (rag.Embedding, string, error) {
	kind, place, _ := strings.Cut(f.Embedder, ":")
	switch kind {
	case "builtin":
		return encoder(builtinMost), "built in, asks no server", nil
	case "minilm":
		return encoder(0), "built in, asks no server", nil
	case "table":
		return rag.Embedding{}, "a table in the program, asks no server", nil
	case "none", "":
		return rag.Embedding{}, "", nil
	}
	model, address, err := splitPlace(place)
	if err == nil && address == "" {
		address = usualURLs[endpoint.Kind(kind)]
	}
	if err != nil || address == "" {
		return rag.Embedding{}, "", errors.Join(err, fmt.Errorf("there is no embedder %.80q", withoutPassword(f.Embedder)))
	}
	base, err := parseServer(address)
	if err != nil {
		return rag.Embedding{}, "", err
	}
	embedder, err := endpoint.New(endpoint.Options{
		Kind: endpoint.Kind(kind), URL: base, Model: model, APIKey: f.EmbedderKey, Client: client,
		AllowRemote: true, // the address is the user's own, or the usual one of this machine
	})
	return rag.Embedding{Embedder: embedder, Remote: true}, model + " at " + base.Host, err
}

// builtinMost is how many passages the encoder reads unasked: that takes about
// half an hour of one processor, in the background.
const builtinMost = 50_000

// encoder is the sentence encoder in the program.
func encoder(most int) rag.Embedding {
	return rag.Embedding{Embedder: minilm.New(minilm.Options{}), Floor: minilm.Floor, Languages: []lexical.Language{"en"}, Slow: true, Most: most}
}

// splitPlace parts "MODEL@URL". Models may have an @ in their names.
func splitPlace(place string) (model, address string, err error) {
	at := strings.LastIndex(place, "@")
	switch {
	case at < 0:
		return place, "", nil
	case strings.HasPrefix(place[at+1:], "http://"), strings.HasPrefix(place[at+1:], "https://"):
		return place[:at], place[at+1:], nil
	case strings.Contains(place[at+1:], ":"):
		return "", "", errors.New("the URL of an embedder must begin with http:// or https:// and hold no user")
	}
	return place, "", nil
}

func parseServer(address string) (*url.URL, error) {
	parsed, err := url.Parse(address)
	if err != nil { // whose text quotes the address, and with it what may be secret
		return nil, errors.New("the server's address is no URL")
	}
	return parsed, nil
}

func (f modelFlags) openReranker(client *http.Client) (rag.Reranking, string, error) {
	if f.Rerank == "" {
		return rag.Reranking{}, "", nil
	}
	address, model, _ := strings.Cut(f.Rerank, ",")
	base, err := parseServer(strings.TrimSpace(address))
	if err != nil {
		return rag.Reranking{}, "", err
	}
	reranker, err := rerankers.New(rerankers.Options{
		URL: base, Model: strings.TrimSpace(model), APIKey: f.RerankKey, Client: client, AllowRemote: true,
	})
	return rag.Reranking{Reranker: reranker}, base.Host, err
}

// environment says the same to a process of this program; keys don't belong on
// its command line.
func (f modelFlags) environment() []string {
	return []string{"RAG_CONTEXT_EMBEDDER=" + f.Embedder, "RAG_CONTEXT_EMBEDDER_KEY=" + f.EmbedderKey}
}
