package sqlitestore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/gofrs/flock"

	"rag-context/rag"
)

// Store is one tenant's index.
type Store struct {
	db       *sql.DB
	tenant   rag.Tenant
	base     string      // path of its files, without their endings
	file     fs.FileInfo // what was its index when it was opened
	readOnly bool
	// candidates is [Engine.Candidates], with its default.
	candidates int64
}

var (
	_ rag.Store  = (*Store)(nil)
	_ rag.Leaver = (*Store)(nil)
)

// Tenant implements [rag.Store].
func (s *Store) Tenant() rag.Tenant { return s.tenant }

// Close implements [rag.Store].
func (s *Store) Close() error { return translate("close index", s.db.Close()) }

// Current implements [rag.Leaver].
func (s *Store) Current() bool {
	now, err := os.Stat(s.base + ".db")
	return err == nil && os.SameFile(now, s.file)
}

// lockRetry is how often a waiting sync looks again.
const lockRetry = 50 * time.Millisecond

// locks are the endings of the files that stand for rights, and what who has
// one is at.
var locks = map[rag.Right]struct{ ending, work string }{
	rag.RightToSync:    {".lock", "a sync"},
	rag.RightToLearn:   {".learn.lock", "learning"},
	rag.RightToBeAlone: {".alone.lock", "learning in the background"},
}

// Lock implements [rag.Store] with a lock of the operating system, which ends
// with the process however that ends.
func (s *Store) Lock(ctx context.Context, right rag.Right, wait bool) (release func(), err error) {
	if s.readOnly {
		return nil, fmt.Errorf("lock index: %w", rag.ErrReadOnly)
	}
	lock := flock.New(s.base+locks[right].ending, flock.SetPermissions(0o600))
	locked, err := lock.TryLock()
	if err == nil && !locked && wait {
		locked, err = lock.TryLockContext(ctx, lockRetry)
	}
	switch {
	case locked:
		return func() { _ = lock.Close() }, nil
	case err == nil, ctx.Err() != nil:
		return nil, errors.Join(fmt.Errorf("%w: %s is under way", rag.ErrBusy, locks[right].work), ctx.Err())
	}
	return nil, fmt.Errorf("lock index: %w: %w", rag.ErrReadOnly, err)
}

// write runs change in one transaction.
func (s *Store) write(ctx context.Context, operation string, change func(*sql.Tx) error) (err error) {
	if s.readOnly {
		return fmt.Errorf("%s: %w", operation, rag.ErrReadOnly)
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return translate(operation, err)
	}
	defer func() { err = errors.Join(err, rollback(tx)) }()
	if err := change(tx); err != nil {
		return translate(operation, err)
	}
	return translate(operation, tx.Commit())
}

// read runs look on one snapshot.
func (s *Store) read(ctx context.Context, operation string, look func(*sql.Tx) error) (err error) {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return translate(operation, err)
	}
	defer func() { err = errors.Join(err, rollback(tx)) }()
	return translate(operation, look(tx))
}

// texts is a list of strings as a JSON column.
type texts []string

func (t texts) column() string {
	if len(t) == 0 {
		return "[]"
	}
	encoded, err := json.Marshal([]string(t))
	if err != nil {
		panic(err) // strings always encode
	}
	return string(encoded)
}

// Scan implements [sql.Scanner].
func (t *texts) Scan(value any) error {
	text, _ := value.(string)
	if text == "[]" || text == "" {
		*t = nil
		return nil
	}
	return json.Unmarshal([]byte(text), (*[]string)(t))
}

// nanoseconds is a time as a column; the zero time is null.
func nanoseconds(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixNano()
}

func timeOf(column sql.NullInt64) time.Time {
	if !column.Valid {
		return time.Time{}
	}
	return time.Unix(0, column.Int64).UTC()
}
