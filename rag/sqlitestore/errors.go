package sqlitestore

import (
	"context"
	"errors"
	"fmt"

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
	if errors.Is(err, rag.ErrNotFound) || errors.Is(err, rag.ErrExists) {
		return err // says all there is to say
	}
	return fmt.Errorf("%s: %w", operation, err)
}

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
	{sqlite3.FULL, errDiskFull},
}

var errDiskFull = errors.New("the disk is full")

// storeError is a failure of SQLite with its meaning to the domain.
type storeError struct {
	operation string
	meaning   error
	cause     error
}

func (e *storeError) Error() string   { return e.operation + ": " + e.meaning.Error() }
func (e *storeError) Unwrap() []error { return []error{e.meaning, e.cause} }
