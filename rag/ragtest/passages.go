package ragtest

import (
	"regexp/syntax"
	"strings"
	"testing"

	"rag-context/rag"
	"rag-context/rag/trigram"
)

// testPassages reads passages in their order, narrowed in each way.
func testPassages(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes", "mail", "other")
	put(t, newStore(t, engine, "bob", "notes"), document("bobs", "notes", "a.md", "red"))
	put(t, store, document("d1", "notes", "b.md", "red Greenish", "blue"), document("d2", "notes", "a.md", "red", `it's 100%`))
	put(t, store, document("d3", "mail", "z.md", "green red"))
	put(t, store, document("d4", "other", "a.md", "red"))
	for _, test := range []struct {
		name   string
		wanted rag.PassageRange
		want   string
	}{
		{"all", rag.PassageRange{}, "d3.1 d2.1 d2.2 d1.1 d1.2"},
		{"a document", rag.PassageRange{Documents: []string{"d1", "d4", "bobs"}}, "d1.1 d1.2"},
		{"no document", rag.PassageRange{Documents: []string{}}, ""},
		{"a term", rag.PassageRange{Require: Terms("red")}, "d3.1 d2.1 d1.1"},
		{"two terms", rag.PassageRange{Require: Terms("red", "green")}, "d3.1"},
		{"either form", rag.PassageRange{Require: []rag.Term{{Forms: []string{"blue", "100%"}}}}, "d2.2 d1.2"},
		{"a term without forms", rag.PassageRange{Require: []rag.Term{{}}}, ""},
		{"a text", rag.PassageRange{Contain: []string{"ed"}}, "d3.1 d2.1 d1.1"},
		{"a text in its case", rag.PassageRange{Contain: []string{"Gre"}}, "d1.1"},
		{"signs", rag.PassageRange{Contain: []string{"'s", "%"}}, "d2.2"},
		{"a line in any case", rag.PassageRange{Trigrams: Trigrams("(?i)GREENish"), Contain: []string{"reenish"}}, "d1.1"},
		{"a line of either", rag.PassageRange{Trigrams: Trigrams("greenish|100%"), Contain: []string{"%"}}, "d2.2"},
		{"after a document", rag.PassageRange{After: &rag.Document{Collection: "notes", Path: "a.md"}}, "d1.1 d1.2"},
		{"after a place", rag.PassageRange{After: &rag.Document{Collection: "mail", Path: "zz"}, Require: Terms("red")}, "d2.1 d1.1"},
		{"all of it", rag.PassageRange{Documents: []string{"d1", "d2"}, Require: Terms("red"), Contain: []string{"en"}}, "d1.1"},
	} {
		test.wanted.Collections = []string{"notes", "mail", "nowhere"}
		if got := readIDs(t, store, test.wanted); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	if got := readIDs(t, store, rag.PassageRange{}); got != "" {
		t.Errorf("of no collections %q is read", got)
	}
	for range store.Passages(t.Context(), rag.PassageRange{Collections: []string{"mail"}}) {
		break // an early end must leave the store usable
	}
	put(t, store, document("d6", "mail", "y.md", "red"))
}

// Trigrams are those of lines that an expression matches.
func Trigrams(expression string) trigram.Query {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		panic(err)
	}
	return trigram.Of(parsed)
}

func readIDs(t *testing.T, store rag.Store, wanted rag.PassageRange) string {
	t.Helper()
	var ids []string
	for hit, err := range store.Passages(t.Context(), wanted) {
		must(t, err)
		if hit.Document.Path == "" || hit.Passage.Text == "" {
			t.Errorf("a passage lacks its place or text: %+v", hit)
		}
		ids = append(ids, hit.Passage.ID())
	}
	return strings.Join(ids, " ")
}
