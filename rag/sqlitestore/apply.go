package sqlitestore

import (
	"context"
	"database/sql"

	"rag-context/rag"
)

// Apply implements [rag.Store]: one transaction for the whole batch.
func (s *Store) Apply(ctx context.Context, batch rag.Batch) error {
	return s.write(ctx, "store batch", func(tx *sql.Tx) error {
		key, err := collectionKey(ctx, tx, batch.Collection)
		if err != nil {
			return err
		}
		w := &writer{ctx: ctx, tx: tx, collection: key, prepared: map[string]*sql.Stmt{}}
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
	err        error
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
	w.drop(`collection = ? AND path = ?`, w.collection, path)
}

// drop removes the documents under a condition, with passages and terms.
func (w *writer) drop(condition string, arguments ...any) {
	w.exec(`DELETE FROM terms WHERE rowid IN (SELECT p.key FROM passages p
		WHERE p.document IN (SELECT key FROM documents WHERE `+condition+`))`, arguments...)
	w.exec(`DELETE FROM documents WHERE `+condition, arguments...)
}

func (w *writer) put(indexed *rag.IndexedDocument) {
	d := &indexed.Document
	w.drop(`id = ?`, d.ID)
	w.clear(d.Path)
	key := w.exec(`INSERT INTO documents (id, collection, path, title, aliases, tags, format, size, modified, hash, created, pipeline)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		d.ID, w.collection, d.Path, d.Title, texts(d.Aliases).column(), texts(d.Tags).column(), d.Format,
		d.Version.Size, d.Version.Modified.UnixNano(), d.Hash, nanoseconds(d.Created), d.Pipeline)
	for i := range indexed.Passages {
		w.putPassage(key, &indexed.Passages[i])
	}
}

func (w *writer) putPassage(document int64, indexed *rag.IndexedPassage) {
	p := &indexed.Passage
	key := w.exec(`INSERT INTO passages (collection, document, ordinal, first, last, heading, text) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		w.collection, document, p.Ordinal, p.First, p.Last, texts(p.Heading).column(), p.Text)
	w.exec(`INSERT INTO terms (rowid, title, heading, body) VALUES (?, ?, ?, ?)`,
		key, indexed.Terms.Title, indexed.Terms.Heading, indexed.Terms.Body)
}

// exec runs a statement, prepared once a batch, and returns the row it made.
func (w *writer) exec(query string, arguments ...any) (row int64) {
	if w.err != nil {
		return 0
	}
	statement := w.prepared[query]
	if statement == nil {
		if statement, w.err = w.tx.PrepareContext(w.ctx, query); w.err != nil {
			return 0
		}
		w.prepared[query] = statement
	}
	result, err := statement.ExecContext(w.ctx, arguments...)
	if err != nil {
		w.err = err
		return 0
	}
	row, w.err = result.LastInsertId()
	return row
}

func (w *writer) close() error {
	for _, statement := range w.prepared {
		if err := statement.Close(); w.err == nil {
			w.err = err
		}
	}
	return w.err
}
