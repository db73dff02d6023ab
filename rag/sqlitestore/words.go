package sqlitestore

import (
	"context"
	"database/sql"
	"iter"
	"unicode/utf8"

	"rag-context/rag"
)

// FormsFrom implements [rag.Store].
func (s *Store) FormsFrom(ctx context.Context, prefix string) iter.Seq2[rag.Form, error] {
	return func(yield func(rag.Form, error) bool) {
		scan := func(row *sql.Rows) (form rag.Form, err error) {
			err = row.Scan(&form.Text, &form.Passages)
			return form, err
		}
		eachRow(ctx, s.db, "look up words", scan, yield, `SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ? ORDER BY term`, prefix, prefix+string(utf8.MaxRune))
	}
}
