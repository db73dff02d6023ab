package tokenfile_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/ragtest"
	"rag-context/transport/tokenfile"
)

var start = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func newFile(t *testing.T) (*tokenfile.File, *time.Time) {
	now := start
	return &tokenfile.File{Path: filepath.Join(t.TempDir(), "data", "tokens.json"), Now: func() time.Time { return now }}, &now
}

func scope(t *testing.T, tenant string, options rag.ScopeOptions) rag.Scope {
	t.Helper()
	scope, err := rag.NewScope(ragtest.Tenant(t, tenant), options)
	if err != nil {
		t.Fatal(err)
	}
	return scope
}

func TestTokens(t *testing.T) {
	file, now := newFile(t)
	for _, test := range []struct {
		name    string
		scope   rag.Scope
		expires time.Time
	}{
		{"all", scope(t, "alice", rag.ScopeOptions{Write: true}), time.Time{}},
		{"some", scope(t, "alice", rag.ScopeOptions{Collections: []string{"notes", "mail"}}), start.Add(time.Hour)},
		{"nothing", scope(t, "bob", rag.ScopeOptions{Collections: []string{}}), start.Add(time.Hour)},
	} {
		token, secret, err := file.Create(t.Context(), test.name, test.scope, test.expires, rand.Reader)
		if err != nil || !strings.HasPrefix(secret, tokenfile.Prefix) || len(secret) < 40 {
			t.Fatalf("%s: %q, %v", test.name, secret, err)
		}
		grant, err := file.Authenticate(t.Context(), secret)
		if err != nil || grant.Scope.Key() != test.scope.Key() || grant.ID != token.ID || !grant.Expires.Equal(test.expires) {
			t.Errorf("%s: grants %+v, %v", test.name, grant, err)
		}
		for _, wrong := range []string{secret + "x", secret[:len(secret)-1], strings.ToUpper(secret), token.Hash, token.ID, ""} {
			if _, err := file.Authenticate(t.Context(), wrong); !errors.Is(err, rag.ErrUnauthorized) {
				t.Errorf("%s: %q: %v", test.name, wrong, err)
			}
		}
		data, err := os.ReadFile(file.Path)
		if err != nil || bytes.Contains(data, []byte(secret)) {
			t.Errorf("the file holds the secret of %s, %v", test.name, err)
		}
		if !test.expires.IsZero() {
			*now = test.expires
			if _, err := file.Authenticate(t.Context(), secret); !errors.Is(err, rag.ErrUnauthorized) {
				t.Errorf("%s when it has expired: %v", test.name, err)
			}
			*now = start
		}
	}
	if _, _, err := file.Create(t.Context(), "all", scope(t, "bob", rag.ScopeOptions{}), time.Time{}, rand.Reader); !errors.Is(err, rag.ErrExists) {
		t.Errorf("a name in use: %v", err)
	}
	if info, err := os.Stat(file.Path); err != nil || info.Size() == 0 {
		t.Errorf("file: %v, %v", info, err)
	}
}

// TestRevoked: a token that another process revokes counts no more, at once.
func TestRevoked(t *testing.T) {
	file, _ := newFile(t)
	_, secret, err := file.Create(t.Context(), "laptop", scope(t, "alice", rag.ScopeOptions{}), time.Time{}, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Authenticate(t.Context(), secret); err != nil {
		t.Fatal(err)
	}
	other := &tokenfile.File{Path: file.Path}
	if _, err := other.Revoke(t.Context(), "laptop"); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Authenticate(t.Context(), secret); !errors.Is(err, rag.ErrUnauthorized) {
		t.Errorf("a revoked token: %v", err)
	}
	if _, err := file.Revoke(t.Context(), "laptop"); !errors.Is(err, rag.ErrNotFound) {
		t.Errorf("revoked twice: %v", err)
	}
}

// TestConcurrent makes tokens through several files, as processes do.
func TestConcurrent(t *testing.T) {
	file, _ := newFile(t)
	all := scope(t, "alice", rag.ScopeOptions{})
	var makers sync.WaitGroup
	for i := range 10 {
		makers.Go(func() {
			own := &tokenfile.File{Path: file.Path}
			if _, _, err := own.Create(t.Context(), fmt.Sprintf("t%d", i), all, time.Time{}, rand.Reader); err != nil {
				t.Error(err)
			}
		})
	}
	makers.Wait()
	tokens, err := file.List()
	if err != nil || len(tokens) != 10 {
		t.Errorf("%d tokens, %v", len(tokens), err)
	}
}

// TestDamaged: a file that can't be read lets nobody in, and says so.
func TestDamaged(t *testing.T) {
	file, _ := newFile(t)
	if err := os.MkdirAll(filepath.Dir(file.Path), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Authenticate(t.Context(), tokenfile.Prefix+"x"); !errors.Is(err, rag.ErrUnauthorized) {
		t.Errorf("without a file: %v", err)
	}
	if err := os.WriteFile(file.Path, []byte(`{"tokens":[{"id":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Authenticate(t.Context(), tokenfile.Prefix+"x"); err == nil || errors.Is(err, rag.ErrUnauthorized) {
		t.Errorf("a damaged file: %v", err)
	}
	tampered := `{"tokens":[{"id":"1","name":"n","hash":"` + "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865" + `","tenant":"../x"}]}`
	if err := os.WriteFile(file.Path, []byte(tampered), 0o600); err != nil {
		t.Fatal(err)
	}
	if grant, err := file.Authenticate(t.Context(), tokenfile.Prefix+"x"); err == nil {
		t.Errorf("a tenant that is none: %+v", grant)
	}
	if diff := cmp.Diff([]tokenfile.Token(nil), list(t, &tokenfile.File{Path: filepath.Join(t.TempDir(), "none")})); diff != "" {
		t.Error(diff)
	}
}

func list(t *testing.T, file *tokenfile.File) []tokenfile.Token {
	t.Helper()
	tokens, err := file.List()
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}
