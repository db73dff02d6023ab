// Package sqlitestore is the embedded rag.Engine: one SQLite file per tenant,
// with FTS5 for matching, in one folder.
//
// A file per tenant is what keeps tenants apart. A shared FTS5 table would
// leak even under a correct WHERE clause: the document counts that BM25 scores
// are made of are those of the whole table.
//
// Files are in WAL mode: readers never wait for a writer, and many processes
// may read while one syncs. Terms come ready made; the tokenizer here only
// splits at white space, so a file can be read with any SQLite that has FTS5.
//
// The package knows no languages, no files that documents come from, and no
// scopes: rag.Library asks it for what a scope may see.
package sqlitestore
