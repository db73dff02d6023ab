package filetree_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/filetree"
)

func TestNamesOfAnyBytes(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"caf\xe9.md": "x", "caf\xe8.md": "x", "b\xff/inner.md": "x",
		"new\nline.md": "x", "grüße 🌍.md": "x", `back\slash.md`: "x", "-dash.md": "x", " ": "x",
	})
	want := []string{
		" ", "-dash.md", `b\xff/: name is not valid UTF-8`, `back\slash.md`,
		`caf\xe8.md/: name is not valid UTF-8`, `caf\xe9.md/: name is not valid UTF-8`,
		"grüße 🌍.md", "new\nline.md",
	}
	tree := open(t, rag.Collection{Location: folder}, filetree.Options{})
	if diff := cmp.Diff(want, scan(t, tree)); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
}
