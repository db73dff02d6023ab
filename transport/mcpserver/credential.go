package mcpserver

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"rag-context/rag"
)

// metadataPath is where OAuth clients look for what describes a server.
const metadataPath = "/.well-known/oauth-protected-resource"

const grantKey = "grant" // in the SDK's token info

// authenticated lets requests with a valid token pass, each to the desk of the
// scope that its token grants.
func (h *HTTP) authenticated(next http.Handler) http.Handler {
	options := &auth.RequireBearerTokenOptions{AllowMissingExpiration: true}
	if h.options.Resource != nil {
		options.ResourceMetadataURL = metadataURL(h.options.Resource.Resource)
	}
	atDesk := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		grant := grantOf(r)
		desk := h.server.desks.sit(h.server, grant.Scope)
		defer desk.leave()
		next.ServeHTTP(w.(*challenger).ResponseWriter, r.WithContext(context.WithValue(r.Context(), deskKey{}, desk)))
	})
	checked := auth.RequireBearerToken(h.verify, options)(atDesk)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		checked.ServeHTTP(&challenger{ResponseWriter: w, ownTokens: h.options.Resource == nil}, r)
	})
}

// challenger says how to authenticate, as a 401 must, where the SDK does not.
type challenger struct {
	http.ResponseWriter
	ownTokens bool // and no authorization server's
	refused   bool
}

// WriteHeader implements [http.ResponseWriter].
func (c *challenger) WriteHeader(status int) {
	if status == http.StatusUnauthorized && c.Header().Get("WWW-Authenticate") == "" {
		c.Header().Set("WWW-Authenticate", `Bearer realm="rag-context"`)
	}
	c.refused = status == http.StatusUnauthorized
	c.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter]: a refusal says where tokens come from.
func (c *challenger) Write(text []byte) (int, error) {
	if c.refused && c.ownTokens {
		if _, err := c.ResponseWriter.Write(append(bytes.TrimSpace(text), ": rag-context token create NAME makes one\n"...)); err != nil {
			return 0, err
		}
		return len(text), nil
	}
	return c.ResponseWriter.Write(text)
}

// verify is the SDK's token verifier.
func (h *HTTP) verify(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	grant, err := h.options.Authenticate(ctx, token)
	switch {
	case errors.Is(err, rag.ErrUnauthorized):
		return nil, auth.ErrInvalidToken
	case err != nil:
		h.server.options.Log.Error("check credential", "problem", err.Error())
		return nil, errors.New("credentials can't be checked now")
	}
	// A session is of a credential and of what that grants: one that is given
	// another scope needs another session.
	user := grant.ID + " " + grant.Scope.Key()
	return &auth.TokenInfo{UserID: user, Expiration: grant.Expires, Extra: map[string]any{grantKey: grant}}, nil
}

func grantOf(r *http.Request) rag.Grant {
	info := auth.TokenInfoFromContext(r.Context())
	if info == nil {
		return rag.Grant{}
	}
	grant, _ := info.Extra[grantKey].(rag.Grant)
	return grant
}

// metadataURL is where a resource's description is, for one at Path.
func metadataURL(resource string) string {
	return strings.TrimSuffix(strings.TrimSuffix(resource, "/"), Path) + metadataPath + Path
}

// whileValid returns a context for a stream, which may outlive its credential:
// it ends when that is not known to be valid any more, and when the server ends.
func (h *HTTP) whileValid(r *http.Request) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(r.Context())
	granted, token := grantOf(r), strings.Fields(r.Header.Get("Authorization"))[1] // as was checked already
	go func() {
		defer cancel()
		ticks := time.NewTicker(h.options.Recheck)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-h.ending.Done():
				return
			case <-ticks.C:
			}
			grant, err := h.options.Authenticate(ctx, token)
			expired := !grant.Expires.IsZero() && grant.Expires.Before(h.server.options.Now())
			if err != nil || expired || grant.Scope.Key() != granted.Scope.Key() {
				return
			}
		}
	}()
	return ctx, cancel
}
