package filetree_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rag-context/rag"
	"rag-context/rag/filetree"
)

func TestRead(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"sub/a.md": "hello", "empty.md": "", "limit.md": strings.Repeat("x", 100)})
	tree := open(t, rag.Collection{Location: folder}, filetree.Options{MaxFileSize: 100})
	for path, want := range map[string]string{"sub/a.md": "hello", "empty.md": "", "limit.md": strings.Repeat("x", 100)} {
		content, err := tree.Read(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		version, err := tree.Stat(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if string(content.Data) != want || content.Path != path || !content.Version.Equal(version) {
			t.Errorf("%s: %+v, stat says %+v", path, content, version)
		}
	}
}

func TestReadTooLarge(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.md": strings.Repeat("x", 101)})
	tree := open(t, rag.Collection{Location: folder}, filetree.Options{MaxFileSize: 100})
	_, err := tree.Read(t.Context(), "a.md")
	if skip, ok := errors.AsType[*rag.SkipError](err); !ok || skip.Reason != "larger than 100 bytes" {
		t.Errorf("error %v", err)
	}
}

func TestReadSeesReplacement(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.md": "old"})
	tree := open(t, rag.Collection{Location: folder}, filetree.Options{})
	before, err := tree.Stat(t.Context(), "a.md")
	if err != nil {
		t.Fatal(err)
	}
	write(t, folder, map[string]string{"b.tmp": "replaced"})
	if err := os.Rename(filepath.Join(folder, "b.tmp"), filepath.Join(folder, "a.md")); err != nil {
		t.Fatal(err)
	}
	content, err := tree.Read(t.Context(), "a.md")
	if err != nil || string(content.Data) != "replaced" {
		t.Fatalf("%q, %v", content.Data, err)
	}
	if content.Version.Equal(before) {
		t.Errorf("version %v did not change", before)
	}
}

func TestAbsolute(t *testing.T) {
	folder := t.TempDir()
	tree := open(t, rag.Collection{Location: folder}, filetree.Options{})
	for path, want := range map[string]string{
		"a/b.md": filepath.Join(folder, "a", "b.md"), "../x": "", "a/../../x": "", "": "",
	} {
		if got := tree.Absolute(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
