package tokenfile

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"rag-context/rag"
)

// Token is what is kept of a token: all but the token.
type Token struct {
	ID     string `json:"id"` // no secret
	Name   string `json:"name"`
	Hash   string `json:"hash,omitempty"` // hexadecimal SHA-256
	Tenant string `json:"tenant"`
	// Collections limits it to these; null is no limit.
	Collections []string   `json:"collections"`
	Write       bool       `json:"write"`
	Created     time.Time  `json:"created"`
	Expires     *time.Time `json:"expires"` // null is never
}

// Prefix begins every token, so that people and scanners know one.
const Prefix = "ragc_"

const (
	secretBytes = 32
	idBytes     = 5
	maxName     = 64 // bytes
)

// Create makes a token that gives a scope to whoever holds it, from expires on
// no more; the zero time is never. The secret is returned and not kept.
func (f *File) Create(ctx context.Context, name string, scope rag.Scope, expires time.Time, random io.Reader) (Token, string, error) {
	if name == "" || len(name) > maxName {
		return Token{}, "", &rag.RequestError{Field: "name", Problem: fmt.Sprintf("must be 1 to %d bytes", maxName)}
	}
	bits := make([]byte, secretBytes+idBytes)
	if _, err := io.ReadFull(random, bits); err != nil {
		return Token{}, "", fmt.Errorf("make token: %w", err)
	}
	secret := Prefix + base64.RawURLEncoding.EncodeToString(bits[:secretBytes])
	token := Token{
		ID: hex.EncodeToString(bits[secretBytes:]), Name: name, Hash: hashOf(secret), Tenant: scope.Tenant().String(),
		Collections: scope.Collections(), Write: scope.MayWrite(), Created: f.now().UTC().Truncate(time.Second),
	}
	if !expires.IsZero() {
		expires = expires.UTC().Truncate(time.Second)
		token.Expires = &expires
	}
	err := f.change(ctx, func(c *contents) error {
		if slices.ContainsFunc(c.Tokens, func(other Token) bool { return other.Name == name || other.ID == token.ID }) {
			return fmt.Errorf("token %q %w", name, rag.ErrExists)
		}
		c.Tokens = append(c.Tokens, token)
		return nil
	})
	return token, secret, err
}

// List returns the tokens, the oldest first.
func (f *File) List() ([]Token, error) {
	known, err := f.read()
	return slices.Clone(known.Tokens), err
}

// Revoke takes the token of that id or name away; [rag.ErrNotFound] where there
// is none.
func (f *File) Revoke(ctx context.Context, which string) (Token, error) {
	var revoked Token
	err := f.change(ctx, func(c *contents) error {
		at := slices.IndexFunc(c.Tokens, func(token Token) bool { return token.ID == which || token.Name == which })
		if at < 0 {
			return fmt.Errorf("token %.80q: %w", which, rag.ErrNotFound)
		}
		revoked = c.Tokens[at]
		c.Tokens = slices.Delete(c.Tokens, at, at+1)
		return nil
	})
	return revoked, err
}

// Authenticate returns what a token grants; [rag.ErrUnauthorized] for any text
// that is no valid token.
func (f *File) Authenticate(_ context.Context, secret string) (rag.Grant, error) {
	if !strings.HasPrefix(secret, Prefix) {
		return rag.Grant{}, rag.ErrUnauthorized
	}
	known, err := f.read()
	if err != nil {
		return rag.Grant{}, err
	}
	hash := []byte(hashOf(secret))
	for _, token := range known.Tokens {
		if subtle.ConstantTimeCompare(hash, []byte(token.Hash)) == 1 {
			return token.grant(f.now())
		}
	}
	return rag.Grant{}, rag.ErrUnauthorized
}

func (t Token) grant(now time.Time) (rag.Grant, error) {
	grant := rag.Grant{ID: t.ID}
	if t.Expires != nil {
		grant.Expires = *t.Expires
	}
	if t.Expired(now) {
		return rag.Grant{}, rag.ErrUnauthorized
	}
	tenant, err := rag.ParseTenant(t.Tenant)
	if err == nil {
		grant.Scope, err = rag.NewScope(tenant, rag.ScopeOptions{Collections: t.Collections, Write: t.Write})
	}
	return grant, err
}

// Expired reports whether the token's time is over.
func (t Token) Expired(now time.Time) bool { return t.Expires != nil && !now.Before(*t.Expires) }

func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

func (f *File) now() time.Time {
	if f.Now == nil {
		return time.Now()
	}
	return f.Now()
}
