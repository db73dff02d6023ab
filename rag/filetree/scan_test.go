package filetree_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/filetree"
)

// write makes files under a folder; names end in "/" for empty folders.
func write(t testing.TB, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		full := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(full, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t testing.TB, collection rag.Collection, options filetree.Options) *filetree.Tree {
	t.Helper()
	collection.Name = "notes"
	tree, err := filetree.Open(collection, options)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// scan returns what a scan yields, as "path" or "path: reason to skip".
func scan(t testing.TB, tree *filetree.Tree) []string {
	t.Helper()
	var found []string
	for item, err := range tree.Scan(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		line := item.Path
		if item.Skip != "" {
			line += ": " + item.Skip
		}
		found = append(found, line)
	}
	slices.Sort(found)
	return found
}

func TestScan(t *testing.T) {
	files := map[string]string{
		"readme.md":         "hello",
		"docs/guide.md":     "guide",
		"docs/deep/more.md": "more",
		"docs/logo.PNG":     "not read",
		"docs/empty/":       "",
		"src/main.go":       "package main",
		"src/main_test.go":  "package main",
		".hidden.md":        "hidden",
		".config/x.md":      "hidden",
		".git/config.md":    "git",
		"large.txt":         strings.Repeat("x", 3<<10),
	}
	tests := []struct {
		name             string
		include, exclude []string
		options          filetree.Options
		want             []string
	}{
		{
			name: "everything",
			want: []string{"docs/deep/more.md", "docs/guide.md", "docs/logo.PNG: binary", "large.txt", "readme.md", "src/main.go", "src/main_test.go"},
		},
		{
			name:    "hidden",
			options: filetree.Options{Hidden: true}, include: []string{"*.md"},
			want: []string{".config/x.md", ".hidden.md", "docs/deep/more.md", "docs/guide.md", "readme.md"},
		},
		{
			name:    "large",
			options: filetree.Options{MaxFileSize: 2 << 10}, include: []string{"*.txt"},
			want: []string{"large.txt: larger than 2 KiB"},
		},
		{name: "base name", include: []string{"main*.go"}, want: []string{"src/main.go", "src/main_test.go"}},
		{name: "whole path", include: []string{"docs/*.md"}, want: []string{"docs/guide.md"}},
		{name: "any depth", include: []string{"docs/**/*.md"}, want: []string{"docs/deep/more.md", "docs/guide.md"}},
		{name: "anchored", include: []string{"/*.md"}, want: []string{"readme.md"}},
		{name: "alternatives", include: []string{"*.{go,txt}"}, exclude: []string{"*_test.go"}, want: []string{"large.txt", "src/main.go"}},
		{name: "folder", include: []string{"./docs/"}, exclude: []string{"deep"}, want: []string{"docs/guide.md", "docs/logo.PNG: binary"}},
		{name: "exclude wins", include: []string{"src"}, exclude: []string{"src/**"}},
		{name: "nothing matches", include: []string{"*.rst"}},
	}
	folder := t.TempDir()
	write(t, folder, files)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			collection := rag.Collection{Location: folder, Include: test.include, Exclude: test.exclude}
			got := scan(t, open(t, collection, test.options))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("items (-want +got):\n%s", diff)
			}
		})
	}
}

func TestScanVersions(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.md": "12345", "big.md": strings.Repeat("x", 2000)})
	tree := open(t, rag.Collection{Location: folder}, filetree.Options{MaxFileSize: 1000})
	for item, err := range tree.Scan(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(folder, item.Path))
		if err != nil {
			t.Fatal(err)
		}
		want := rag.Version{Size: info.Size(), Modified: info.ModTime()}
		if !item.Version.Equal(want) {
			t.Errorf("%s: version %v, want %v", item.Path, item.Version, want)
		}
	}
}

func TestScanStopsEarly(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/a.md": "a", "a/b.md": "b", "c.md": "c"})
	seen := 0
	for range open(t, rag.Collection{Location: folder}, filetree.Options{}).Scan(t.Context()) {
		seen++
		break
	}
	if seen != 1 {
		t.Errorf("saw %d items after break", seen)
	}
}

