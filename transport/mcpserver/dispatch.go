package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Names of the protocol's headers.
const (
	versionHeader = "Mcp-Protocol-Version"
	sessionHeader = "Mcp-Session-Id"
	methodHeader  = "Mcp-Method"
)

// firstStateless is the first revision without sessions. Revisions are dates,
// so that they compare as text.
const firstStateless = "2026-07-28"

const listenMethod = "subscriptions/listen"

// serve passes a request to the handler of its revision, within its limits.
func (h *HTTP) serve(w http.ResponseWriter, r *http.Request) {
	isStream := r.Method == http.MethodGet || r.Header.Get(methodHeader) == listenMethod
	release, ok := h.limiter.take(grantOf(r).ID, isStream, h.server.options.Now())
	if !ok {
		w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
		http.Error(w, "too many requests of this credential: try again later", http.StatusTooManyRequests)
		return
	}
	defer release()
	if isStream {
		ctx, cancel := h.whileValid(r)
		defer cancel()
		r = r.WithContext(ctx)
	}
	stateless, err := h.isStateless(w, r)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		http.Error(w, "the request is too large", http.StatusRequestEntityTooLarge)
	case err != nil:
		http.Error(w, "the request can't be read", http.StatusBadRequest)
	case stateless:
		h.stateless.ServeHTTP(w, r)
	default:
		h.serveSession(w, r)
	}
}

// isStateless tells a request of a revision without sessions: by its header,
// or, where that is missing, by what it says of itself.
func (h *HTTP) isStateless(w http.ResponseWriter, r *http.Request) (bool, error) {
	version := r.Header.Get(versionHeader)
	if version != "" || r.Method != http.MethodPost || r.Header.Get(sessionHeader) != "" {
		return version >= firstStateless, nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.options.MaxBody))
	if err != nil {
		return false, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var message struct {
		Params struct {
			Meta map[string]any `json:"_meta"`
		} `json:"params"`
	}
	if json.Unmarshal(body, &message) != nil {
		return false, nil // no object: the handler says what it thinks of it
	}
	own, _ := message.Params.Meta[mcp.MetaKeyProtocolVersion].(string)
	return own >= firstStateless, nil
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
