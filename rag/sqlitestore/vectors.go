package sqlitestore

import (
	"errors"
	"fmt"

	"rag-context/rag"
	"rag-context/rag/vector"
)

// blockSigns is how many passages' signs a blob of the signs table holds, by
// key. What it has for a passage without a vector means nothing.
const blockSigns = 1024

// vectorWriter gives passages vectors in one transaction.
type vectorWriter struct {
	*writer
	space      int64
	dimensions int
	blocks     map[int64][]byte
}

func (w *vectorWriter) put(v rag.PassageVector) {
	if len(v.Vector) != w.dimensions && len(v.Vector) > 0 {
		w.err = errors.Join(w.err, fmt.Errorf("vector of %d dimensions, the model has %d", len(v.Vector), w.dimensions))
	}
	for _, key := range w.keys(`SELECT p.key FROM passages p JOIN documents d ON d.key = p.document
		WHERE d.id = ?1 AND p.ordinal = ?2 AND ?3 IN ('', d.hash)`, v.Document, v.Ordinal, v.Hash) {
		w.exec(`DELETE FROM without_vector WHERE space = ? AND passage = ?`, w.space, key)
		if len(v.Vector) == 0 {
			w.exec(`DELETE FROM vectors WHERE passage = ? AND space = ?`, key, w.space)
			continue
		}
		w.exec(`INSERT OR REPLACE INTO vectors (passage, space, contents) VALUES (?, ?, ?)`, key, w.space, vector.AppendRow(nil, v.Vector))
		w.setSigns(key, v.Vector)
	}
}

func (w *vectorWriter) setSigns(key int64, v []float32) {
	if key < 0 {
		w.err = fmt.Errorf("%w: a passage has a negative key", rag.ErrCorrupt)
	}
	number, size := key/blockSigns, int64(vector.SignsSize(w.dimensions))
	if w.load(number); w.err != nil {
		return
	}
	vector.AppendSigns(w.blocks[number][key%blockSigns*size:][:0], v)
}

// load makes sure that a block is there to be changed.
func (w *vectorWriter) load(number int64) {
	if w.err != nil || w.blocks[number] != nil {
		return
	}
	w.blocks[number] = w.block(blockSigns*vector.SignsSize(w.dimensions), `SELECT contents FROM signs WHERE space = ? AND number = ?`, w.space, number)
}

func (w *vectorWriter) close() error {
	for number, block := range w.blocks {
		w.exec(`INSERT OR REPLACE INTO signs (space, number, contents) VALUES (?, ?, ?)`, w.space, number, block)
	}
	return w.writer.close()
}
