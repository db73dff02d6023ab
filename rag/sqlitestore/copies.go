package sqlitestore

import (
	"context"
	"database/sql"

	"github.com/ncruces/go-sqlite3"

	"rag-context/rag"
)

// mostDistinct bounds what is ranked for the sake of [rag.Match.Distinct].
const mostDistinct = 1024

// mostRanked is how many passages a match has to rank.
func mostRanked(match rag.Match) int {
	if match.Distinct == 0 {
		return match.Limit
	}
	return max(match.Limit, mostDistinct)
}

// depthOf is how many of the ranked passages a match asks for. It reads what
// tells copies, of as few as that takes, and no texts.
func depthOf(ctx context.Context, tx *sql.Tx, best []scored, match rag.Match) (int, error) {
	limit := min(match.Limit, len(best))
	if match.Distinct == 0 || limit == len(best) {
		return limit, nil
	}
	rows, err := tx.QueryContext(ctx, `SELECT d.hash, d.id, p.ordinal FROM array(?) a CROSS JOIN passages p ON p.key = a.value
		JOIN documents d ON d.key = p.document`, sqlite3.Pointer(keysOf(best)))
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	depth, contents := 0, map[string]bool{}
	for len(contents) < match.Distinct && rows.Next() {
		var document rag.Document
		var ordinal int
		if err := rows.Scan(&document.Hash, &document.ID, &ordinal); err != nil {
			return 0, err
		}
		contents[rag.ContentOf(document, ordinal)] = true
		depth++
	}
	return max(limit, depth), rows.Err()
}

func keysOf(best []scored) []int64 {
	keys := make([]int64, len(best))
	for i, row := range best {
		keys[i] = row.key
	}
	return keys
}
