package sqlitestore_test

import (
	"testing"

	"rag-context/rag"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
)

func TestEngine(t *testing.T) {
	ragtest.TestEngine(t, func(t *testing.T) rag.Engine { return sqlitestore.Engine{Folder: t.TempDir()} })
}
