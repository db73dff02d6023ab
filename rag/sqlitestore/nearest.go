package sqlitestore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/ncruces/go-sqlite3"

	"rag-context/rag"
	"rag-context/rag/vector"
)

// Of the passages whose signs are nearest so many are ranked by their vectors:
// the exact first 150 of 106,000 passages of real text are among 1,500 but for
// about one in a hundred.
const (
	minCandidates    = 1500
	candidatesPerHit = 10
)

// Nearest implements [rag.VectorStore].
func (s *Store) Nearest(ctx context.Context, nearest rag.Nearest) (hits []rag.Hit, err error) {
	if len(nearest.Vector) == 0 || len(nearest.Collections) == 0 || nearest.Limit < 1 {
		return nil, nil
	}
	err = s.read(ctx, "search vectors", func(tx *sql.Tx) error {
		space, err := spaceOf(ctx, tx, nearest.QuestionVector)
		if err != nil || space == 0 {
			return err
		}
		question := vector.NewQuestion(nearest.Vector)
		candidates, err := scanSigns(ctx, tx, space, question, nearest)
		if err != nil {
			return err
		}
		best, err := products(ctx, tx, space, question, candidates)
		if err != nil {
			return err
		}
		slices.SortFunc(best, func(a, b scored) int {
			return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.key, b.key))
		})
		hits, err = fetch(ctx, tx, best[:min(nearest.Limit, len(best))])
		return err
	})
	return hits, err
}

// spaceOf returns the key of the space that the question's vector is of; 0
// where it has another model by now.
func spaceOf(ctx context.Context, tx *sql.Tx, question rag.QuestionVector) (int64, error) {
	key, info, err := modelOf(ctx, tx, question.Space)
	if info.Fingerprint != question.Fingerprint || info.Dimensions != len(question.Vector) {
		return 0, err
	}
	return key, err
}

// scanSigns returns the passages that may be nearest, by key.
func scanSigns(ctx context.Context, tx *sql.Tx, space int64, question *vector.Question, nearest rag.Nearest) ([]int64, error) {
	facts, err := readFacts(ctx, tx)
	if err != nil {
		return nil, err
	}
	place, err := placeOf(ctx, tx, nearest.Collections, nearest.Documents)
	if err != nil {
		return nil, err
	}
	allowed := func(key int64) bool {
		length, collection := facts.of(key)
		return length > 0 && place.holds(key, collection)
	}
	scan := question.NewScan(max(minCandidates, candidatesPerHit*nearest.Limit))
	size := vector.SignsSize(len(nearest.Vector))
	rows, err := tx.QueryContext(ctx, `SELECT number, contents FROM signs WHERE space = ? ORDER BY number`, space)
	_, err = collect("read vectors", rows, err, func(row *sql.Rows) (struct{}, error) {
		var number int64
		var block sql.RawBytes
		err := row.Scan(&number, &block)
		if err == nil {
			err = checkBlock(block, blockSigns*size)
		}
		if err == nil {
			scan.Block(number*blockSigns, block, allowed)
		}
		return struct{}{}, err
	})
	return scan.Nearest(), err
}

// products returns the passages' cosines with the question; those that have no
// vector are left out.
func products(ctx context.Context, tx *sql.Tx, space int64, question *vector.Question, keys []int64) ([]scored, error) {
	slices.Sort(keys) // as they lie in the file
	rows, err := tx.QueryContext(ctx, `SELECT v.passage, v.contents FROM array(?) a CROSS JOIN vectors v ON v.passage = a.value AND v.space = ?`,
		sqlite3.Pointer(keys), space)
	return collect("read vectors", rows, err, func(row *sql.Rows) (scored, error) {
		var key int64
		var contents sql.RawBytes
		if err := row.Scan(&key, &contents); err != nil {
			return scored{}, err
		}
		if err := checkBlock(contents, vector.RowSize(question.Dimensions())); err != nil {
			return scored{}, err
		}
		return scored{key, float64(question.Product(contents))}, nil
	})
}

// Cosines implements [rag.VectorStore].
func (s *Store) Cosines(ctx context.Context, question rag.QuestionVector, passages []rag.Passage) (cosines map[string]float64, err error) {
	cosines = map[string]float64{}
	if len(question.Vector) == 0 {
		return cosines, nil
	}
	err = s.read(ctx, "read vectors", func(tx *sql.Tx) error {
		space, err := spaceOf(ctx, tx, question)
		if err != nil || space == 0 {
			return err
		}
		ids, err := passageKeys(ctx, tx, passages)
		if err != nil {
			return err
		}
		keys := make([]int64, 0, len(ids))
		for key := range ids {
			keys = append(keys, key)
		}
		all, err := products(ctx, tx, space, vector.NewQuestion(question.Vector), keys)
		for _, one := range all {
			cosines[ids[one.key]] = one.score
		}
		return err
	})
	return cosines, err
}

// passageKeys returns the ids of passages by their keys.
func passageKeys(ctx context.Context, tx *sql.Tx, passages []rag.Passage) (ids map[int64]string, err error) {
	statement, err := tx.PrepareContext(ctx, `SELECT p.key FROM documents d JOIN passages p ON p.document = d.key AND p.ordinal = ? WHERE d.id = ?`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, statement.Close()) }()
	ids = make(map[int64]string, len(passages))
	for _, passage := range passages {
		var key int64
		switch err := statement.QueryRowContext(ctx, passage.Ordinal, passage.Document).Scan(&key); {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return nil, err
		default:
			ids[key] = passage.ID()
		}
	}
	return ids, nil
}
