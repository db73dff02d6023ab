package filetree_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/filetree"
)

func TestIgnoreFiles(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{
			name:  "plain name at any depth",
			files: map[string]string{".gitignore": "a.md\n", "a.md": "", "x/a.md": "", "x/b.md": ""},
			want:  []string{"x/b.md"},
		},
		{
			name:  "anchored",
			files: map[string]string{".gitignore": "/a.md\nx/c.md", "a.md": "", "x/a.md": "", "x/c.md": "", "y/x/c.md": ""},
			want:  []string{"x/a.md", "y/x/c.md"},
		},
		{
			name:  "folders only",
			files: map[string]string{".gitignore": "out/\n", "x/out": "a file", "y/out/a.md": "", "out/b.md": ""},
			want:  []string{"x/out"},
		},
		{
			name:  "later wins, and takes back",
			files: map[string]string{".gitignore": "*.log\n!keep.log\nkeep.log\n!keep.log\n", "a.log": "", "keep.log": "", "x/keep.log": ""},
			want:  []string{"keep.log", "x/keep.log"},
		},
		{
			name:  "taking back a folder's name is not its files",
			files: map[string]string{".gitignore": "*.log\n!x\n", "x/a.log": "", "x/a.md": ""},
			want:  []string{"x/a.md"},
		},
		{
			name:  "nothing comes back from an ignored folder",
			files: map[string]string{".gitignore": "x\n!x/a.md\n", "x/a.md": "", "y.md": ""},
			want:  []string{"y.md"},
		},
		{
			name:  "contents ignored, one file kept",
			files: map[string]string{".gitignore": "x/*\n!x/a.md\ny/**\n!y/a.md\n", "x/a.md": "", "x/b.md": "", "y/a.md": "", "y/b.md": ""},
			want:  []string{"x/a.md", "y/a.md"},
		},
		{
			name:  "nested is relative to its folder and stronger",
			files: map[string]string{".gitignore": "*.txt\n", "x/.gitignore": "!a.txt\n/b.md\n", "x/a.txt": "", "x/b.md": "", "x/y/b.md": "", "x/y/a.txt": "", "a.txt": ""},
			want:  []string{"x/a.txt", "x/y/a.txt", "x/y/b.md"},
		},
		{
			name:  "stars over folders",
			files: map[string]string{".gitignore": "**/tmp/*.md\na/**/z.md\n", "tmp/1.md": "", "b/tmp/2.md": "", "a/z.md": "", "a/b/c/z.md": "", "z.md": "", "a/b/y.md": ""},
			want:  []string{"a/b/y.md", "z.md"},
		},
		{
			name:  "classes",
			files: map[string]string{".gitignore": "[!ab].md\n[[:digit:]]?.txt\n[]x].c\n", "a.md": "", "c.md": "", "1x.txt": "", "xx.txt": "", "].c": "", "x.c": "", "y.c": ""},
			want:  []string{"a.md", "xx.txt", "y.c"},
		},
		{
			name:  "odd lines",
			files: map[string]string{".gitignore": "\ufeffbom.md\r\n# a.md\n\\#b.md\n\\!c.md\ntrailing.md   \nspace\\ \n\n/\n[\nback\\\n{d,e}.md\n", "bom.md": "", "a.md": "", "#b.md": "", "!c.md": "", "trailing.md": "", "space ": "", "d.md": "", "{d,e}.md": ""},
			want:  []string{"a.md", "d.md"},
		},
		{
			name:  "kinds",
			files: map[string]string{".gitignore": "a.md\nb.md\n", ".ignore": "!a.md\nc.md\n", ".rag-context-ignore": "!b.md\n!c.md\nd.md", "a.md": "", "b.md": "", "c.md": "", "d.md": ""},
			want:  []string{"a.md", "b.md", "c.md"},
		},
		{
			name:  "own file of an outer folder is stronger than git's of an inner",
			files: map[string]string{".rag-context-ignore": "!x/a.md\n", "x/.gitignore": "*.md\n", "x/a.md": "", "x/b.md": ""},
			want:  []string{"x/a.md"},
		},
		{
			name:  "exclude file of git is the weakest",
			files: map[string]string{".git/info/exclude": "a.md\nb.md\n", ".gitignore": "!b.md\n", "a.md": "", "b.md": ""},
			want:  []string{"b.md"},
		},
		{
			name:  "a repository within is its own",
			files: map[string]string{".git/info/exclude": "a.md\n", ".gitignore": "b.md\n", ".ignore": "c.md\n", "x/.git/info/exclude": "d.md\n", "x/a.md": "", "x/b.md": "", "x/c.md": "", "x/d.md": ""},
			want:  []string{"x/a.md", "x/b.md"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			write(t, folder, test.files)
			got := scan(t, open(t, rag.Collection{Location: folder}, filetree.Options{}))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("items (-want +got):\n%s", diff)
			}
		})
	}
}

func TestIgnoreFilesAround(t *testing.T) {
	base := t.TempDir()
	write(t, base, map[string]string{
		".gitignore":                  "*.md\n",
		"repo/.git/info/exclude":      "secret.txt\n",
		"repo/.gitignore":             "*.log\n/docs/sub/top.txt\n/top.txt\ndocs/sub/deep/\n",
		"repo/docs/.gitignore":        "!keep.log\n/sub/b.txt\n",
		"repo/docs/sub/a.md":          "",
		"repo/docs/sub/a.log":         "",
		"repo/docs/sub/keep.log":      "",
		"repo/docs/sub/b.txt":         "",
		"repo/docs/sub/top.txt":       "",
		"repo/docs/sub/secret.txt":    "",
		"repo/docs/sub/deep/x.txt":    "",
		"repo/docs/sub/other/top.txt": "",
	})
	collection := rag.Collection{Location: filepath.Join(base, "repo", "docs", "sub")}
	want := []string{"a.md", "keep.log", "other/top.txt"}
	if diff := cmp.Diff(want, scan(t, open(t, collection, filetree.Options{}))); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	all := scan(t, open(t, collection, filetree.Options{NoIgnore: true}))
	if len(all) != 8 {
		t.Errorf("NoIgnore: %d items %q, want 8", len(all), all)
	}
}
