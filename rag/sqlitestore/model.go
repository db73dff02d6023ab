package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"rag-context/rag"
	"rag-context/rag/lexical"
)

// Model implements [rag.ModelStore].
func (s *Store) Model(ctx context.Context) (rag.ModelInfo, error) { return modelInfo(ctx, s.db) }

func modelInfo(ctx context.Context, db queryer) (info rag.ModelInfo, err error) {
	err = db.QueryRowContext(ctx, `SELECT fingerprint, dimensions, description FROM model`).
		Scan(&info.Fingerprint, &info.Dimensions, &info.Description)
	if errors.Is(err, sql.ErrNoRows) {
		return rag.ModelInfo{}, nil
	}
	return info, translate("read model", err)
}

// ReplaceModel implements [rag.ModelStore].
func (s *Store) ReplaceModel(ctx context.Context, info rag.ModelInfo, rows iter.Seq2[string, []byte]) error {
	return s.write(ctx, "store model", func(tx *sql.Tx) error {
		w := newWriter(ctx, tx)
		for _, table := range []string{"model", "model_terms", "vectors"} {
			w.exec(`DELETE FROM ` + table)
		}
		w.exec(`INSERT OR IGNORE INTO without_vector SELECT key FROM passages`)
		w.exec(`INSERT INTO model (fingerprint, dimensions, description) VALUES (?, ?, ?)`, info.Fingerprint, info.Dimensions, info.Description)
		for term, contents := range rows {
			w.exec(`INSERT INTO model_terms (term, contents) VALUES (?, ?)`, term, contents)
		}
		return w.close()
	})
}

// ModelRows implements [rag.ModelStore].
func (s *Store) ModelRows(ctx context.Context, terms []string) (rows map[string][]byte, err error) {
	statement, err := s.db.PrepareContext(ctx, `SELECT contents FROM model_terms WHERE term = ?`)
	if err != nil {
		return nil, translate("read model", err)
	}
	defer func() { err = errors.Join(err, statement.Close()) }()
	rows = map[string][]byte{}
	for _, term := range terms {
		var contents []byte
		switch err := statement.QueryRowContext(ctx, term).Scan(&contents); {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return nil, translate("read model", err)
		default:
			rows[term] = contents
		}
	}
	return rows, nil
}

// EachPassage implements [rag.ModelStore].
func (s *Store) EachPassage(ctx context.Context) iter.Seq2[rag.Passage, error] {
	return func(yield func(rag.Passage, error) bool) {
		rows, err := s.db.QueryContext(ctx, `SELECT d.id, d.language, `+passageColumns+` FROM passages p JOIN documents d ON d.key = p.document ORDER BY p.key`)
		if err != nil {
			yield(rag.Passage{}, translate("read passages", err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			var passage passageRow
			var document string
			var language lexical.Language
			err := rows.Scan(append([]any{&document, &language}, passage.fields()...)...)
			if !yield(passage.value(document, language), translate("read passages", err)) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(rag.Passage{}, translate("read passages", err))
		}
	}
}

// WithoutVector implements [rag.ModelStore].
func (s *Store) WithoutVector(ctx context.Context, limit int) ([]rag.Passage, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT d.id, d.language, `+passageColumns+`
		FROM without_vector w JOIN passages p ON p.key = w.passage JOIN documents d ON d.key = p.document LIMIT ?`, limit)
	return collect("list passages", rows, err, func(row *sql.Rows) (rag.Passage, error) {
		var passage passageRow
		var document string
		var language lexical.Language
		err := row.Scan(append([]any{&document, &language}, passage.fields()...)...)
		return passage.value(document, language), err
	})
}

// PutVectors implements [rag.ModelStore].
func (s *Store) PutVectors(ctx context.Context, fingerprint string, vectors []rag.PassageVector) error {
	return s.write(ctx, "store vectors", func(tx *sql.Tx) error {
		info, err := modelInfo(ctx, tx)
		if err == nil && info.Fingerprint != fingerprint {
			err = fmt.Errorf("model %q: %w", fingerprint, rag.ErrNotFound)
		}
		if err != nil {
			return err
		}
		w := &vectorWriter{writer: newWriter(ctx, tx), dimensions: info.Dimensions, blocks: map[int64][]byte{}}
		for _, vector := range vectors {
			w.put(vector)
		}
		return w.close()
	})
}

// Languages implements [rag.Store].
func (s *Store) Languages(ctx context.Context) ([]lexical.Language, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT DISTINCT language FROM documents ORDER BY language`)
	return collect("list languages", rows, err, func(row *sql.Rows) (language lexical.Language, err error) {
		err = row.Scan(&language)
		return language, err
	})
}
