package sqlitestore_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"rag-context/rag"
	"rag-context/rag/sqlitestore"
)

// TestTranslate holds that no failure of SQLite shows its own words, in
// whichever form it comes.
func TestTranslate(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{sqlite3.IOERR, "sync: the disk can't be read or written, or is full"},
		{sqlite3.IOERR_WRITE, "sync: the disk can't be read or written, or is full"},
		{fmt.Errorf("commit: %w", sqlite3.IOERR_SHMSIZE), "sync: the disk can't be read or written, or is full"},
		{sqlite3.FULL, "sync: the disk is full"},
		{sqlite3.MISMATCH, "sync: index is damaged"},
		{sqlite3.BUSY_SNAPSHOT, "sync: " + rag.ErrBusy.Error()},
	} {
		got := sqlitestore.Translate("sync", test.err)
		if got.Error() != test.want || !errors.Is(got, test.err) {
			t.Errorf("%v: %v, want %s", test.err, got, test.want)
		}
		if strings.Contains(got.Error(), "sqlite") {
			t.Errorf("%v shows SQLite", got)
		}
	}
}
