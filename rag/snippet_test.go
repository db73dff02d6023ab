package rag_test

import (
	"strings"
	"testing"

	"rag-context/rag"
)

func TestSnippet(t *testing.T) {
	text := "# Backups\n\nNightly at two.\nKept for a month.\n\nTo restore a backup,\nrun restore.\nThen rest."
	for _, test := range []struct{ question, want string }{
		{"how do I restore backups?", "Kept for a month.|To restore a backup,"},
		{"nightly", "# Backups|Nightly at two."},
		{"zebra", "# Backups|Nightly at two."},
		{"rest", "run restore.|Then rest."},
	} {
		if got := strings.Join(rag.Snippet(test.question, text, 2), "|"); got != test.want {
			t.Errorf("%q: got %s, want %s", test.question, got, test.want)
		}
	}
	if got := rag.Snippet("a", "one", 3); len(got) != 1 || got[0] != "one" {
		t.Errorf("a text shorter than the snippet: %q", got)
	}
	if got := rag.Snippet("a", "\n \n", 3); len(got) != 0 {
		t.Errorf("a blank text: %q", got)
	}
}
