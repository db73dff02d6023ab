package sqlitestore

import (
	"context"
	"database/sql"
	"iter"

	"rag-context/rag"
)

// fromCollections narrows "documents d" to the collections named in ?1.
const fromCollections = ` FROM documents d JOIN collections c ON c.key = d.collection WHERE c.name IN (SELECT value FROM json_each(?1))`

const (
	documentsByPath = `SELECT ` + documentColumns + fromCollections + `
		AND (?2 = 0 OR (c.name, d.path) > (?3, ?4)) ORDER BY c.name, d.path`
	documentsByTime = `SELECT ` + documentColumns + fromCollections + `
		AND (?2 = 0 OR d.modified < ?3 OR d.modified = ?3 AND d.id > ?4) ORDER BY d.modified DESC, d.id`
)

// Documents implements [rag.Store].
func (s *Store) Documents(ctx context.Context, wanted rag.DocumentRange) iter.Seq2[rag.Document, error] {
	statement, after := documentsByPath, []any{0, "", ""}
	if wanted.Newest {
		statement = documentsByTime
	}
	switch at := wanted.After; {
	case at == nil:
	case wanted.Newest:
		after = []any{1, at.Version.Modified.UnixNano(), at.ID}
	default:
		after = []any{1, at.Collection, at.Path}
	}
	return func(yield func(rag.Document, error) bool) {
		eachRow(ctx, s.db, "list documents", scanDocument, yield, statement, append([]any{texts(wanted.Collections).column()}, after...)...)
	}
}

// Tags implements [rag.Store].
func (s *Store) Tags(ctx context.Context, collections []string) (map[string]int, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT tag, count(*) FROM (SELECT DISTINCT d.key, t.value AS tag`+
		` FROM documents d JOIN collections c ON c.key = d.collection, json_each(d.tags) t WHERE c.name IN (SELECT value FROM json_each(?1))) GROUP BY tag`,
		texts(collections).column())
	counts := map[string]int{}
	_, err = collect("list tags", rows, err, func(row *sql.Rows) (struct{}, error) {
		var tag string
		var documents int
		err := row.Scan(&tag, &documents)
		counts[tag] = documents
		return struct{}{}, err
	})
	return counts, err
}
