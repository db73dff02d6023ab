package main

import (
	"path/filepath"
	"testing"
	"time"

	"rag-context/rag"
	"rag-context/rag/sqlitestore"

	"rag-context/rag/ragtest"
)

// TestKilledSync kills a sync at once, as a power cut would: the index holds
// whole documents, answers, and the next sync does the rest.
func TestKilledSync(t *testing.T) {
	u := newUser(t)
	source := ragtest.GoRoot(t, "src", "net")
	killed := u.command("add", source, "--name", "net")
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	engine := sqlitestore.Engine{Folder: filepath.Join(u.home, "xdg_data_home", "rag-context", "tenants")}
	for stored := 0; stored == 0; {
		time.Sleep(time.Millisecond) // the writer is another process: all there is to do is look again
		stored = documentsIn(t, engine)
	}
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := killed.Wait(); err == nil {
		t.Fatal("the sync ended before it was killed: take a larger source")
	}

	half := ask[rag.Status](u, "status", "--json").Collections[0]
	if half.SyncedAt != nil || half.Documents == 0 {
		t.Fatalf("after the kill: %+v", half)
	}
	u.run("search", "--no-sync", "dial")
	type report struct{ Collections []rag.SyncReport }
	resumed := ask[report](u, "sync", "--json").Collections[0]
	if resumed.Unchanged < half.Documents || resumed.Added == 0 || resumed.Changed != 0 {
		t.Errorf("the next sync: %+v, with %d documents there already", resumed, half.Documents)
	}

	other := newUser(t)
	other.run("add", source, "--name", "net")
	want, got := ask[rag.Status](other, "status", "--json").Collections[0], ask[rag.Status](u, "status", "--json").Collections[0]
	if got.Documents != want.Documents || got.Passages != want.Passages || got.Skipped != want.Skipped {
		t.Errorf("resumed: %+v\nat one go: %+v", got, want)
	}
}

// documentsIn counts the default tenant's documents, 0 while there is no index.
func documentsIn(t *testing.T, engine rag.Engine) int {
	t.Helper()
	tenant, err := rag.ParseTenant(rag.DefaultTenant)
	if err != nil {
		t.Fatal(err)
	}
	store, err := engine.Open(t.Context(), tenant, rag.AccessRead)
	if err != nil {
		return 0
	}
	defer store.Close()
	states, err := store.Collections(t.Context())
	if err != nil || len(states) == 0 {
		return 0
	}
	return states[0].Documents
}
