package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Names of the protocol's headers.
const (
	versionHeader = "Mcp-Protocol-Version"
	sessionHeader = "Mcp-Session-Id"
)

// firstStateless is the first revision without sessions. Revisions are dates,
// so that they compare as text.
const firstStateless = "2026-07-28"

const listenMethod = "subscriptions/listen"

// serve passes a request to the handler of its revision, within its limits.
func (h *HTTP) serve(w http.ResponseWriter, r *http.Request) {
	credential := grantOf(r).ID
	release, ok := h.limiter.take(credential, costOf(r), h.server.options.Now())
	if !ok {
		tooMuch(w)
		return
	}
	defer release()
	said, err := h.read(w, r)
	if err != nil {
		unread(w, err)
		return
	}
	releaseRest, ok := h.limiter.take(credential, said.cost(), h.server.options.Now())
	if !ok {
		tooMuch(w)
		return
	}
	defer releaseRest()
	if r.Method == http.MethodGet || said.Method == listenMethod {
		ctx, cancel := h.whileValid(r)
		defer cancel()
		r = r.WithContext(ctx)
	}
	if said.isStateless(r) {
		h.stateless.ServeHTTP(w, r)
		return
	}
	h.serveSession(w, r)
}

func tooMuch(w http.ResponseWriter) {
	w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
	http.Error(w, "too many requests of this credential: try again later", http.StatusTooManyRequests)
}

func unread(w http.ResponseWriter, err error) {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		http.Error(w, "the request is too large", http.StatusRequestEntityTooLarge)
		return
	}
	http.Error(w, "the request can't be read", http.StatusBadRequest)
}

// heard is what has to be known of a body before it is handled.
type heard struct {
	Method string `json:"method"`
	Params struct {
		Meta map[string]any `json:"_meta"`
	} `json:"params"`
	batched int // messages, where it is a batch, as revisions before 2025-06-18 may send
}

// read reads the body, within the time that the server has for that, and leaves
// it there to be read again.
func (h *HTTP) read(w http.ResponseWriter, r *http.Request) (heard, error) {
	var said heard
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.options.MaxBody))
		if err != nil {
			return said, err
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		said = hear(body)
	}
	// What comes now is the answer, which may take long. Where there is no such
	// deadline, none was set.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	return said, nil
}

// hear understands what it can: of the rest the handler says what it
// thinks of it.
func hear(body []byte) heard {
	var batch []json.RawMessage
	if json.Unmarshal(body, &batch) == nil {
		return heard{batched: len(batch)}
	}
	var said heard
	if json.Unmarshal(body, &said) != nil {
		return heard{}
	}
	return said
}

// isStateless tells a request of a revision without sessions: by its header,
// or, where that is missing, by what it says of itself.
func (h heard) isStateless(r *http.Request) bool {
	version := r.Header.Get(versionHeader)
	if version != "" || r.Method != http.MethodPost || r.Header.Get(sessionHeader) != "" {
		return version >= firstStateless
	}
	own, _ := h.Params.Meta[mcp.MetaKeyProtocolVersion].(string)
	return own >= firstStateless
}

// serveSession serves a request that has a session or begins one.
func (h *HTTP) serveSession(w http.ResponseWriter, r *http.Request) {
	id, owner := r.Header.Get(sessionHeader), grantOf(r).ID
	if id == "" {
		if r.Method == http.MethodPost && !h.sessions.makeRoom(owner) {
			w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
			http.Error(w, "too many sessions of this credential are in use", http.StatusTooManyRequests)
			return
		}
		h.stateful.ServeHTTP(w, r)
		h.sessions.began(w.Header().Get(sessionHeader), owner)
		return
	}
	done := h.sessions.use(id, owner)
	defer done()
	h.stateful.ServeHTTP(w, r)
	if r.Method == http.MethodDelete {
		h.sessions.forget(id, owner)
	}
}
