package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"rag-context/rag"
)

// HTTPOptions are what [Server.HTTP] works with. Authenticate must be set.
type HTTPOptions struct {
	// Authenticate returns what a bearer token grants;
	// [rag.ErrUnauthorized] for one that is not valid.
	Authenticate func(ctx context.Context, credential string) (rag.Grant, error)
	// Resource, unless nil, describes this server for OAuth clients, who get
	// their tokens from the authorization servers that it names (RFC 9728).
	Resource *oauthex.ProtectedResourceMetadata
	// AllowOrigins are the origins of web pages that may use the server, such
	// as "https://chat.example.org", besides pages of this machine.
	AllowOrigins []string
	// AllowHosts are the names by which clients may reach the server, besides
	// localhost and addresses.
	AllowHosts []string
	// OperatorToken, unless empty, lets its holder see health and metrics from
	// other machines; from this machine anybody may.
	OperatorToken string
	// Ready reports whether the server can do its work; nil means it can.
	Ready func(ctx context.Context) error

	// MaxBody is the largest request in bytes; 0 means 1 MiB.
	MaxBody int64
	// ReadTime is how long a request may take to arrive; 0 means 30 s.
	ReadTime time.Duration
	// SessionTimeout ends a session without requests and open streams; 0 means
	// 30 minutes.
	SessionTimeout time.Duration
	// ReplayBytes bounds what is kept, of all sessions, for streams that were
	// cut off; 0 means 16 MiB.
	ReplayBytes int
	// Recheck is how often the credential of an open stream is checked again;
	// 0 means 30 s.
	Recheck time.Duration
	Limits
}

// Limits are what one credential may use at once.
type Limits struct {
	PerSecond  float64 // requests, on average; 0 means 50
	Burst      int     // requests above the average; 0 means 200
	Concurrent int     // calls under way; 0 means 16
	Streams    int     // open streams; 0 means 64
	Sessions   int     // the longest unused makes room; 0 means 64
}

func (o HTTPOptions) withDefaults() HTTPOptions {
	o.MaxBody = cmp.Or(o.MaxBody, 1<<20)
	o.ReadTime = cmp.Or(o.ReadTime, 30*time.Second)
	o.SessionTimeout = cmp.Or(o.SessionTimeout, 30*time.Minute)
	o.ReplayBytes = cmp.Or(o.ReplayBytes, 16<<20)
	o.Recheck = cmp.Or(o.Recheck, 30*time.Second)
	o.PerSecond = cmp.Or(o.PerSecond, 50)
	o.Burst = cmp.Or(o.Burst, 200)
	o.Concurrent = cmp.Or(o.Concurrent, 16)
	o.Streams = cmp.Or(o.Streams, 64)
	o.Sessions = cmp.Or(o.Sessions, 64)
	return o
}

// Path is where the server answers, of its address.
const Path = "/mcp"

// HTTP serves the protocol's Streamable HTTP transport.
type HTTP struct {
	server    *Server
	options   HTTPOptions
	handler   http.Handler
	stateful  http.Handler // revisions up to 2025-11-25
	stateless http.Handler // from 2026-07-28 on
	sessions  *sessions
	limiter   *limiter
	ending    context.Context // done when streams are to end
	end       context.CancelFunc
}

// HTTP returns a handler of the server's requests; [HTTP.Close] ends what it
// has under way.
func (s *Server) HTTP(options HTTPOptions) *HTTP {
	h := &HTTP{server: s, options: options.withDefaults()}
	h.ending, h.end = context.WithCancel(context.Background())
	h.limiter = newLimiter(h.options.Limits)
	h.sessions = newSessions(h.options.SessionTimeout, h.options.Sessions, s)
	go h.sessions.reap(h.ending)
	events := mcp.NewMemoryEventStore(nil)
	events.SetMaxBytes(h.options.ReplayBytes)
	// The SDK's own look at hosts knows no names of proxies; the guard is stricter.
	h.stateful = mcp.NewStreamableHTTPHandler(deskServer, &mcp.StreamableHTTPOptions{
		EventStore: events, MaxRequestBodyBytes: h.options.MaxBody, DisableLocalhostProtection: true,
	})
	h.stateless = mcp.NewStreamableHTTPHandler(deskServer, &mcp.StreamableHTTPOptions{
		Stateless: true, PropagateRequestCancellation: true, MaxRequestBodyBytes: h.options.MaxBody, DisableLocalhostProtection: true,
	})
	guard := newGuard(h.options.AllowHosts, h.options.AllowOrigins)
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "MCP is at "+Path, http.StatusNotFound) })
	mux.Handle(Path, guard.crossOrigin(h.authenticated(http.HandlerFunc(h.serve))))
	h.addOperations(mux)
	if h.options.Resource != nil {
		metadata := auth.ProtectedResourceMetadataHandler(h.options.Resource)
		mux.Handle(metadataPath, metadata)
		mux.Handle(metadataPath+Path, metadata)
	}
	h.handler = guard.only(mux)
	s.metrics.GetOrCreateGauge("rag_context_sessions", func() float64 { return float64(h.sessions.count()) })
	return h
}

// ServeHTTP implements [http.Handler].
func (h *HTTP) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.handler.ServeHTTP(w, r) }

// Close ends open streams and all sessions.
func (h *HTTP) Close() error {
	h.end()
	return h.server.Close()
}

// grace is how long calls under way may take to end when the server does.
const grace = 3 * time.Second

// Serve answers on a listener until ctx ends, then ends streams at once and
// gives calls under way some seconds.
func (h *HTTP) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: h.options.ReadTime, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return errors.Join(err, h.Close())
	case <-ctx.Done():
	}
	h.end()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	err := server.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	return errors.Join(err, h.Close())
}

type deskKey struct{}

// deskServer is the protocol server of the scope that a request's token grants.
func deskServer(r *http.Request) *mcp.Server {
	desk, _ := r.Context().Value(deskKey{}).(*desk)
	if desk == nil {
		return nil
	}
	return desk.server
}
