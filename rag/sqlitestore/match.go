package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"rag-context/rag"
	"rag-context/rag/lexical"
)

// Match implements [rag.Store].
func (s *Store) Match(ctx context.Context, match rag.Match) (hits []rag.Hit, err error) {
	if len(match.Terms)+len(match.Require) == 0 || len(match.Collections) == 0 || match.Limit < 1 {
		return nil, nil
	}
	err = s.read(ctx, "match", func(tx *sql.Tx) error {
		best, err := s.rank(ctx, tx, match)
		if err != nil {
			return err
		}
		depth, err := depthOf(ctx, tx, best, match)
		if err != nil {
			return err
		}
		hits, err = fetch(ctx, tx, best[:depth])
		return err
	})
	return hits, err
}

// rank returns the best passages' keys and scores.
func (s *Store) rank(ctx context.Context, tx *sql.Tx, match rag.Match) ([]scored, error) {
	facts, err := readFacts(ctx, tx)
	if err != nil {
		return nil, err
	}
	place, err := placeOf(ctx, tx, match.Collections, match.Documents)
	if err != nil {
		return nil, err
	}
	plan, err := newPlan(ctx, tx, match, facts.passages, s.candidates)
	if err != nil || plan.empty() {
		return nil, err
	}
	ranking := newRanking(match, facts, plan)
	ranking.place = place
	_, err = tx.ExecContext(ctx, `SELECT `+rankFunction+`(terms, ?) FROM terms WHERE terms MATCH ?`, sqlite3.Pointer(ranking), plan.expression())
	return ranking.sorted(), err
}

// fetch reads the passages ranked, in their order.
func fetch(ctx context.Context, tx *sql.Tx, best []scored) ([]rag.Hit, error) {
	rows, err := tx.QueryContext(ctx, `SELECT `+hitColumns+` FROM array(?) a CROSS JOIN passages p ON p.key = a.value
		JOIN documents d ON d.key = p.document JOIN collections c ON c.key = d.collection`, sqlite3.Pointer(keysOf(best)))
	hits, err := collect("read passages", rows, err, scanHit)
	if err == nil && len(hits) != len(best) {
		err = fmt.Errorf("%w: a passage is missing", rag.ErrCorrupt)
	}
	for i := range hits {
		hits[i].Score = best[min(i, len(best)-1)].score
	}
	return hits, err
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
		return passage.value(id, document.Language), err
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

// Languages implements [rag.Store]. It goes from one language to the next in
// their index, where DISTINCT would look at every document.
func (s *Store) Languages(ctx context.Context) ([]lexical.Language, error) {
	rows, err := s.db.QueryContext(ctx, `
		WITH RECURSIVE seen (language) AS (
			SELECT min(language) FROM documents
			UNION ALL
			SELECT (SELECT min(language) FROM documents d WHERE d.language > seen.language) FROM seen WHERE seen.language IS NOT NULL
		)
		SELECT language FROM seen WHERE language IS NOT NULL`)
	return collect("list languages", rows, err, func(row *sql.Rows) (language lexical.Language, err error) {
		err = row.Scan(&language)
		return language, err
	})
}
