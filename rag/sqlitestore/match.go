package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"rag-context/rag"
)

// Match implements [rag.Store].
func (s *Store) Match(ctx context.Context, match rag.Match) ([]rag.Hit, error) {
	if len(match.Terms) == 0 || len(match.Collections) == 0 || match.Limit < 1 {
		return nil, nil
	}
	arguments := []any{match.Weights.Title, match.Weights.Heading, match.Weights.Body, expression(match.Terms), match.Limit}
	filter, err := s.collectionFilter(ctx, match.Collections)
	if err != nil {
		return nil, translate("match", err)
	}
	rows, err := s.db.QueryContext(ctx, `
		WITH best AS MATERIALIZED (
			SELECT terms.rowid AS key, bm25(terms, ?1, ?2, ?3) AS cost
			FROM terms `+filter+`
			ORDER BY cost, terms.rowid LIMIT ?5)
		SELECT `+documentColumns+`, `+passageColumns+`, -best.cost
		FROM best JOIN passages p ON p.key = best.key JOIN documents d ON d.key = p.document JOIN collections c ON c.key = d.collection
		ORDER BY best.cost, c.name, d.path, p.ordinal`, arguments...)
	return collect("match", rows, err, func(row *sql.Rows) (hit rag.Hit, err error) {
		var document documentRow
		var passage passageRow
		err = row.Scan(append(append(document.fields(), passage.fields()...), &hit.Score)...)
		hit.Document = document.value()
		hit.Passage = passage.value(hit.Document.ID)
		return hit, err
	})
}

// collectionFilter returns the rest of the inner query: no join at all where
// every collection is searched, as it nearly always is.
func (s *Store) collectionFilter(ctx context.Context, names []string) (string, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT key, name FROM collections`)
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	var keys []string
	total, err := collect("list collections", rows, err, func(row *sql.Rows) (key int64, err error) {
		var name string
		err = row.Scan(&key, &name)
		if wanted[name] {
			keys = append(keys, fmt.Sprint(key))
		}
		return key, err
	})
	if err != nil || len(keys) == len(total) {
		return `WHERE terms MATCH ?4`, err
	}
	return `CROSS JOIN passages p ON p.key = terms.rowid AND p.collection IN (` + strings.Join(keys, ", ") + `) WHERE terms MATCH ?4`, nil
}

// expression is the FTS5 query for passages with any of the terms. Quoted, a
// term is no operator whatever it holds.
func expression(terms []string) string {
	var query strings.Builder
	for i, term := range terms {
		if i > 0 {
			query.WriteString(" OR ")
		}
		query.WriteString(`"` + strings.ReplaceAll(term, `"`, `""`) + `"`)
	}
	return query.String()
}

// Document implements [rag.Store].
func (s *Store) Document(ctx context.Context, id string) (rag.Document, []rag.Passage, error) {
	document, err := s.document(ctx, `d.id = ?`, id)
	if err != nil {
		return rag.Document{}, nil, err
	}
	rows, err := s.db.QueryContext(ctx, `SELECT `+passageColumns+` FROM passages p JOIN documents d ON d.key = p.document
		WHERE d.id = ? ORDER BY p.ordinal`, id)
	passages, err := collect("read document", rows, err, func(row *sql.Rows) (rag.Passage, error) {
		var passage passageRow
		err := row.Scan(passage.fields()...)
		return passage.value(id), err
	})
	return document, passages, err
}

// FindDocument implements [rag.Store].
func (s *Store) FindDocument(ctx context.Context, collection, path string) (rag.Document, error) {
	return s.document(ctx, `c.name = ? AND d.path = ?`, collection, path)
}

func (s *Store) document(ctx context.Context, condition string, arguments ...any) (rag.Document, error) {
	var document documentRow
	err := s.db.QueryRowContext(ctx, `SELECT `+documentColumns+` FROM documents d JOIN collections c ON c.key = d.collection
		WHERE `+condition, arguments...).Scan(document.fields()...)
	if errors.Is(err, sql.ErrNoRows) {
		return rag.Document{}, fmt.Errorf("document: %w", rag.ErrNotFound)
	}
	return document.value(), translate("read document", err)
}
