package sqlitestore_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rag-context/rag"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
)

// TestDamagedFile damages an index in many ways. Every answer is right, or says
// in the domain's words that the index is damaged; none shows SQL.
func TestDamagedFile(t *testing.T) {
	folder := t.TempDir()
	engine := sqlitestore.Engine{Folder: folder}
	fill(t, engine)
	path := filepath.Join(folder, "alice.db")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	damaged := 0
	for range 150 {
		bad := append([]byte{}, good...)
		for range 1 + random.IntN(40) {
			bad[random.IntN(len(bad))] ^= byte(1 + random.IntN(255))
		}
		if random.IntN(4) == 0 {
			bad = bad[:random.IntN(len(bad))]
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, err := range useAll(t, engine) {
			if err == nil || errors.Is(err, rag.ErrNotFound) {
				continue
			}
			damaged++
			if known := errors.Is(err, rag.ErrCorrupt) || errors.Is(err, rag.ErrNewerIndex) || errors.Is(err, rag.ErrExists); !known {
				t.Errorf("an error that says nothing: %v", err)
			}
			if text := err.Error(); strings.Contains(text, "SQL") || strings.Contains(text, "sql") || strings.Contains(text, "main.") {
				t.Errorf("an error that shows SQL: %v", err)
			}
		}
		for _, suffix := range []string{"-wal", "-shm"} {
			if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		}
	}
	if damaged == 0 {
		t.Error("no damage was noticed in all that")
	}
}

func fill(t *testing.T, engine sqlitestore.Engine) {
	t.Helper()
	store, err := engine.Open(t.Context(), ragtest.Tenant(t, "alice"), rag.AccessCreate)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.AddCollection(t.Context(), rag.Collection{Name: "notes"}); err != nil {
		t.Fatal(err)
	}
	random, texts := rand.New(rand.NewPCG(5, 6)), map[string]rag.Fields{}
	for i := range 60 {
		batch := rag.Batch{Collection: "notes", Put: []rag.IndexedDocument{randomDocument(random, fmt.Sprintf("d%d", i), texts)}}
		if err := store.Apply(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
	}
}

// useAll does everything that can be done with a store.
func useAll(t *testing.T, engine sqlitestore.Engine) []error {
	t.Helper()
	ctx := t.Context()
	store, err := engine.Open(ctx, ragtest.Tenant(t, "alice"), rag.AccessWrite)
	if err != nil {
		return []error{err}
	}
	defer store.Close()
	_, matchErr := store.Match(ctx, rag.Match{Terms: ragtest.Terms("w1", "w2"), Weights: rag.Weights{Body: 1}, Collections: []string{"notes"}, Limit: 10})
	_, collectionsErr := store.Collections(ctx)
	_, entriesErr := store.Entries(ctx, "notes")
	_, _, documentErr := store.Document(ctx, "d7")
	applyErr := store.Apply(ctx, rag.Batch{Collection: "notes", Remove: []string{"d1", "d2"}})
	removeErr := store.RemoveCollection(ctx, "notes")
	return []error{matchErr, collectionsErr, entriesErr, documentErr, applyErr, removeErr}
}

// TestVerify finds the damage of a page that no question has asked for, and
// nothing in a sound file.
func TestVerify(t *testing.T) {
	folder := t.TempDir()
	engine := sqlitestore.Engine{Folder: folder}
	fill(t, engine)
	if err := verify(t.Context(), t, engine); err != nil {
		t.Errorf("of a sound index: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := verify(cancelled, t, engine); !errors.Is(err, context.Canceled) {
		t.Errorf("without any time: %v", err)
	}
	path := engine.Path(ragtest.Tenant(t, "alice"))
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	bad := append([]byte{}, good...)
	middle := len(bad) / page / 2 * page
	copy(bad[middle:middle+page], strings.Repeat("\xa5", page))
	if err := os.WriteFile(path, bad, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := verify(t.Context(), t, engine); !errors.Is(err, rag.ErrCorrupt) || strings.Contains(err.Error(), folder) {
		t.Errorf("of a damaged index: %v", err)
	}
}

func verify(ctx context.Context, t *testing.T, engine sqlitestore.Engine) error {
	t.Helper()
	store, err := engine.Open(t.Context(), ragtest.Tenant(t, "alice"), rag.AccessRead)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	return store.(rag.Verifier).Verify(ctx)
}
