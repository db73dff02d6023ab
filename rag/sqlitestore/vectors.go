package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"rag-context/rag"
	"rag-context/rag/vector"
)

// blockVectors is how many passages' rows a blob of the vectors table holds, by
// key. A passage without a vector has a row of zeros, which is near nothing.
const blockVectors = 1024

// vectorWriter changes blocks of vectors in one transaction.
type vectorWriter struct {
	*writer
	dimensions int
	blocks     map[int64][]byte
}

func (w *vectorWriter) put(v rag.PassageVector) {
	for _, key := range w.keys(`SELECT p.key FROM passages p JOIN documents d ON d.key = p.document WHERE d.id = ? AND p.ordinal = ?`, v.Document, v.Ordinal) {
		w.exec(`DELETE FROM without_vector WHERE passage = ?`, key)
		w.set(key, v.Vector)
	}
}

func (w *vectorWriter) set(key int64, vectorOf []float32) {
	if key < 0 {
		w.err = fmt.Errorf("%w: a passage has a negative key", rag.ErrCorrupt)
	}
	if len(vectorOf) != w.dimensions && len(vectorOf) > 0 {
		w.err = fmt.Errorf("vector of %d dimensions, the model has %d", len(vectorOf), w.dimensions)
	}
	number, size := key/blockVectors, int64(vector.RowSize(w.dimensions))
	if w.load(number); w.err != nil {
		return
	}
	row := w.blocks[number][key%blockVectors*size:][:size]
	if len(vectorOf) == 0 {
		clear(row)
		return
	}
	vector.AppendRow(row[:0], vectorOf)
}

// load makes sure that a block is there to be changed.
func (w *vectorWriter) load(number int64) {
	if w.err != nil || w.blocks[number] != nil {
		return
	}
	var block []byte
	err := w.tx.QueryRowContext(w.ctx, `SELECT contents FROM vectors WHERE number = ?`, number).Scan(&block)
	if errors.Is(err, sql.ErrNoRows) {
		block, err = make([]byte, blockVectors*vector.RowSize(w.dimensions)), nil
	}
	w.blocks[number], w.err = block, errors.Join(err, checkBlock(block, blockVectors*vector.RowSize(w.dimensions)))
}

func (w *vectorWriter) close() error {
	for number, block := range w.blocks {
		w.exec(`INSERT OR REPLACE INTO vectors (number, contents) VALUES (?, ?)`, number, block)
	}
	return w.writer.close()
}

// Nearest implements [rag.ModelStore].
func (s *Store) Nearest(ctx context.Context, nearest rag.Nearest) (hits []rag.Hit, err error) {
	if len(nearest.Vector) == 0 || len(nearest.Collections) == 0 || nearest.Limit < 1 {
		return nil, nil
	}
	err = s.read(ctx, "search vectors", func(tx *sql.Tx) error {
		best, err := nearestKeys(ctx, tx, nearest)
		if err != nil {
			return err
		}
		hits, err = fetch(ctx, tx, best)
		return err
	})
	return hits, err
}

func nearestKeys(ctx context.Context, tx *sql.Tx, nearest rag.Nearest) ([]scored, error) {
	facts, err := readFacts(ctx, tx)
	if err != nil {
		return nil, err
	}
	allowed, err := collectionKeys(ctx, tx, nearest.Collections)
	if err != nil {
		return nil, err
	}
	missing, err := withoutVector(ctx, tx)
	if err != nil {
		return nil, err
	}
	index, numbers, err := readIndex(ctx, tx, len(nearest.Vector))
	if err != nil {
		return nil, err
	}
	key := func(i int) int64 { return numbers[i/blockVectors]*blockVectors + int64(i%blockVectors) }
	found := index.Search(nearest.Vector, nearest.Limit, func(i int) bool {
		length, collection := facts.of(key(i))
		return length > 0 && allowed[collection] && !missing[key(i)]
	})
	var best []scored
	for _, hit := range found {
		best = append(best, scored{key(hit.Index), float64(hit.Score)})
	}
	return best, nil
}

// readIndex reads all vectors; numbers are those of its blocks.
func readIndex(ctx context.Context, tx *sql.Tx, dimensions int) (index *vector.Index, numbers []int64, err error) {
	if index, err = vector.NewIndex(dimensions); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", rag.ErrCorrupt, err)
	}
	rows, err := tx.QueryContext(ctx, `SELECT number, contents FROM vectors ORDER BY number`)
	numbers, err = collect("read vectors", rows, err, func(row *sql.Rows) (number int64, err error) {
		var block []byte
		if err = row.Scan(&number, &block); err == nil {
			err = checkBlock(block, blockVectors*vector.RowSize(dimensions))
		}
		if err == nil {
			err = index.AppendRows(block)
		}
		return number, err
	})
	return index, numbers, err
}

// withoutVector returns the passages whose row may be another's, who had the
// key before.
func withoutVector(ctx context.Context, tx *sql.Tx) (map[int64]bool, error) {
	missing := map[int64]bool{}
	rows, err := tx.QueryContext(ctx, `SELECT passage FROM without_vector`)
	_, err = collect("read vectors", rows, err, func(row *sql.Rows) (key int64, err error) {
		err = row.Scan(&key)
		missing[key] = true
		return key, err
	})
	return missing, err
}

// Cosines implements [rag.ModelStore].
func (s *Store) Cosines(ctx context.Context, question []float32, passages []rag.Passage) (cosines map[string]float64, err error) {
	cosines = map[string]float64{}
	if len(question) == 0 {
		return cosines, nil
	}
	size := vector.RowSize(len(question))
	err = s.read(ctx, "read vectors", func(tx *sql.Tx) error {
		statement, err := tx.PrepareContext(ctx, `SELECT substr(v.contents, p.key % ?1 * ?2 + 1, ?2)
			FROM documents d JOIN passages p ON p.document = d.key AND p.ordinal = ?4 JOIN vectors v ON v.number = p.key / ?1
			WHERE d.id = ?3 AND NOT EXISTS (SELECT 1 FROM without_vector w WHERE w.passage = p.key)`)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, statement.Close()) }()
		for _, passage := range passages {
			var row []byte
			switch err := statement.QueryRowContext(ctx, blockVectors, size, passage.Document, passage.Ordinal).Scan(&row); {
			case errors.Is(err, sql.ErrNoRows):
			case err != nil:
				return err
			case len(row) == size:
				cosines[passage.ID()] = float64(vector.RowDot(question, row))
			}
		}
		return nil
	})
	return cosines, err
}
