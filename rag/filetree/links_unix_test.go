//go:build unix

package filetree_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/filetree"
)

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

// strangeFolder holds one of everything that is no plain file.
func strangeFolder(t *testing.T) string {
	t.Helper()
	base := t.TempDir()
	folder := filepath.Join(base, "folder")
	write(t, base, map[string]string{"outside/secret.md": "secret", "folder/sub/a.md": "a"})
	link(t, "sub/a.md", filepath.Join(folder, "same.md"))
	link(t, filepath.Join(folder, "sub"), filepath.Join(folder, "samefolder"))
	link(t, ".", filepath.Join(folder, "loop"))
	link(t, "self", filepath.Join(folder, "self"))
	link(t, "../outside/secret.md", filepath.Join(folder, "out.md"))
	link(t, filepath.Join(base, "outside"), filepath.Join(folder, "outfolder"))
	link(t, "nowhere", filepath.Join(folder, "dangling"))
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestStrangeFiles(t *testing.T) {
	tree := open(t, rag.Collection{Location: strangeFolder(t)}, filetree.Options{})
	want := []string{
		"dangling: broken symlink",
		"out.md: symlink out of the folder",
		"outfolder: symlink out of the folder",
		"pipe.md: not a regular file",
		"self: broken symlink",
		"sub/a.md",
	}
	if diff := cmp.Diff(want, scan(t, tree)); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
}

func TestReadNeverLeaves(t *testing.T) {
	folder := strangeFolder(t)
	tree := open(t, rag.Collection{Location: folder}, filetree.Options{})
	paths := []string{
		"../outside/secret.md", "sub/../../outside/secret.md", filepath.Join(filepath.Dir(folder), "outside/secret.md"),
		"out.md", "outfolder/secret.md", "same.md", "dangling", "self", "sub", "sub/", "", ".", "..", "/", "a\x00b",
		"sub/a.md/below", "missing.md", strings.Repeat("x", 5000),
	}
	for _, path := range paths {
		if content, err := tree.Read(t.Context(), path); !errors.Is(err, rag.ErrGone) {
			t.Errorf("read %.40q: %q, %v, want ErrGone", path, content.Data, err)
		}
		if _, err := tree.Stat(t.Context(), path); !errors.Is(err, rag.ErrGone) {
			t.Errorf("stat %.40q: %v, want ErrGone", path, err)
		}
	}
	var skip *rag.SkipError
	if _, err := tree.Read(t.Context(), "pipe.md"); !errors.As(err, &skip) {
		t.Errorf("read of a pipe: %v, want a SkipError", err)
	}
}

func TestLocationIsLink(t *testing.T) {
	base := t.TempDir()
	write(t, base, map[string]string{"real/a.md": "a"})
	link(t, "real", filepath.Join(base, "alias"))
	link(t, "real/a.md", filepath.Join(base, "alias.md"))
	folder := open(t, rag.Collection{Location: filepath.Join(base, "alias")}, filetree.Options{})
	if got, want := folder.Absolute("a.md"), filepath.Join(base, "alias", "a.md"); got != want {
		t.Errorf("absolute %q, want %q", got, want)
	}
	file := open(t, rag.Collection{Location: filepath.Join(base, "alias.md")}, filetree.Options{})
	for _, tree := range []*filetree.Tree{folder, file} {
		if diff := cmp.Diff([]string{"a.md"}, scan(t, tree)); diff != "" {
			t.Errorf("items (-want +got):\n%s", diff)
		}
	}
}

func TestFilesAreOnlyRead(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.md": "a"})
	if err := os.Chmod(filepath.Join(folder, "a.md"), 0o444); err != nil {
		t.Fatal(err)
	}
	tree := open(t, rag.Collection{Location: folder}, filetree.Options{})
	if content, err := tree.Read(t.Context(), "a.md"); err != nil || string(content.Data) != "a" {
		t.Errorf("read-only file: %q, %v", content.Data, err)
	}
}

// A superuser may read everything; what the scan says must agree with what the
// test itself may do.
func TestNoPermission(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"locked/a.md": "a", "listed/b.md": "b", "c.md": "c", "d.md": "d"})
	for name, mode := range map[string]os.FileMode{"locked": 0, "listed": 0o444, "c.md": 0} {
		full := filepath.Join(folder, name)
		if err := os.Chmod(full, mode); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(full, 0o755) })
	}
	want := []string{"c.md", "d.md", "listed: permission denied", "locked: permission denied"}
	wantData, mayRead := os.ReadFile(filepath.Join(folder, "c.md"))
	if mayRead == nil {
		want = []string{"c.md", "d.md", "listed/b.md", "locked/a.md"}
	}
	tree := open(t, rag.Collection{Location: folder}, filetree.Options{})
	if diff := cmp.Diff(want, scan(t, tree)); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	content, err := tree.Read(t.Context(), "c.md")
	var skip *rag.SkipError
	if string(content.Data) != string(wantData) || errors.As(err, &skip) != (mayRead != nil) {
		t.Errorf("read %q, %v", content.Data, err)
	}
}
