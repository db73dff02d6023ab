package rag_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"rag-context/rag"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
)

// shelf is a library over sources in memory and a real SQLite file.
type shelf struct {
	t       *testing.T
	engine  rag.Engine
	sources map[string]*ragtest.MemorySource
	now     time.Time

	embedding rag.Embedding
	reranking rag.Reranking
}

func newShelf(t *testing.T) *shelf {
	return &shelf{
		t: t, engine: sqlitestore.Engine{Folder: t.TempDir()}, sources: map[string]*ragtest.MemorySource{},
		now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC),
	}
}

func (s *shelf) options() rag.LibraryOptions {
	return rag.LibraryOptions{
		OpenSource: func(c rag.Collection) (rag.Source, error) { return s.sources[c.Location], nil },
		Extractor:  ragtest.Lines{},
		Now:        func() time.Time { return s.now },
		Refresh:    rag.RefreshOptions{Time: time.Minute},
		Embedding:  s.embedding,
		Reranking:  s.reranking,
	}
}

// open opens the tenant's library with all rights.
func (s *shelf) open(tenant string, collections ...string) *rag.Library {
	s.t.Helper()
	return s.openAs(tenant, rag.ScopeOptions{Write: true}, collections...)
}

// openAs opens a library of that scope, its collections made first.
func (s *shelf) openAs(tenant string, options rag.ScopeOptions, collections ...string) *rag.Library {
	s.t.Helper()
	library, err := rag.OpenLibrary(s.t.Context(), s.engine, s.scope(tenant, options), options.Write, s.options())
	s.must(err)
	s.t.Cleanup(func() { s.must(library.Close()) })
	for _, name := range collections {
		s.must(library.Add(s.t.Context(), rag.Collection{Name: name, Kind: "memory", Location: tenant + "/" + name}))
		s.source(tenant, name)
	}
	return library
}

func (s *shelf) scope(tenant string, options rag.ScopeOptions) rag.Scope {
	s.t.Helper()
	scope, err := rag.NewScope(ragtest.Tenant(s.t, tenant), options)
	s.must(err)
	return scope
}

func (s *shelf) source(tenant, collection string) *ragtest.MemorySource {
	location := tenant + "/" + collection
	if s.sources[location] == nil {
		s.sources[location] = &ragtest.MemorySource{}
	}
	return s.sources[location]
}

func (s *shelf) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *shelf) sync(library *rag.Library) []rag.SyncReport {
	s.t.Helper()
	reports, err := rag.Sync(s.t.Context(), library, rag.SyncOptions{})
	s.must(err)
	for i := range reports {
		reports[i].Elapsed = 0
	}
	return reports
}

func (s *shelf) query(library *rag.Library, request rag.Request) rag.Result {
	s.t.Helper()
	result, err := rag.Query(s.t.Context(), library, request)
	s.must(err)
	return result
}

func paths(result rag.Result) []string {
	found := []string{}
	for _, passage := range result.Passages {
		found = append(found, passage.Collection+"/"+passage.Path)
	}
	return found
}

func codes(result rag.Result) []string {
	list := []string{}
	for _, diagnostic := range result.Diagnostics {
		list = append(list, diagnostic.Code)
	}
	return list
}

func TestTenantNames(t *testing.T) {
	for _, name := range []string{"a", "default", "0", "team-a_1", string(make63())} {
		if tenant, err := rag.ParseTenant(name); err != nil || tenant.String() != name {
			t.Errorf("%q: %v, %v", name, tenant, err)
		}
	}
	for _, name := range []string{"", "A", "-a", "_a", "a.b", "a/b", "../a", "a b", "ä", "a\x00", string(make63()) + "x"} {
		if tenant, err := rag.ParseTenant(name); !errors.Is(err, rag.ErrInvalidTenant) || !tenant.IsZero() {
			t.Errorf("%q was taken for a tenant", name)
		}
	}
}

func make63() []byte {
	name := make([]byte, rag.MaxTenantName)
	for i := range name {
		name[i] = 'a'
	}
	return name
}

func TestScopeOnlyNarrows(t *testing.T) {
	s := newShelf(t)
	if _, err := rag.NewScope(rag.Tenant{}, rag.ScopeOptions{Write: true}); !errors.Is(err, rag.ErrInvalidTenant) {
		t.Errorf("scope of the zero tenant: %v", err)
	}
	var zero rag.Scope
	if zero.Allows("notes") || zero.MayWrite() {
		t.Error("the zero scope allows something")
	}
	all := s.scope("alice", rag.ScopeOptions{Write: true})
	none := s.scope("alice", rag.ScopeOptions{Collections: []string{}})
	one := all.Narrow([]string{"notes"})
	for _, test := range []struct {
		name        string
		scope       rag.Scope
		notes, code bool
	}{
		{"all", all, true, true},
		{"empty list", none, false, false},
		{"narrowed", one, true, false},
		{"narrowed to what it has not", one.Narrow([]string{"code"}), false, false},
		{"narrowed to all it was", one.Narrow([]string{"code", "notes"}), true, false},
		{"nothing stays nothing", none.Narrow([]string{"notes"}), false, false},
	} {
		if test.scope.Allows("notes") != test.notes || test.scope.Allows("code") != test.code {
			t.Errorf("%s: allows notes %v, code %v", test.name, test.scope.Allows("notes"), test.scope.Allows("code"))
		}
	}
	if all.ReadOnly().MayWrite() || !one.MayWrite() {
		t.Error("the right to write is not kept or not taken")
	}
}

