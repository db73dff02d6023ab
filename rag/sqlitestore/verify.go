package sqlitestore

import (
	"context"
	"fmt"

	"rag-context/rag"
)

var _ rag.Verifier = (*Store)(nil)

// Verify implements [rag.Verifier]. SQLite reads each page of the file and each
// list of terms, but does not compare tables with their indexes.
func (s *Store) Verify(ctx context.Context) error {
	const operation = "verify index"
	var found string
	if err := s.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil {
		return translate(operation, err)
	}
	if found != "ok" {
		return fmt.Errorf("%s: %w", operation, rag.ErrCorrupt)
	}
	return nil
}
