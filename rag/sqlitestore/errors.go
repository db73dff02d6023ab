package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/ncruces/go-sqlite3"

	"rag-context/rag"
)

// translate turns SQLite's errors into the domain's, by code. The original
// stays in the chain for tests and debugging; its text, which may hold SQL,
// does not.
func translate(operation string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sqlite3.INTERRUPT) {
		return fmt.Errorf("%s: %w", operation, context.Canceled)
	}
	for _, row := range translations {
		if errors.Is(err, row.code) {
			return &storeError{operation: operation, meaning: row.meaning, cause: err}
		}
	}
	if errors.Is(err, rag.ErrNotFound) || errors.Is(err, rag.ErrExists) || errors.Is(err, rag.ErrCorrupt) {
		return err // says all there is to say
	}
	var code sqlite3.ExtendedErrorCode // which SQLite also returns bare, as for a commit on a full disk
	if errors.As(err, &code) || isScanError(err) {
		return &storeError{operation: operation, meaning: unexpected(err), cause: err}
	}
	return fmt.Errorf("%s: %w", operation, err)
}

// unexpected is what an error means that our own statements can't cause on a
// sound file and disk.
func unexpected(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return rag.ErrNoSpace
	case errors.Is(err, sqlite3.IOERR):
		return errDisk
	}
	return rag.ErrCorrupt
}

// isScanError reports a column that holds another type than we wrote.
func isScanError(err error) bool { return strings.HasPrefix(err.Error(), "sql: Scan error") }

var translations = []struct {
	code    sqlite3.ErrorCode
	meaning error
}{
	{sqlite3.BUSY, rag.ErrBusy},
	{sqlite3.LOCKED, rag.ErrBusy},
	{sqlite3.READONLY, rag.ErrReadOnly},
	{sqlite3.CANTOPEN, rag.ErrReadOnly},
	{sqlite3.PERM, rag.ErrReadOnly},
	{sqlite3.CORRUPT, rag.ErrCorrupt},
	{sqlite3.NOTADB, rag.ErrCorrupt},
	{sqlite3.FULL, rag.ErrNoSpace},
}

var errDisk = errors.New("the disk can't be read or written, or is full")

// storeError is a failure of SQLite with its meaning to the domain.
type storeError struct {
	operation string
	meaning   error
	cause     error
}

func (e *storeError) Error() string   { return e.operation + ": " + e.meaning.Error() }
func (e *storeError) Unwrap() []error { return []error{e.meaning, e.cause} }
