package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"rag-context/rag"
)

// Collections implements [rag.Store].
func (s *Store) Collections(ctx context.Context) ([]rag.CollectionState, error) {
	rows, err := s.db.QueryContext(ctx, `
		SELECT name, kind, location, tags, include, exclude, synced_at, documents, passages, skipped FROM collections ORDER BY name`)
	return collect("list collections", rows, err, func(row *sql.Rows) (state rag.CollectionState, err error) {
		var synced sql.NullInt64
		err = row.Scan(&state.Name, &state.Kind, &state.Location, (*texts)(&state.Tags), (*texts)(&state.Include),
			(*texts)(&state.Exclude), &synced, &state.Documents, &state.Passages, &state.Skipped)
		state.SyncedAt = timeOf(synced)
		return state, err
	})
}

// collect scans all rows, whose query may have failed with queryErr.
func collect[T any](operation string, rows *sql.Rows, queryErr error, scan func(*sql.Rows) (T, error)) (items []T, err error) {
	if queryErr != nil {
		return nil, translate(operation, queryErr)
	}
	defer func() { err = errors.Join(err, translate(operation, rows.Close())) }()
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, translate(operation, err)
		}
		items = append(items, item)
	}
	return items, translate(operation, rows.Err())
}

// AddCollection implements [rag.Store].
func (s *Store) AddCollection(ctx context.Context, c rag.Collection) error {
	return s.write(ctx, "add collection", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO collections (name, kind, location, tags, include, exclude) VALUES (?, ?, ?, ?, ?, ?)`,
			c.Name, c.Kind, c.Location, texts(c.Tags).column(), texts(c.Include).column(), texts(c.Exclude).column())
		if errors.Is(err, sqlite3.CONSTRAINT_UNIQUE) {
			return fmt.Errorf("collection %q %w", c.Name, rag.ErrExists)
		}
		return err
	})
}

// RemoveCollection implements [rag.Store]. What was removed is gone from the
// file too: people remove what they don't want kept.
func (s *Store) RemoveCollection(ctx context.Context, name string) error {
	err := s.write(ctx, "remove collection", func(tx *sql.Tx) error {
		key, err := collectionKey(ctx, tx, name)
		if err != nil {
			return err
		}
		w := newWriter(ctx, tx)
		for _, document := range w.keys(`SELECT key FROM documents WHERE collection = ?`, key) {
			w.drop(document)
		}
		if err := w.close(); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM collections WHERE key = ?`, key)
		return err
	})
	if err != nil {
		return err
	}
	return s.compact(ctx)
}

// compact makes the file hold nothing but what is in the index. Where somebody
// else is busy with it, that is left to another time.
func (s *Store) compact(ctx context.Context) error {
	for _, statement := range []string{
		`INSERT INTO terms (terms) VALUES ('optimize')`, `VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`,
	} {
		if _, err := s.db.ExecContext(ctx, statement); errors.Is(err, sqlite3.BUSY) {
			return nil
		} else if err != nil {
			return translate("compact index", err)
		}
	}
	return nil
}

// queryer is a database or a transaction.
type queryer interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

func collectionKey(ctx context.Context, db queryer, name string) (key int64, err error) {
	err = db.QueryRowContext(ctx, `SELECT key FROM collections WHERE name = ?`, name).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("collection %q: %w", name, rag.ErrNotFound)
	}
	return key, err
}

// Entries implements [rag.Store].
func (s *Store) Entries(ctx context.Context, collection string) ([]rag.Entry, error) {
	key, err := collectionKey(ctx, s.db, collection)
	if err != nil {
		return nil, translate("list entries", err)
	}
	rows, err := s.db.QueryContext(ctx, `
		SELECT path, size, modified, hash, id, pipeline, '' FROM documents WHERE collection = ?1
		UNION ALL
		SELECT path, size, modified, '', '', pipeline, reason FROM skips WHERE collection = ?1
		ORDER BY path`, key)
	return collect("list entries", rows, err, func(row *sql.Rows) (entry rag.Entry, err error) {
		var modified sql.NullInt64
		err = row.Scan(&entry.Path, &entry.Version.Size, &modified, &entry.Hash, &entry.Document, &entry.Pipeline, &entry.Skip)
		entry.Version.Modified = timeOf(modified)
		return entry, err
	})
}
