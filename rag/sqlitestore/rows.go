package sqlitestore

import (
	"context"
	"database/sql"

	"rag-context/rag"
	"rag-context/rag/lexical"
)

// documentColumns are what documentRow scans, of "documents d" and
// "collections c".
const documentColumns = `d.id, c.name, d.path, d.title, d.aliases, d.tags, d.format, d.language, d.size, d.modified, d.hash, d.created, d.pipeline`

type documentRow struct {
	document          rag.Document
	modified, created sql.NullInt64
}

func (r *documentRow) fields() []any {
	d := &r.document
	return []any{&d.ID, &d.Collection, &d.Path, &d.Title, (*texts)(&d.Aliases), (*texts)(&d.Tags), &d.Format, &d.Language,
		&d.Version.Size, &r.modified, &d.Hash, &r.created, &d.Pipeline}
}

func (r *documentRow) value() rag.Document {
	r.document.Version.Modified = timeOf(r.modified)
	r.document.Created = timeOf(r.created)
	return r.document
}

// passageColumns are what passageRow scans, of "passages p".
const passageColumns = `p.ordinal, p.first, p.last, p.heading, p.text`

type passageRow struct{ passage rag.Passage }

func (r *passageRow) fields() []any {
	p := &r.passage
	return []any{&p.Ordinal, &p.First, &p.Last, (*texts)(&p.Heading), &p.Text}
}

func (r *passageRow) value(document string, language lexical.Language) rag.Passage {
	r.passage.Document, r.passage.Language = document, language
	return r.passage
}

// hitColumns are what scanHit scans.
const hitColumns = documentColumns + `, ` + passageColumns

func scanHit(row *sql.Rows) (rag.Hit, error) {
	var document documentRow
	var passage passageRow
	if err := row.Scan(append(document.fields(), passage.fields()...)...); err != nil {
		return rag.Hit{}, err
	}
	hit := rag.Hit{Document: document.value()}
	hit.Passage = passage.value(hit.Document.ID, hit.Document.Language)
	return hit, nil
}

func scanDocument(row *sql.Rows) (rag.Document, error) {
	var document documentRow
	err := row.Scan(document.fields()...)
	return document.value(), err
}

// eachRow yields what scan makes of each row of a query, and an error last.
func eachRow[T any](ctx context.Context, db *sql.DB, operation string, scan func(*sql.Rows) (T, error), yield func(T, error) bool, query string, arguments ...any) {
	var none T
	rows, err := db.QueryContext(ctx, query, arguments...)
	if err != nil {
		yield(none, translate(operation, err))
		return
	}
	defer rows.Close()
	for rows.Next() {
		item, err := scan(rows)
		if !yield(item, translate(operation, err)) || err != nil {
			return
		}
	}
	if err := rows.Err(); err != nil {
		yield(none, translate(operation, err))
	}
}