func TestUnknownTenant(t *testing.T) {
	s := newShelf(t)
	_, err := rag.OpenLibrary(t.Context(), s.engine, s.scope("nobody", rag.ScopeOptions{Write: true}), false, s.options())
	if !errors.Is(err, rag.ErrUnknownTenant) {
		t.Errorf("opening an unknown tenant: %v", err)
	}
	_, err = rag.OpenLibrary(t.Context(), s.engine, s.scope("nobody", rag.ScopeOptions{}), true, s.options())
	if !errors.Is(err, rag.ErrForbidden) {
		t.Errorf("creating with a scope that may not write: %v", err)
	}
	_, err = rag.OpenLibrary(t.Context(), s.engine, rag.Scope{}, false, s.options())
	if !errors.Is(err, rag.ErrInvalidTenant) {
		t.Errorf("opening with the zero scope: %v", err)
	}
	if tenants, err := s.engine.Tenants(t.Context()); err != nil || len(tenants) != 0 {
		t.Errorf("asking made tenants %v, %v", tenants, err)
	}
}

// TestScopeHoldsEverywhere asks for a collection outside the scope by every way
// there is; each answers as if it did not exist.
func TestScopeHoldsEverywhere(t *testing.T) {
	s := newShelf(t)
	owner := s.open("alice", "public", "secret")
	s.source("alice", "public").Set("a.txt", "the canary sings in the open", s.now)
	s.source("alice", "secret").Set("b.txt", "the canary has a secret", s.now)
	s.sync(owner)
	secret := s.query(owner, rag.Request{Question: "secret canary"}).Passages[0]
	if secret.Collection != "secret" {
		t.Fatalf("the owner's best passage is of %s", secret.Collection)
	}

	guest := s.openAs("alice", rag.ScopeOptions{Collections: []string{"public"}})
	result := s.query(guest, rag.Request{Question: "secret canary"})
	if got := paths(result); len(got) != 1 || got[0] != "public/a.txt" || len(result.Coverage) != 1 {
		t.Errorf("the guest sees %v, coverage %v", got, result.Coverage)
	}
	asks := map[string]func() error{
		"query": func() error {
			_, err := rag.Query(t.Context(), guest, rag.Request{Question: "canary", Collections: []string{"secret"}})
			return err
		},
		"read passage":  func() error { return readError(t.Context(), guest, secret.ID) },
		"read document": func() error { return readError(t.Context(), guest, secret.Document) },
		"read path":     func() error { return readError(t.Context(), guest, "secret/b.txt") },
		"skipped":       func() error { _, err := guest.Skipped(t.Context(), "secret"); return err },
		"status":        func() error { _, err := guest.Status(t.Context(), []string{"secret"}); return err },
		"remove":        func() error { return guest.Remove(t.Context(), "secret") },
	}
	for name, ask := range asks {
		if err := ask(); !errors.Is(err, rag.ErrNotFound) {
			t.Errorf("%s outside the scope: got %v, want ErrNotFound", name, err)
		}
	}
	for name, err := range map[string]error{
		"add":    guest.Add(t.Context(), rag.Collection{Name: "public2"}),
		"remove": guest.Remove(t.Context(), "public"),
	} {
		if !errors.Is(err, rag.ErrForbidden) {
			t.Errorf("%s with a scope that only reads: %v", name, err)
		}
	}
	if _, err := rag.Sync(t.Context(), guest, rag.SyncOptions{}); !errors.Is(err, rag.ErrForbidden) {
		t.Errorf("sync with a scope that only reads: %v", err)
	}
}

func readError(ctx context.Context, library *rag.Library, name string) error {
	_, err := rag.Read(ctx, library, rag.Reference{Name: name})
	return err
}

// checkSums holds that the parts of each score add up to it.
func checkSums(t *testing.T, result rag.Result) {
	t.Helper()
	for _, passage := range result.Passages {
		checkSum(t, passage.ID, passage.Score, passage.Explanation)
	}
}

func checkSum(t *testing.T, passage string, score float64, parts []rag.Part) {
	t.Helper()
	sum := 0.0
	for _, part := range parts {
		sum += part.Score
	}
	if math.Abs(sum-score) > 1e-9 {
		t.Errorf("%s: the parts %v don't add up to %v", passage, parts, score)
	}
}
