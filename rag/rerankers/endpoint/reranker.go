package endpoint

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"rag-context/rag"
	"rag-context/rag/modelserver"
)

// Options of a reranker. URL is needed, the rest may be zero.
type Options struct {
	// URL is the server's base, without "/v1/rerank"; or the whole address,
	// where its path ends with "rerank".
	URL *url.URL
	// Model is the name by which the server knows it; "" for a server that has
	// one model.
	Model string
	// APIKey is sent as a bearer token; "" sends none.
	APIKey string
	// AllowRemote permits a server that is not on this machine. Set it only if
	// the user has written the address: passages and questions are sent there.
	AllowRemote bool
	// Client sends the requests; its redirect policy is replaced: none is
	// followed. nil means one that keeps connections.
	Client *http.Client
	// MaxBytes of a text are sent, 0 means [DefaultBytes]; the beginning counts.
	MaxBytes int
}

// DefaultBytes is a passage of about 500 tokens, the window of many rerankers
// and the default batch of llama.cpp, and some for the question.
const DefaultBytes = 2000

// Reranker asks one model of one server. It may be used from several
// goroutines.
type Reranker struct {
	options Options // complete
	url     *url.URL
}

var _ rag.Reranker = (*Reranker)(nil)

// New makes a reranker. It asks nobody.
func New(options Options) (*Reranker, error) {
	if err := modelserver.CheckURL(options.URL, options.AllowRemote); err != nil {
		return nil, fmt.Errorf("reranker %w", err)
	}
	if options.MaxBytes < 0 {
		return nil, errors.New("reranker has a negative bound")
	}
	if options.MaxBytes == 0 {
		options.MaxBytes = DefaultBytes
	}
	options.Client = modelserver.Client(options.Client)
	address := options.URL
	if !strings.HasSuffix(address.Path, "rerank") {
		address = address.JoinPath("v1/rerank")
	}
	return &Reranker{options, address}, nil
}

// shortest is the length in bytes from which on no text is cut further.
const shortest = 256

// Rerank implements [rag.Reranker]. Texts that are too long for the model go out
// again, half as long.
func (r *Reranker) Rerank(ctx context.Context, question string, texts []string) ([]float64, error) {
	if len(texts) == 0 {
		return nil, ctx.Err()
	}
	for most := r.options.MaxBytes; ; most /= 2 {
		scores, refused, err := r.ask(ctx, modelserver.Beginning(question, most), beginnings(texts, most))
		if !refused || most/2 < shortest {
			return scores, err
		}
	}
}

// beginnings of texts. A blank one is sent as a sign, because servers refuse
// empty texts.
func beginnings(texts []string, most int) []string {
	cut := make([]string, len(texts))
	for i, text := range texts {
		cut[i] = modelserver.Beginning(strings.ToValidUTF8(text, "\uFFFD"), most)
		if strings.TrimSpace(cut[i]) == "" {
			cut[i] = "-"
		}
	}
	return cut
}
