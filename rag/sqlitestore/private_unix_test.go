//go:build unix

package sqlitestore_test

import (
	"os"
	"path/filepath"
	"testing"

	"rag-context/rag"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
)

// TestFilesArePrivate looks at the files while they are in use, in a folder
// that was there before and open to all.
func TestFilesArePrivate(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "tenants")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	engine := sqlitestore.Engine{Folder: folder}
	for _, access := range []rag.Access{rag.AccessCreate, rag.AccessWrite} {
		store, err := engine.Open(t.Context(), ragtest.Tenant(t, "alice"), access)
		if err != nil {
			t.Fatal(err)
		}
		if err := store.AddCollection(t.Context(), rag.Collection{Name: "c" + string(rune('0'+access))}); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(folder, "alice.db*"))
		if err != nil || len(files) != 3 {
			t.Fatalf("files in use are %v, %v", files, err)
		}
		for _, path := range append(files, folder) {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if mode := info.Mode().Perm(); mode&0o077 != 0 {
				t.Errorf("%s has mode %o", filepath.Base(path), mode)
			}
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
