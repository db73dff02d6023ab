package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"net/url"
)

// MakeOld makes an index file as the first program version that had so many
// migrations did, and runs the statements on it.
func MakeOld(ctx context.Context, path string, version int, statements string) (err error) {
	db, err := Engine{}.connectAs(ctx, path, url.Values{"mode": {"rwc"}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	script := ""
	for _, name := range migrations()[:version] {
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			return err
		}
		script += string(text)
	}
	marks := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, version)
	_, err = db.ExecContext(ctx, script+marks+statements)
	return err
}

// Translate is translate.
var Translate = translate
