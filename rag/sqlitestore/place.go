package sqlitestore

import (
	"context"
	"database/sql"
	"slices"

	"github.com/ncruces/go-sqlite3"
)

// place is where a search looks.
type place struct {
	collections map[uint16]bool
	passages    map[int64]bool // nil for all of the collections
}

// placeOf returns the place of the collections named and, unless nil, of the
// documents with those ids.
func placeOf(ctx context.Context, tx *sql.Tx, collections, documents []string) (place, error) {
	keys, err := collectionKeys(ctx, tx, collections)
	if err != nil || documents == nil {
		return place{collections: keys}, err
	}
	passages := map[int64]bool{}
	rows, err := tx.QueryContext(ctx, `SELECT p.key FROM array(?) a CROSS JOIN documents d ON d.id = a.value JOIN passages p ON p.document = d.key`,
		sqlite3.Pointer(documents))
	_, err = collect("list passages", rows, err, func(row *sql.Rows) (key int64, err error) {
		err = row.Scan(&key)
		passages[key] = true
		return key, err
	})
	return place{keys, passages}, err
}

// holds reports whether a passage of that collection is there.
func (p place) holds(key int64, collection uint16) bool {
	return p.collections[collection] && (p.passages == nil || p.passages[key])
}

// collectionKeys returns the numbers of the collections named.
func collectionKeys(ctx context.Context, tx *sql.Tx, names []string) (map[uint16]bool, error) {
	keys := map[uint16]bool{}
	rows, err := tx.QueryContext(ctx, `SELECT key, name FROM collections`)
	_, err = collect("list collections", rows, err, func(row *sql.Rows) (key uint16, err error) {
		var name string
		err = row.Scan(&key, &name)
		if slices.Contains(names, name) {
			keys[key] = true
		}
		return key, err
	})
	return keys, err
}
