package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rag-context/rag"
)

// Engine keeps each tenant's index in Folder as "<tenant>.db", with a
// "<tenant>.lock" beside it once a sync has run, and others like it once
// something was learned. The folder is made, private to the user, when the first
// store is.
type Engine struct {
	// Folder holds the files; it must be set.
	Folder string
	// BusyTimeout is how long a writer waits for another one; 0 means 5 s.
	BusyTimeout time.Duration
	// Candidates bounds how many passages a match scores, roughly; 0 means
	// 60,000. Below it every passage with any of the words is scored; a larger
	// store is asked for the passages with the rarer words, and the common ones
	// only add to their scores. What is lost so holds common words alone, which
	// score little.
	Candidates int
}

var _ rag.Engine = Engine{}

// Open implements [rag.Engine].
func (e Engine) Open(ctx context.Context, tenant rag.Tenant, access rag.Access) (rag.Store, error) {
	if tenant.IsZero() {
		return nil, fmt.Errorf("open store: %w: no tenant named", rag.ErrInvalidTenant)
	}
	path := e.Path(tenant)
	if err := e.prepare(path, tenant, access); err != nil {
		return nil, err
	}
	store, err := e.open(ctx, path, tenant, access)
	if err != nil {
		return nil, err
	}
	private(path)
	return store, nil
}

// Path returns the file of a tenant's index, which need not be there.
func (e Engine) Path(tenant rag.Tenant) string { return filepath.Join(e.Folder, tenant.String()+".db") }

// prepare makes sure that the file is there, and that it is the user's alone:
// SQLite would make it with the process's umask.
func (e Engine) prepare(path string, tenant rag.Tenant, access rag.Access) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%w: it is no file", rag.ErrCorrupt)
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %w", rag.ErrReadOnly, errors.Unwrap(err))
	case access != rag.AccessCreate:
		return fmt.Errorf("%w %q", rag.ErrUnknownTenant, tenant)
	}
	return create(path)
}

func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("make index folder: %w: %w", rag.ErrReadOnly, errors.Unwrap(err))
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("make index: %w: %w", rag.ErrReadOnly, errors.Unwrap(err))
	}
	return file.Close()
}

// private makes the folder the user's alone, and the files that SQLite makes
// beside the index with whatever the umask lets through: they hold what it
// holds. Where that is not ours to do, it is left.
func private(path string) {
	if info, err := os.Stat(filepath.Dir(path)); err == nil && info.Mode().Perm()&0o077 != 0 {
		_ = os.Chmod(filepath.Dir(path), 0o700)
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		_ = os.Chmod(path+suffix, 0o600)
	}
}

// Tenants implements [rag.Engine].
func (e Engine) Tenants(context.Context) ([]rag.Tenant, error) {
	entries, err := os.ReadDir(e.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list tenants: %w", errors.Unwrap(err))
	}
	var tenants []rag.Tenant
	for _, entry := range entries {
		name, isIndex := strings.CutSuffix(entry.Name(), ".db")
		if !isIndex {
			continue
		}
		if tenant, err := rag.ParseTenant(name); err == nil {
			tenants = append(tenants, tenant)
		}
	}
	return tenants, nil
}
