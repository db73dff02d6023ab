package sqlitestore

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"rag-context/rag"
)

// Passages implements [rag.Store].
func (s *Store) Passages(ctx context.Context, wanted rag.PassageRange) iter.Seq2[rag.Hit, error] {
	statement, arguments := passagesOf(wanted)
	return func(yield func(rag.Hit, error) bool) {
		if slices.ContainsFunc(wanted.Require, func(term rag.Term) bool { return len(term.Forms) == 0 }) {
			return
		}
		eachRow(ctx, s.db, "read passages", scanHit, yield, statement, arguments...)
	}
}

// likely are the parts of documents that may have a line which is looked for. A
// "+" before what is compared with them keeps the rows in the order of the index
// on collections and paths: else all have to be read and sorted before the first.
const likely = `WITH likely AS MATERIALIZED (SELECT document, part FROM trigrams WHERE trigrams_may_match(signature, ?)) `

// passagesOf leaves to SQLite what it can do without handing rows over.
func passagesOf(wanted rag.PassageRange) (statement string, arguments []any) {
	const all = `SELECT ` + hitColumns + ` FROM collections c JOIN documents d ON d.collection = c.key JOIN passages p ON p.document = d.key
		WHERE c.name IN (SELECT value FROM json_each(?))`
	conditions := []string{all}
	arguments = []any{texts(wanted.Collections).column()}
	if !wanted.Trigrams.IsZero() {
		conditions = []string{likely + all, `+d.key IN (SELECT document FROM likely) AND (+p.document, p.ordinal / ?) IN (SELECT document, part FROM likely) AND text_may_match(p.text, ?)`}
		arguments = []any{sqlite3.Pointer(wanted.Trigrams), arguments[0], signedPassages, sqlite3.Pointer(wanted.Trigrams)}
	}
	if wanted.After != nil {
		conditions = append(conditions, `(c.name, d.path) > (?, ?)`)
		arguments = append(arguments, wanted.After.Collection, wanted.After.Path)
	}
	if wanted.Documents != nil {
		conditions = append(conditions, `d.id IN (SELECT value FROM json_each(?))`)
		arguments = append(arguments, texts(wanted.Documents).column())
	}
	for _, text := range wanted.Contain {
		conditions = append(conditions, `instr(p.text, ?) > 0`)
		arguments = append(arguments, text)
	}
	if len(wanted.Require) > 0 {
		conditions = append(conditions, `p.key IN (SELECT rowid FROM terms WHERE terms MATCH ?)`)
		arguments = append(arguments, allOf(wanted.Require))
	}
	return strings.Join(conditions, " AND ") + ` ORDER BY c.name, d.path, p.ordinal`, arguments
}
