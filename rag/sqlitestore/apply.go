package sqlitestore

import (
	"context"
	"database/sql"

	"rag-context/rag"
	"rag-context/rag/trigram"
)

// Apply implements [rag.Store]: one transaction for the whole batch.
func (s *Store) Apply(ctx context.Context, batch rag.Batch) error {
	return s.write(ctx, "store batch", func(tx *sql.Tx) error {
		key, err := collectionKey(ctx, tx, batch.Collection)
		if err != nil {
			return err
		}
		w := newWriter(ctx, tx)
		w.collection = key
		w.apply(batch)
		return w.close()
	})
}

// writer makes the changes of one batch. After the first error it does
// nothing more.
type writer struct {
	ctx        context.Context
	tx         *sql.Tx
	collection int64
	prepared   map[string]*sql.Stmt
	signer     trigram.Signer
	facts      facts // of the passages touched; its sums are changes
	err        error
}

func newWriter(ctx context.Context, tx *sql.Tx) *writer {
	return &writer{ctx: ctx, tx: tx, prepared: map[string]*sql.Stmt{}, facts: facts{blocks: map[int64][]byte{}}}
}

// apply first clears the places that other changes of the batch take.
func (w *writer) apply(batch rag.Batch) {
	for _, path := range batch.Remove {
		w.clear(path)
	}
	for _, touch := range batch.Touch {
		for _, table := range []string{"documents", "skips"} {
			w.exec(`UPDATE `+table+` SET size = ?, modified = ? WHERE collection = ? AND path = ?`,
				touch.Version.Size, touch.Version.Modified.UnixNano(), w.collection, touch.Path)
		}
	}
	for _, skip := range batch.Skip {
		w.clear(skip.Path)
		w.exec(`INSERT INTO skips (collection, path, size, modified, reason, pipeline) VALUES (?, ?, ?, ?, ?, ?)`,
			w.collection, skip.Path, skip.Version.Size, skip.Version.Modified.UnixNano(), skip.Skip, skip.Pipeline)
	}
	for i := range batch.Put {
		w.put(&batch.Put[i])
	}
	if !batch.SyncedAt.IsZero() {
		w.exec(`UPDATE collections SET synced_at = ? WHERE key = ?`, nanoseconds(batch.SyncedAt), w.collection)
	}
}

// clear forgets what is at path.
func (w *writer) clear(path string) {
	w.exec(`DELETE FROM skips WHERE collection = ? AND path = ?`, w.collection, path)
	for _, document := range w.keys(`SELECT key FROM documents WHERE collection = ? AND path = ?`, w.collection, path) {
		w.drop(document)
	}
}

// drop removes a document with its passages and terms. Terms go row by row: a
// DELETE of several rows of an FTS5 table, even of none, begins with writing
// to disk all that the transaction has gathered, which for thousands of
// documents takes longer than everything else.
func (w *writer) drop(document int64) {
	for _, passage := range w.keys(`SELECT key FROM passages WHERE document = ?`, document) {
		w.exec(`DELETE FROM terms WHERE rowid = ?`, passage)
		w.exec(`DELETE FROM without_vector WHERE space IN (SELECT key FROM spaces) AND passage = ?`, passage)
		w.forgetFacts(passage)
	}
	w.exec(`DELETE FROM documents WHERE key = ?`, document)
}

func (w *writer) put(indexed *rag.IndexedDocument) {
	d := &indexed.Document
	for _, document := range w.keys(`SELECT key FROM documents WHERE id = ?`, d.ID) {
		w.drop(document)
	}
	w.clear(d.Path)
	key := w.exec(`INSERT INTO documents (id, collection, path, title, aliases, tags, format, language, size, modified, hash, created, pipeline)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		d.ID, w.collection, d.Path, d.Title, texts(d.Aliases).column(), texts(d.Tags).column(), d.Format, string(d.Language),
		d.Version.Size, d.Version.Modified.UnixNano(), d.Hash, nanoseconds(d.Created), d.Pipeline)
	for i := range indexed.Passages {
		w.putPassage(key, &indexed.Passages[i])
	}
	w.sign(key, indexed.Passages)
}

func (w *writer) putPassage(document int64, indexed *rag.IndexedPassage) {
	p := &indexed.Passage
	key := w.exec(`INSERT INTO passages (collection, document, ordinal, first, last, heading, text) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		w.collection, document, p.Ordinal, p.First, p.Last, texts(p.Heading).column(), p.Text)
	w.exec(`INSERT INTO terms (rowid, title, heading, body) VALUES (?, ?, ?, ?)`,
		key, indexed.Terms.Title, indexed.Terms.Heading, indexed.Terms.Body)
	w.exec(`INSERT INTO without_vector (space, passage) SELECT key, ? FROM spaces`, key)
	w.recordFacts(key, termCount(indexed.Terms))
}

// exec runs a statement and returns the row it made.
func (w *writer) exec(query string, arguments ...any) (row int64) {
	statement := w.prepare(query)
	if statement == nil {
		return 0
	}
	result, err := statement.ExecContext(w.ctx, arguments...)
	if err != nil {
		w.err = err
		return 0
	}
	row, w.err = result.LastInsertId()
	return row
}

// keys returns the only column of a query.
func (w *writer) keys(query string, arguments ...any) []int64 {
	statement := w.prepare(query)
	if statement == nil {
		return nil
	}
	rows, err := statement.QueryContext(w.ctx, arguments...)
	keys, err := collect("look up", rows, err, func(row *sql.Rows) (key int64, err error) { err = row.Scan(&key); return key, err })
	w.err = err
	return keys
}

// prepare prepares a statement, once a batch; nil after an error.
func (w *writer) prepare(query string) *sql.Stmt {
	if w.err != nil {
		return nil
	}
	statement := w.prepared[query]
	if statement == nil {
		if statement, w.err = w.tx.PrepareContext(w.ctx, query); w.err != nil {
			return nil
		}
		w.prepared[query] = statement
	}
	return statement
}

// close stores what was gathered and ends the batch.
func (w *writer) close() error {
	w.storeFacts()
	for _, statement := range w.prepared {
		if err := statement.Close(); w.err == nil {
			w.err = err
		}
	}
	return w.err
}
