package sqlitestore_test

import (
	"fmt"
	"testing"

	"rag-context/rag"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
)

// TestFewPassagesAreRead holds that passages without a line's trigrams are left
// out, also after documents of many passages have changed.
func TestFewPassagesAreRead(t *testing.T) {
	store, err := sqlitestore.Engine{Folder: t.TempDir()}.Open(t.Context(), ragtest.Tenant(t, "alice"), rag.AccessCreate)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.AddCollection(t.Context(), rag.Collection{Name: "notes"}); err != nil {
		t.Fatal(err)
	}
	const passages = 200
	put := func(special string) {
		document := rag.IndexedDocument{Document: rag.Document{ID: "d", Collection: "notes", Path: "a.md"}}
		for i := range passages {
			text := fmt.Sprintf("passage %d of a long document", i)
			if i == 150 {
				text += "\n" + special
			}
			document.Passages = append(document.Passages, rag.IndexedPassage{Passage: rag.Passage{Document: "d", Ordinal: i + 1, First: i + 1, Last: i + 1, Text: text}})
		}
		if err := store.Apply(t.Context(), rag.Batch{Collection: "notes", Put: []rag.IndexedDocument{document}}); err != nil {
			t.Fatal(err)
		}
	}
	count := func(expression string) (read int) {
		for _, err := range store.Passages(t.Context(), rag.PassageRange{Collections: []string{"notes"}, Trigrams: ragtest.Trigrams(expression)}) {
			if err != nil {
				t.Fatal(err)
			}
			read++
		}
		return read
	}
	for _, special := range []string{"Walrus", "penguin"} {
		put(special)
		for expression, want := range map[string]int{"(?i)walrus": 0, "(?i)PENGUIN": 0, "long document": passages, ".": passages} {
			if expression == "(?i)walrus" && special == "Walrus" || expression == "(?i)PENGUIN" && special == "penguin" {
				want = 1
			}
			if got := count(expression); got != want {
				t.Errorf("%s: with %q %d passages are read, want %d", expression, special, got, want)
			}
		}
	}
}
