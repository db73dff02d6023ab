package sqlitestore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/ncruces/go-sqlite3"

	"rag-context/rag"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// applicationID marks a file as ours ("ragc"), in SQLite's header.
const applicationID = 0x72616763

// latestVersion is the schema version this program writes: the number of
// migrations, the first being 1.
func latestVersion() int { return len(migrations()) }

// migrations returns the names of the migration files in order.
func migrations() []string {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		panic(err) // only a malformed pattern
	}
	return names
}

// schemaVersion returns the file's schema version, 0 for an empty file.
func schemaVersion(ctx context.Context, db interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}) (int, error) {
	var version, application, tables int
	err := db.QueryRowContext(ctx, `SELECT v.user_version, a.application_id, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_user_version v, pragma_application_id a`).Scan(&version, &application, &tables)
	switch {
	case err != nil:
		return 0, translate("read index", err)
	case application != applicationID && tables > 0:
		return 0, fmt.Errorf("%w: it is another program's database", rag.ErrCorrupt)
	case version > latestVersion():
		return 0, fmt.Errorf("%w: it has format %d, this program knows up to %d", rag.ErrNewerIndex, version, latestVersion())
	}
	return version, nil
}

// migrate brings the file to the latest version, each step in one transaction.
// Several processes may try at once: the version is read again under the lock.
func migrate(ctx context.Context, db *sql.DB) error {
	if err := setWAL(ctx, db); err != nil {
		return err
	}
	for {
		done, err := migrateStep(ctx, db)
		if err != nil || done {
			return err
		}
	}
}

// setWAL sets the journal mode. It is the one statement for which SQLite does
// not wait while another process, making the same file, holds it.
func setWAL(ctx context.Context, db *sql.DB) error {
	const pause, attempts = 20 * time.Millisecond, 500
	for attempt := 0; ; attempt++ {
		_, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		if !errors.Is(err, sqlite3.BUSY) || attempt == attempts {
			return translate("prepare index", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func migrateStep(ctx context.Context, db *sql.DB) (done bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, translate("upgrade index", err)
	}
	defer func() { err = errors.Join(err, rollback(tx)) }()
	version, err := schemaVersion(ctx, tx)
	if err != nil || version == latestVersion() {
		return true, err
	}
	script, err := migrationFiles.ReadFile(migrations()[version])
	if err != nil {
		return false, fmt.Errorf("upgrade index: %w", err)
	}
	marks := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, version+1)
	if _, err := tx.ExecContext(ctx, string(script)+marks); err != nil {
		return false, translate("upgrade index", err)
	}
	return false, translate("upgrade index", tx.Commit())
}

// rollback ends a transaction that was not committed.
func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return translate("roll back", err)
	}
	return nil
}
