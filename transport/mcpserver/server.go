package mcpserver

import (
	"cmp"
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rag-context/pack"
	"rag-context/rag"
)

// Options are what a [Server] works with. Open must be set.
type Options struct {
	// Open opens a scope's library. It is called when a library is first
	// needed, and again after it failed; the server closes what it returns.
	Open func(ctx context.Context, scope rag.Scope) (*rag.Library, error)
	// Synced, unless nil, is called after a client's sync has gone well, with
	// the library while it is open; the client waits for it.
	Synced func(ctx context.Context, library *rag.Library)
	// Packing tells how a block is made for the model that it is for, unless a
	// request says otherwise; what it returns is used until ctx ends. Markers and
	// layouts are the server's. nil means pack's defaults.
	Packing func(ctx context.Context) pack.Options
	// Version is the program's.
	Version string
	// AnswerTokens is the most tokens that an answer's texts have by default,
	// as estimated; 0 means 8,000, which leaves room for the rest of an answer
	// below the 10,000 at which clients begin to warn.
	AnswerTokens int
	// Watch is how often a resource that somebody subscribed to is looked at
	// for changes; 0 means 2 s.
	Watch time.Duration
	// Desks is how many scopes are kept ready while nobody uses them; 0 means 64.
	Desks int
	// Log gets a line for each call: whose, which, how much, how long; never
	// what was asked. nil means nowhere.
	Log *slog.Logger
	// Now is the clock; nil means [time.Now].
	Now func() time.Time
	// Random is where markers of blocks come from; nil means [rand.Reader].
	Random io.Reader
}

// Server answers the protocol's requests for any number of scopes. It is safe
// for concurrent use.
type Server struct {
	options Options
	desks   desks
	metrics *metrics.Set
}

// New returns a server; it opens nothing yet.
func New(options Options) *Server {
	options.AnswerTokens = cmp.Or(options.AnswerTokens, 8000)
	options.Watch = cmp.Or(options.Watch, 2*time.Second)
	options.Desks = cmp.Or(options.Desks, 64)
	if options.Packing == nil {
		options.Packing = func(context.Context) pack.Options {
			return pack.Options{MinShare: pack.DefaultMinShare, Stretch: true}
		}
	}
	if options.Synced == nil {
		options.Synced = func(context.Context, *rag.Library) {}
	}
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Random == nil {
		options.Random = rand.Reader
	}
	return &Server{options: options, metrics: metrics.NewSet()}
}

// ServeIO serves one client of that scope, line by line over a pair of streams,
// until the client closes its end or ctx ends. A line that is no message is
// answered with an error and passed over.
func (s *Server) ServeIO(ctx context.Context, scope rag.Scope, in io.ReadCloser, out io.WriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	desk := s.desks.sit(s, scope)
	defer desk.leave()
	writer := &oneWriter{WriteCloser: out}
	return desk.server.Run(ctx, &mcp.IOTransport{Reader: newLineReader(in, writer), Writer: writer})
}

// Close ends all sessions and closes all libraries.
func (s *Server) Close() error { return s.desks.close() }
