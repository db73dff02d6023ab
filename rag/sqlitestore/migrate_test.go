package sqlitestore_test

import (
	"path/filepath"
	"testing"

	"rag-context/rag"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
)

// TestOldIndexIsUpgraded opens, for reading, an index of the first schema.
func TestOldIndexIsUpgraded(t *testing.T) {
	engine := sqlitestore.Engine{Folder: t.TempDir()}
	err := sqlitestore.MakeOld(t.Context(), filepath.Join(engine.Folder, "alice.db"), 1, `
		INSERT INTO collections VALUES (1, 'notes', 'filetree', '/n', '[]', '[]', '[]', NULL), (2, 'empty', 'filetree', '/e', '[]', '[]', '[]', NULL);
		INSERT INTO documents VALUES (1, 'd1', 1, 'a.md', 'A', '[]', '[]', 'markdown', 'en', 9, 0, 'h', NULL, 'p');
		INSERT INTO passages VALUES (1, 1, 1, 1, 1, 1, '[]', 'old words'), (2, 1, 1, 2, 2, 2, '[]', 'more words');
		INSERT INTO terms (rowid, title, heading, body) VALUES (1, 'a ', '', 'old words '), (2, 'a ', '', 'more words ');
		INSERT INTO facts VALUES (0, CAST(x'0300010003000100' || zeroblob(16376) AS BLOB));
		UPDATE totals SET passages = 2, terms = 6;
		INSERT INTO skips VALUES (1, 'b.bin', 5, 0, 'binary', '');
		INSERT INTO model VALUES ('old model', 2, x'7b7d');
		INSERT INTO model_terms VALUES ('old', x'00');
		INSERT INTO vectors VALUES (0, x'00');`)
	if err != nil {
		t.Fatal(err)
	}
	tenant, err := rag.ParseTenant("alice")
	if err != nil {
		t.Fatal(err)
	}
	store, err := engine.Open(t.Context(), tenant, rag.AccessRead)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	states, err := store.Collections(t.Context())
	if err != nil || len(states) != 2 || states[1].Documents != 1 || states[1].Passages != 2 || states[1].Skipped != 1 || states[0].Documents != 0 {
		t.Errorf("collections are %+v, %v", states, err)
	}
	lines := 0
	hits, err := store.Match(t.Context(), rag.Match{
		Terms: ragtest.Terms("old"), Weights: rag.Weights{Body: 1}, Collections: []string{"notes"}, Limit: 5})
	if err != nil || len(hits) != 1 || hits[0].Passage.Text != "old words" {
		t.Errorf("matched %v, %v", hits, err)
	}
	for passage, err := range store.Passages(t.Context(), rag.PassageRange{Collections: []string{"notes"}, Trigrams: ragtest.Trigrams("(?i)MORE")}) {
		if err != nil || passage.Passage.Text != "more words" {
			t.Errorf("read %+v, %v", passage, err)
		}
		lines++
	}
	if lines != 1 {
		t.Errorf("%d passages have the line", lines)
	}
	info, err := store.Model(t.Context(), rag.SpaceLearned)
	if err != nil || info.Fingerprint != "" {
		t.Errorf("the model is %+v, %v; its vectors are gone, so it must be too", info, err)
	}
}

// TestOldVectorsAreDropped opens an index whose vectors have another layout:
// the space is free for a model, which all passages are to get vectors of.
func TestOldVectorsAreDropped(t *testing.T) {
	engine := sqlitestore.Engine{Folder: t.TempDir()}
	err := sqlitestore.MakeOld(t.Context(), filepath.Join(engine.Folder, "alice.db"), 4, `
		INSERT INTO collections (key, name, kind, location, tags, include, exclude) VALUES (1, 'notes', 'filetree', '/n', '[]', '[]', '[]');
		INSERT INTO documents VALUES (1, 'd1', 1, 'a.md', 'A', '[]', '[]', 'markdown', 'en', 9, 0, 'h', NULL, 'p');
		INSERT INTO passages VALUES (1, 1, 1, 1, 1, 1, '[]', 'old words'), (2, 1, 1, 2, 2, 2, '[]', 'more words');
		INSERT INTO spaces VALUES (1, 'learned', 'old', 2, x'7b7d');
		INSERT INTO model_terms VALUES (1, 'old', x'00');
		INSERT INTO signs VALUES (1, 0, x'00');
		INSERT INTO vectors VALUES (1, 1, x'00');
		INSERT INTO without_vector VALUES (1, 2);`)
	if err != nil {
		t.Fatal(err)
	}
	tenant, err := rag.ParseTenant("alice")
	if err != nil {
		t.Fatal(err)
	}
	store, err := engine.Open(t.Context(), tenant, rag.AccessWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	info, err := store.Model(t.Context(), rag.SpaceLearned)
	if err != nil || info.Fingerprint != "" {
		t.Errorf("the model is %+v, %v", info, err)
	}
	next := rag.ModelInfo{Fingerprint: "new", Dimensions: 2}
	if err := store.ReplaceModel(t.Context(), rag.SpaceLearned, next, func(func(string, []byte) bool) {}); err != nil {
		t.Fatal(err)
	}
	if n, err := store.CountWithoutVector(t.Context(), rag.SpaceLearned); err != nil || n != 2 {
		t.Errorf("%d passages without a vector, %v", n, err)
	}
}
