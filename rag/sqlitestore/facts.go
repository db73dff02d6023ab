package sqlitestore

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"rag-context/rag"
)

// facts are the length and the collection of every passage, which each match
// needs for each row: 4 bytes a passage, in blobs of blockPassages, so that a
// hundred thousand are read in a millisecond.
type facts struct {
	blocks   map[int64][]byte // by number; passage key / blockPassages
	passages int64
	terms    int64 // sum of lengths
}

const (
	blockPassages = 4096
	factBytes     = 4 // length, then collection, little-endian uint16s
)

// of returns a passage's length in terms and the number of its collection.
func (f *facts) of(key int64) (length int, collection uint16) {
	block := f.blocks[key/blockPassages]
	if block == nil || key < 0 { // a damaged index may name any key
		return 0, 0
	}
	fact := block[key%blockPassages*factBytes:]
	return int(binary.LittleEndian.Uint16(fact)), binary.LittleEndian.Uint16(fact[2:])
}

// set records a passage. A length over 65,535 terms counts as that.
func (f *facts) set(key int64, length int, collection int64) {
	block := f.blocks[key/blockPassages]
	fact := block[key%blockPassages*factBytes:]
	binary.LittleEndian.PutUint16(fact, uint16(min(length, 1<<16-1)))
	binary.LittleEndian.PutUint16(fact[2:], uint16(collection))
}

// readFacts reads all facts.
func readFacts(ctx context.Context, tx *sql.Tx) (*facts, error) {
	f := &facts{blocks: map[int64][]byte{}}
	rows, err := tx.QueryContext(ctx, `SELECT number, passages FROM facts`)
	_, err = collect("read facts", rows, err, func(row *sql.Rows) (struct{}, error) {
		var number int64
		var block []byte
		err := row.Scan(&number, &block)
		f.blocks[number] = block
		return struct{}{}, errors.Join(err, checkBlock(block, blockPassages*factBytes))
	})
	if err != nil {
		return nil, err
	}
	err = tx.QueryRowContext(ctx, `SELECT passages, terms FROM totals`).Scan(&f.passages, &f.terms)
	return f, err
}

// checkBlock refuses a block that is not as long as we write them.
func checkBlock(block []byte, length int) error {
	if len(block) != length {
		return fmt.Errorf("%w: a block has %d bytes, not %d", rag.ErrCorrupt, len(block), length)
	}
	return nil
}

// termCount is the length of a passage.
func termCount(fields rag.Fields) int {
	return strings.Count(fields.Title, " ") + strings.Count(fields.Heading, " ") + strings.Count(fields.Body, " ")
}

// loadFacts makes sure that the block of a passage is there to be changed.
func (w *writer) loadFacts(key int64) {
	number := key / blockPassages
	if key < 0 {
		w.err = fmt.Errorf("%w: a passage has a negative key", rag.ErrCorrupt)
	}
	if w.err != nil || w.facts.blocks[number] != nil {
		return
	}
	w.facts.blocks[number] = w.block(blockPassages*factBytes, `SELECT passages FROM facts WHERE number = ?`, number)
}

// block returns a block to be changed, a new one where there is none.
func (w *writer) block(length int, query string, key ...any) []byte {
	var block []byte
	switch err := w.tx.QueryRowContext(w.ctx, query, key...).Scan(&block); {
	case errors.Is(err, sql.ErrNoRows):
		return make([]byte, length)
	case err != nil:
		w.err = err
	default:
		w.err = checkBlock(block, length)
	}
	return block
}

func (w *writer) recordFacts(key int64, length int) {
	if w.loadFacts(key); w.err == nil {
		w.facts.set(key, length, w.collection)
		w.facts.passages++
		w.facts.terms += int64(length)
	}
}

func (w *writer) forgetFacts(key int64) {
	if w.loadFacts(key); w.err == nil {
		length, _ := w.facts.of(key)
		w.facts.set(key, 0, 0)
		w.facts.passages--
		w.facts.terms -= int64(length)
	}
}

func (w *writer) storeFacts() {
	if len(w.facts.blocks) == 0 {
		return
	}
	for number, block := range w.facts.blocks {
		w.exec(`INSERT OR REPLACE INTO facts (number, passages) VALUES (?, ?)`, number, block)
	}
	w.exec(`UPDATE totals SET passages = passages + ?, terms = terms + ?`, w.facts.passages, w.facts.terms)
}
