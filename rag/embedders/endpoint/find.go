package endpoint

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"rag-context/rag/modelserver"
)

// DefaultFindTimeout is enough for a server on this machine to list its models;
// it reads the head of a file for each at most.
const DefaultFindTimeout = 300 * time.Millisecond

// Found is an embedding model that a server on this machine has.
type Found struct {
	Kind  Kind   `json:"kind"`
	URL   string `json:"url"` // base, for [Options]
	Model string `json:"model"`
}

// FindOptions of a search. The zero value works.
type FindOptions struct {
	// Client sends the requests; its redirect policy is replaced: none is
	// followed. nil means one like that of [Options].
	Client *http.Client
	// Timeout is for each server; 0 means [DefaultFindTimeout].
	Timeout time.Duration
}

// places are where servers listen unless told otherwise, on 127.0.0.1, and how
// each is asked. What several servers have been seen at is asked the way that
// all of them understand.
var places = []struct {
	base string
	list func(context.Context, finder, *url.URL) []Found
}{
	{"http://127.0.0.1:11434", listOllama},
	{"http://127.0.0.1:8080", listOpenAI},          // llama.cpp, LocalAI, llamafile, Text Embeddings Inference
	{"http://127.0.0.1:9931", listOpenAI},          // llama.cpp, as announced
	{"http://127.0.0.1:8081", listOpenAI},          // a second llama.cpp, next to the one that chats
	{"http://127.0.0.1:1234", listLMStudio},        // LM Studio
	{"http://127.0.0.1:8000", listOpenAI},          // vLLM
	{"http://127.0.0.1:30000", listOpenAI},         // SGLang
	{"http://127.0.0.1:12434/engines", listOpenAI}, // Docker Model Runner
	{"http://127.0.0.1:13305", listOpenAI},         // Lemonade
	{"http://127.0.0.1:5001", listOpenAI},          // KoboldCpp
	{"http://127.0.0.1:5000", listOpenAI},          // TabbyAPI, text-generation-webui
	{"http://127.0.0.1:1337", listOpenAI},          // Jan
}

// Find asks the usual ports of this machine, all at once, for lists of models
// and returns those that embed: what the server says a model is for decides, and
// its name where the server doesn't say. It makes no server load a model and
// sends nothing but names of models back to the server that gave them. Models
// with known prefixes come first, else the order is that of the usual ports and
// of each list.
func Find(ctx context.Context, options FindOptions) []Found {
	f := finder{modelserver.Client(options.Client)}
	timeout := cmp.Or(options.Timeout, DefaultFindTimeout)
	lists := make([][]Found, len(places))
	var all sync.WaitGroup
	for i, place := range places {
		base, err := url.Parse(place.base)
		if err != nil {
			continue // none of the above
		}
		all.Go(func() {
			bounded, cancel := context.WithTimeout(ctx, timeout)
			defer cancel()
			lists[i] = place.list(bounded, f, base)
		})
	}
	all.Wait()
	found := slices.Concat(lists...)
	slices.SortStableFunc(found, func(a, b Found) int { return cmp.Compare(unknown(a.Model), unknown(b.Model)) })
	return found
}

// unknown is 0 for a model whose prefixes are known, else 1.
func unknown(model string) int {
	if _, known := KnownPrefixes(model); known {
		return 0
	}
	return 1
}

// finder asks servers about which nothing is certain.
type finder struct{ client *http.Client }

// maxList of models is some thousands of them, in bytes.
const maxList = 1 << 20

// get reads a JSON answer into the value as far as it fits; false means that
// nothing came. A body to send makes it a POST.
func (f finder) get(ctx context.Context, u *url.URL, body []byte, value any) bool {
	method := http.MethodGet
	if body != nil {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil {
		return false
	}
	response, err := f.client.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxList))
	if err != nil || response.StatusCode != http.StatusOK {
		return false
	}
	err = json.Unmarshal(answer, value)
	var other *json.UnmarshalTypeError // of a field; the others are read
	return err == nil || errors.As(err, &other)
}

// listed is a model of a list, in the words of several servers.
type listed struct {
	ID           string   // OpenAI's
	Name         string   // Ollama's
	Type         string   // LM Studio: "llm", "vlm", "embeddings"
	Task         string   // "embed"
	Capabilities []string // Ollama: "completion", "embedding" ...
	Labels       []string // Lemonade: "embeddings", "reranking" ...
}

// embeds reports whether the model is for embeddings: as the server says, or
// else by its name.
func (l listed) embeds() bool {
	said := slices.Concat(l.Capabilities, l.Labels, []string{l.Type, l.Task})
	if slices.ContainsFunc(said, func(word string) bool { return strings.HasPrefix(word, "embed") }) {
		return true
	}
	// Some say "model" of all.
	chats := l.Type != "" && l.Type != "model" || slices.Contains(l.Capabilities, "completion")
	return !chats && embedsByName(cmp.Or(l.ID, l.Name))
}
