package endpoint

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"sync/atomic"

	"rag-context/rag"
	"rag-context/rag/modelserver"
)

// Embedder asks one model of one server. It may be used from several
// goroutines.
type Embedder struct {
	options    Options // complete
	protocol   protocol
	dimensions atomic.Int64 // of the first vector that came; 0 until then
}

var _ rag.Embedder = (*Embedder)(nil)

// New makes an embedder. It asks nobody: whether the server answers and has the
// model shows at the first text.
func New(options Options) (*Embedder, error) {
	complete, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Embedder{options: complete, protocol: protocols[complete.Kind]}, nil
}

// Fingerprint is kind, model and dimensions to read, and a hash of these and the
// prefixes: "ollama:nomic-embed-text:all:0f3c…". Where the server is doesn't
// count. Nor does what the name stands for there, as only a request could tell:
// after another version was pulled under the same name, or a llama-server (which
// takes any name) was started with another model, the passages have to be
// embedded anew.
func (e *Embedder) Fingerprint() string {
	o := e.options
	model, dimensions := strings.TrimSuffix(o.Model, ":latest"), "all"
	if o.Kind == OpenAI {
		model = o.Model
	}
	if o.Dimensions > 0 {
		dimensions = fmt.Sprint(o.Dimensions)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "1 %q %q %q %q %q", o.Kind, model, dimensions, o.Prefixes.Question, o.Prefixes.Passage))
	return fmt.Sprintf("%s:%s:%s:%x", o.Kind, strings.Join(strings.Fields(lastPart(model)), "_"), dimensions, sum[:8])
}

// EmbedPassages implements [rag.Embedder]. Texts go out in batches, one after
// the other; if one fails, all fail.
func (e *Embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	return e.embed(ctx, e.options.Prefixes.Passage, texts)
}

// EmbedQuestion implements [rag.Embedder].
func (e *Embedder) EmbedQuestion(ctx context.Context, question string) ([]float32, error) {
	vectors, err := e.embed(ctx, e.options.Prefixes.Question, []string{question})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// embed leaves blank texts out: of the prefix alone a model makes a vector too.
func (e *Embedder) embed(ctx context.Context, prefix string, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	var places []int
	var prefixed []string
	for i, text := range texts {
		if strings.TrimSpace(text) != "" {
			places, prefixed = append(places, i), append(prefixed, prefix+modelserver.Beginning(text, e.options.MaxBytes))
		}
	}
	for len(prefixed) > 0 {
		n := e.batch(prefixed)
		got, err := e.embedBatch(ctx, len(prefix), prefixed[:n])
		if err != nil {
			return nil, err
		}
		for i, vector := range got {
			vectors[places[i]] = vector
		}
		places, prefixed = places[n:], prefixed[n:]
	}
	return vectors, ctx.Err()
}

// batch returns how many of the texts go into the next request, one at least.
func (e *Embedder) batch(texts []string) int {
	bytes := 0
	for n, text := range texts {
		bytes += len(text)
		if n > 0 && (n == e.options.MaxTexts || bytes > e.options.MaxBytes) {
			return n
		}
	}
	return len(texts)
}