func TestScanCancelled(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.md": "a", "b.md": "b", "c.md": "c"})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var items int
	var last error
	for _, err := range open(t, rag.Collection{Location: folder}, filetree.Options{}).Scan(ctx) {
		if last = err; err == nil {
			items++
		}
		cancel()
	}
	if items != 1 || !errors.Is(last, context.Canceled) {
		t.Errorf("%d items, then %v; want 1, then context.Canceled", items, last)
	}
}

func TestSingleFile(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{".hidden.md": "me", "other.md": "not me", ".gitignore": "*"})
	location := filepath.Join(folder, ".hidden.md")
	tree := open(t, rag.Collection{Location: location}, filetree.Options{})
	if diff := cmp.Diff([]string{".hidden.md"}, scan(t, tree)); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	content, err := tree.Read(t.Context(), ".hidden.md")
	if err != nil || string(content.Data) != "me" {
		t.Errorf("read %q, %v", content.Data, err)
	}
	if got := tree.Absolute(".hidden.md"); got != location {
		t.Errorf("absolute %q, want %q", got, location)
	}
	if _, err := tree.Stat(t.Context(), "other.md"); !errors.Is(err, rag.ErrGone) {
		t.Errorf("stat of a neighbour: %v, want ErrGone", err)
	}
	if got := tree.Absolute("other.md"); got != "" {
		t.Errorf("absolute of a neighbour: %q", got)
	}
	if err := os.Remove(location); err != nil {
		t.Fatal(err)
	}
	if err := scanError(t, tree); !errors.Is(err, rag.ErrGone) {
		t.Errorf("scan after removal: %v, want ErrGone", err)
	}
}

// scanError returns the error that ends a scan.
func scanError(t testing.TB, tree *filetree.Tree) (last error) {
	t.Helper()
	for _, err := range tree.Scan(t.Context()) {
		last = err
	}
	return last
}

func TestMissingRoot(t *testing.T) {
	parent := t.TempDir()
	folder := filepath.Join(parent, "private place")
	write(t, folder, map[string]string{"a.md": "a"})
	tree := open(t, rag.Collection{Location: folder}, filetree.Options{})
	if err := os.Rename(folder, folder+" moved"); err != nil {
		t.Fatal(err)
	}
	_, openErr := filetree.Open(rag.Collection{Name: "notes", Location: folder}, filetree.Options{})
	_, statErr := tree.Stat(t.Context(), "a.md")
	_, readErr := tree.Read(t.Context(), "a.md")
	for name, err := range map[string]error{"open": openErr, "scan": scanError(t, tree), "stat": statErr, "read": readErr} {
		if !errors.Is(err, rag.ErrGone) {
			t.Errorf("%s: %v, want ErrGone", name, err)
		} else if strings.Contains(err.Error(), "private") {
			t.Errorf("%s: error names the location: %v", name, err)
		}
	}
	if err := os.Rename(folder+" moved", folder); err != nil {
		t.Fatal(err)
	}
	if got := scan(t, tree); len(got) != 1 {
		t.Errorf("after moving back: %q", got)
	}
}

func TestBadGlob(t *testing.T) {
	for _, pattern := range []string{"[a", "{a,b", ""} {
		collection := rag.Collection{Location: t.TempDir(), Exclude: []string{pattern}}
		_, err := filetree.Open(collection, filetree.Options{})
		if !errors.Is(err, rag.ErrInvalidRequest) {
			t.Errorf("%q: %v, want ErrInvalidRequest", pattern, err)
		}
	}
}

func BenchmarkScan(b *testing.B) {
	folder := b.TempDir()
	files := map[string]string{".gitignore": "*.log\n/build/\nnode_modules\n*.tmp\n!keep.tmp\ndocs/**/draft-*.md\n[Tt]humbs.db\n"}
	for i := range 10_000 {
		files[fmt.Sprintf("part%d/section%d/note%d.md", i/1000, i/50, i)] = "x"
	}
	for i := range 20 {
		files[fmt.Sprintf("part%d/section%d/.gitignore", i/2, i*10)] = "*.bak\n/out\n"
	}
	write(b, folder, files)
	tree := open(b, rag.Collection{Location: folder, Exclude: []string{"**/archive/**"}}, filetree.Options{})
	for b.Loop() {
		if got := len(scan(b, tree)); got != 10_000 {
			b.Fatalf("%d items", got)
		}
	}
}
