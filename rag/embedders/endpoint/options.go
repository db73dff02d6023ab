package endpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"rag-context/rag/modelserver"
)

// Kind is the protocol that a server speaks.
type Kind string

// Kinds.
const (
	OpenAI Kind = "openai" // POST /v1/embeddings
	Ollama Kind = "ollama" // POST /api/embed
)

// Defaults of [Options].
const (
	// DefaultTexts is what the least generous of the known servers takes at
	// once (--max-client-batch-size of Text Embeddings Inference).
	DefaultTexts = 32
	// DefaultBytes of text is 32 passages of about 500 tokens.
	DefaultBytes = 64 << 10
	// DefaultAttempts with their waits take about 2 seconds.
	DefaultAttempts = 4
	// DefaultTimeout leaves a server time to load its model first, and a slow
	// processor to get through a request.
	DefaultTimeout = 2 * time.Minute
)

// Options of an embedder. Kind, URL and Model are needed, the rest may be zero.
type Options struct {
	Kind Kind
	// URL is the server's base, without "/v1" or "/api": http or https, a host,
	// perhaps a path, nothing else.
	URL *url.URL
	// Model is the name by which the server knows it.
	Model string
	// Dimensions to keep of each vector; 0 keeps all. It makes sense for models
	// that were trained for it (Matryoshka representation learning). The vector
	// is cut here, as servers with such a parameter do it on their side, because
	// others refuse or ignore the parameter.
	Dimensions int
	// Prefixes go before questions and passages; nil means those that the model
	// was trained with, see [KnownPrefixes].
	Prefixes *Prefixes
	// APIKey is sent as a bearer token; "" sends none.
	APIKey string
	// AllowRemote permits a server that is not on this machine. Set it only if
	// the user has written the address: passages and questions are sent there.
	AllowRemote bool

	// Client sends the requests; its redirect policy is replaced: none is
	// followed. nil means one that keeps connections and, as Go does, uses the
	// proxies of the environment except for this machine's own addresses.
	Client *http.Client
	// Timeout is for each request, not for all of them; 0 means [DefaultTimeout].
	Timeout time.Duration
	// MaxTexts and MaxBytes bound what one request carries, 0 means
	// [DefaultTexts] and [DefaultBytes]. Of a longer text the beginning counts.
	MaxTexts, MaxBytes int
	// Attempts at a request to a server that is busy or cuts the connection;
	// 0 means [DefaultAttempts].
	Attempts int
	// Wait waits between attempts; nil means by the clock. It returns the
	// context's error if that ends first.
	Wait func(context.Context, time.Duration) error
	// Random returns numbers of [0, 1) for the length of waits; nil means
	// rand.Float64. It may be called from several goroutines.
	Random func() float64
}

// withDefaults returns the options completed, or what is wrong with them.
func (o Options) withDefaults() (Options, error) {
	switch {
	case o.Kind != OpenAI && o.Kind != Ollama:
		return o, fmt.Errorf("kind of embedder must be %s or %s, not %.40q", OpenAI, Ollama, o.Kind)
	case o.Model == "":
		return o, errors.New("embedder has no model name")
	case min(o.Dimensions, o.MaxTexts, o.MaxBytes, o.Attempts) < 0 || o.Timeout < 0:
		return o, errors.New("embedder has a negative bound")
	}
	if err := modelserver.CheckURL(o.URL, o.AllowRemote); err != nil {
		return o, fmt.Errorf("embedder %w", err)
	}
	if o.Prefixes == nil {
		known, _ := KnownPrefixes(o.Model)
		o.Prefixes = &known
	}
	o.MaxTexts = cmp.Or(o.MaxTexts, DefaultTexts)
	o.MaxBytes = cmp.Or(o.MaxBytes, DefaultBytes)
	o.Attempts = cmp.Or(o.Attempts, DefaultAttempts)
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	o.Client = modelserver.Client(o.Client)
	if o.Wait == nil {
		o.Wait = wait
	}
	if o.Random == nil {
		o.Random = rand.Float64
	}
	return o, nil
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
