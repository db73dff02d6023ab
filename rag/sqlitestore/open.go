package sqlitestore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"rag-context/rag"
)

// open opens the file that prepare has seen, bringing its schema up to date.
func (e Engine) open(ctx context.Context, path string, tenant rag.Tenant, access rag.Access) (*Store, error) {
	file, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", errors.Unwrap(err))
	}
	db, err := e.connect(ctx, path, access)
	if err != nil {
		return nil, err
	}
	store := &Store{db: db, tenant: tenant, file: file, base: strings.TrimSuffix(path, ".db"), readOnly: access == rag.AccessRead,
		candidates: int64(cmp.Or(e.Candidates, defaultCandidates))}
	version, err := schemaVersion(ctx, db)
	switch {
	case err != nil:
	case version == latestVersion():
		return store, nil
	case access != rag.AccessRead:
		if err = migrate(ctx, db); err == nil {
			return store, nil
		}
	default:
		return e.upgradeThenRead(ctx, path, tenant, db)
	}
	return nil, errors.Join(err, db.Close())
}

// upgradeThenRead brings an older file up to date, which takes a writer, and
// opens it for reading.
func (e Engine) upgradeThenRead(ctx context.Context, path string, tenant rag.Tenant, old *sql.DB) (*Store, error) {
	if err := old.Close(); err != nil {
		return nil, translate("close index", err)
	}
	writer, err := e.open(ctx, path, tenant, rag.AccessWrite)
	if err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	return e.open(ctx, path, tenant, rag.AccessRead)
}

// connect opens the file. A reader that can't have SQLite's shared memory,
// because the folder is read-only, takes the file for unchanging.
func (e Engine) connect(ctx context.Context, path string, access rag.Access) (*sql.DB, error) {
	if access != rag.AccessRead {
		return e.connectAs(ctx, path, url.Values{"mode": {"rw"}})
	}
	db, err := e.connectAs(ctx, path, url.Values{"mode": {"ro"}})
	if errors.Is(err, sqlite3.CANTOPEN) || errors.Is(err, sqlite3.READONLY) {
		return e.connectAs(ctx, path, url.Values{"mode": {"ro"}, "immutable": {"1"}})
	}
	return db, err
}

func (e Engine) connectAs(ctx context.Context, path string, parameters url.Values) (*sql.DB, error) {
	timeout := cmp.Or(e.BusyTimeout, 5*time.Second)
	parameters.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", timeout.Milliseconds()))
	parameters.Add("_pragma", "foreign_keys(1)")
	parameters.Add("_pragma", "secure_delete(1)") // a deleted file's text is overwritten
	db, err := driver.Open(fileURI(path, parameters), extend)
	if err != nil {
		return nil, translate("open index", err)
	}
	if _, err := schemaVersion(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// fileURI returns SQLite's URI of a file, whatever its path holds
// (https://www.sqlite.org/uri.html).
func fileURI(path string, parameters url.Values) string {
	slashed := filepath.ToSlash(path)
	if filepath.VolumeName(path) != "" {
		slashed = "/" + slashed
	}
	return "file:" + (&url.URL{Path: slashed}).EscapedPath() + "?" + parameters.Encode()
}
