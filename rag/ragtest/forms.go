package ragtest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

// testFormsFrom lists the forms that begin alike, of all collections of one
// tenant, as long as a passage holds them.
func testFormsFrom(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes", "mail")
	put(t, store, document("d1", "notes", "1.md", "rotor rota rotor", "rotor road r"), document("d2", "notes", "2.md", "rotunda"))
	put(t, store, document("m1", "mail", "1.md", "rotate ròt größe grüße"))
	put(t, newStore(t, engine, "bob", "notes"), document("b1", "notes", "1.md", "rotbob rotor"))
	must(t, store.Apply(t.Context(), rag.Batch{Collection: "notes", Remove: []string{"2.md"}}))
	for prefix, want := range map[string][]rag.Form{
		"rot": {{Text: "rota", Passages: 1}, {Text: "rotate", Passages: 1}, {Text: "rotor", Passages: 2}},
		"gr":  {{Text: "größe", Passages: 1}, {Text: "grüße", Passages: 1}},
		"grö": {{Text: "größe", Passages: 1}},
		"rz":  nil,
		"%":   nil,
	} {
		var got []rag.Form
		for form, err := range store.FormsFrom(t.Context(), prefix) {
			must(t, err)
			got = append(got, form)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", prefix, diff)
		}
	}
	for form, err := range store.FormsFrom(t.Context(), "r") {
		must(t, err)
		if form.Text != "r" {
			t.Errorf("the first form is %q, want r", form.Text)
		}
		break
	}
}
