package ragtest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

// testDocumentsInOrder lists documents in both orders, whole and from the
// middle on.
func testDocumentsInOrder(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes", "mail", "other")
	put(t, newStore(t, engine, "bob", "notes"), document("bobs", "notes", "a.md", "x"))
	at := func(id, collection, path string, seconds int) rag.IndexedDocument {
		d := document(id, collection, path, "x")
		d.Document.Version.Modified = testTime.Add(time.Duration(seconds) * time.Second)
		return d
	}
	put(t, store, at("d1", "notes", "b.md", 3), at("d2", "notes", "a.md", 1), at("d3", "notes", "ä.md", 2))
	put(t, store, at("d4", "mail", "z.md", 2))
	put(t, store, at("d5", "other", "a.md", 9))
	for _, test := range []struct {
		name   string
		wanted rag.DocumentRange
		want   []string
	}{
		{"by path", rag.DocumentRange{}, []string{"d4", "d2", "d1", "d3"}},
		{"after a path", rag.DocumentRange{After: &rag.Document{Collection: "notes", Path: "a.md"}}, []string{"d1", "d3"}},
		{"after a path that is gone", rag.DocumentRange{After: &rag.Document{Collection: "notes", Path: "aa.md"}}, []string{"d1", "d3"}},
		{"newest", rag.DocumentRange{Newest: true}, []string{"d1", "d3", "d4", "d2"}},
		{"older than one", rag.DocumentRange{Newest: true, After: &rag.Document{ID: "d3", Version: rag.Version{Modified: testTime.Add(2 * time.Second)}}},
			[]string{"d4", "d2"}},
	} {
		test.wanted.Collections = []string{"notes", "mail", "nowhere"}
		if diff := cmp.Diff(test.want, listIDs(t, store, test.wanted)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	if got := listIDs(t, store, rag.DocumentRange{}); len(got) != 0 {
		t.Errorf("no collections list %v", got)
	}
	for got, err := range store.Documents(t.Context(), rag.DocumentRange{Collections: []string{"mail"}}) {
		must(t, err)
		want := at("d4", "mail", "z.md", 2).Document
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("document as listed (-want +got):\n%s", diff)
		}
		break // an early end must leave the store usable
	}
	put(t, store, at("d6", "mail", "y.md", 4))
}

func listIDs(t *testing.T, store rag.Store, wanted rag.DocumentRange) []string {
	t.Helper()
	var ids []string
	for document, err := range store.Documents(t.Context(), wanted) {
		must(t, err)
		ids = append(ids, document.ID)
	}
	return ids
}

// testTags counts documents by tag, in the collections named only.
func testTags(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes", "mail")
	tagged := func(id, collection string, tags ...string) rag.IndexedDocument {
		d := document(id, collection, id+".md", "x", "y")
		d.Document.Tags = tags
		return d
	}
	put(t, store, tagged("d1", "notes", "red", "blue"), tagged("d2", "notes", "red", "red"), tagged("d3", "notes"))
	put(t, store, tagged("d4", "mail", "red", "mail/only"))
	for _, test := range []struct {
		collections []string
		want        map[string]int
	}{
		{[]string{"notes"}, map[string]int{"red": 2, "blue": 1}},
		{[]string{"notes", "mail"}, map[string]int{"red": 3, "blue": 1, "mail/only": 1}},
		{nil, map[string]int{}},
	} {
		got, err := store.Tags(t.Context(), test.collections)
		must(t, err)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("tags of %v (-want +got):\n%s", test.collections, diff)
		}
	}
}
