package ragtest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

// testDistinct asks for passages that are no copies of others, where most are.
func testDistinct(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes")
	const copies = 6
	for _, text := range []string{"key key key", "key key", "key"} {
		for i := range copies {
			id := fmt.Sprintf("%d-%d", len(text), i)
			one := document(id, "notes", id, text, "absent")
			one.Document.Hash = "hash of " + text
			put(t, store, one)
		}
	}
	match := rag.Match{Terms: Terms("key"), Weights: rag.Weights{Body: 1}, Collections: []string{"notes"}, Limit: 100}
	all, err := store.Match(t.Context(), match)
	must(t, err)
	for _, test := range []struct{ limit, distinct, want int }{
		{2, 0, 2}, {2, 1, 2}, {2, 2, copies + 1}, {copies + 4, 2, copies + 4}, {1, 3, 2*copies + 1}, {1, 4, 3 * copies},
	} {
		match.Limit, match.Distinct = test.limit, test.distinct
		got, err := store.Match(t.Context(), match)
		must(t, err)
		if diff := cmp.Diff(all[:test.want], got); diff != "" {
			t.Errorf("limit %d, %d distinct (-want +got):\n%s", test.limit, test.distinct, diff)
		}
	}
}
