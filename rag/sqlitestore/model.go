package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"rag-context/rag"
)

// Model implements [rag.VectorStore].
func (s *Store) Model(ctx context.Context, space rag.Space) (rag.ModelInfo, error) {
	_, info, err := modelOf(ctx, s.db, space)
	return info, translate("read model", err)
}

// modelOf returns a space's key and its model; zero values where it has none.
func modelOf(ctx context.Context, db queryer, space rag.Space) (key int64, info rag.ModelInfo, err error) {
	err = db.QueryRowContext(ctx, `SELECT key, fingerprint, dimensions, description FROM spaces WHERE name = ?`, string(space)).
		Scan(&key, &info.Fingerprint, &info.Dimensions, &info.Description)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return key, info, err
}

// currentModel is modelOf where the space still has the model of that
// fingerprint.
func currentModel(ctx context.Context, tx *sql.Tx, space rag.Space, fingerprint string) (int64, rag.ModelInfo, error) {
	key, info, err := modelOf(ctx, tx, space)
	if err == nil && info.Fingerprint != fingerprint {
		err = fmt.Errorf("model %q: %w", fingerprint, rag.ErrNotFound)
	}
	return key, info, err
}

// ReplaceModel implements [rag.VectorStore].
func (s *Store) ReplaceModel(ctx context.Context, space rag.Space, info rag.ModelInfo, rows iter.Seq2[string, []byte]) error {
	return s.write(ctx, "store model", func(tx *sql.Tx) error {
		former, _, err := modelOf(ctx, tx, space)
		if err != nil {
			return err
		}
		w := newWriter(ctx, tx)
		for _, table := range []string{"model_terms", "signs", "vectors", "without_vector"} {
			w.exec(`DELETE FROM `+table+` WHERE space = ?`, former)
		}
		w.exec(`DELETE FROM spaces WHERE key = ?`, former)
		key := w.exec(`INSERT INTO spaces (name, fingerprint, dimensions, description) VALUES (?, ?, ?, ?)`,
			string(space), info.Fingerprint, info.Dimensions, append([]byte{}, info.Description...))
		w.exec(`INSERT INTO without_vector (space, passage) SELECT ?, key FROM passages`, key)
		for term, contents := range rows {
			w.exec(`INSERT INTO model_terms (space, term, contents) VALUES (?, ?, ?)`, key, term, contents)
		}
		return w.close()
	})
}

// DescribeModel implements [rag.VectorStore].
func (s *Store) DescribeModel(ctx context.Context, space rag.Space, info rag.ModelInfo) error {
	return s.write(ctx, "describe model", func(tx *sql.Tx) error {
		key, _, err := currentModel(ctx, tx, space, info.Fingerprint)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE spaces SET description = ? WHERE key = ?`, info.Description, key)
		return err
	})
}

// ModelRows implements [rag.VectorStore].
func (s *Store) ModelRows(ctx context.Context, space rag.Space, terms []string) (rows map[string][]byte, err error) {
	statement, err := s.db.PrepareContext(ctx, `SELECT m.contents FROM spaces s JOIN model_terms m ON m.space = s.key WHERE s.name = ? AND m.term = ?`)
	if err != nil {
		return nil, translate("read model", err)
	}
	defer func() { err = errors.Join(err, statement.Close()) }()
	rows = map[string][]byte{}
	for _, term := range terms {
		var contents []byte
		switch err := statement.QueryRowContext(ctx, string(space), term).Scan(&contents); {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return nil, translate("read model", err)
		default:
			rows[term] = contents
		}
	}
	return rows, nil
}

// EachPassage implements [rag.VectorStore].
func (s *Store) EachPassage(ctx context.Context) iter.Seq2[rag.Hit, error] {
	return func(yield func(rag.Hit, error) bool) {
		eachRow(ctx, s.db, "read passages", scanHit, yield, `SELECT `+hitColumns+`
			FROM passages p JOIN documents d ON d.key = p.document JOIN collections c ON c.key = d.collection ORDER BY p.key`)
	}
}

// WithoutVector implements [rag.VectorStore].
func (s *Store) WithoutVector(ctx context.Context, space rag.Space, limit int) ([]rag.Hit, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT `+hitColumns+`
		FROM spaces s JOIN without_vector w ON w.space = s.key JOIN passages p ON p.key = w.passage
		JOIN documents d ON d.key = p.document JOIN collections c ON c.key = d.collection WHERE s.name = ? LIMIT ?`, string(space), limit)
	return collect("list passages", rows, err, scanHit)
}

// CountWithoutVector implements [rag.VectorStore].
func (s *Store) CountWithoutVector(ctx context.Context, space rag.Space) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT count(*) FROM spaces s JOIN without_vector w ON w.space = s.key WHERE s.name = ?`, string(space)).Scan(&n)
	return n, translate("count passages", err)
}

// PutVectors implements [rag.VectorStore].
func (s *Store) PutVectors(ctx context.Context, space rag.Space, fingerprint string, vectors []rag.PassageVector) error {
	return s.write(ctx, "store vectors", func(tx *sql.Tx) error {
		key, info, err := currentModel(ctx, tx, space, fingerprint)
		if err != nil {
			return err
		}
		w := &vectorWriter{writer: newWriter(ctx, tx), space: key, dimensions: info.Dimensions, blocks: map[int64][]byte{}}
		for _, vector := range vectors {
			w.put(vector)
		}
		return w.close()
	})
}
