package extract_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rag-context/rag"
	"rag-context/rag/chunk"
	"rag-context/rag/extract"

	"rag-context/rag/ragtest"
)

// checkVerbatim extracts source and asserts that every block is exactly the
// lines it names.
func checkVerbatim(t *testing.T, name, path, source string) {
	t.Helper()
	e, err := extract.Text{}.Extract(t.Context(), rag.Content{Path: path, Data: []byte(source)})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	lines := strings.Split(source, "\n")
	for _, block := range e.Blocks {
		if block.First < 1 || block.Last > len(lines) || block.First > block.Last {
			t.Errorf("%s: lines %d to %d of %d", name, block.First, block.Last, len(lines))
		} else if want := strings.Join(lines[block.First-1:block.Last], "\n"); block.Text != want {
			t.Errorf("%s: lines %d to %d are %q, want %q", name, block.First, block.Last, block.Text, want)
		}
	}
	if len(e.Blocks) == 0 {
		t.Errorf("%s: no blocks", name)
	}
}

func TestRealFilesAreVerbatim(t *testing.T) {
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "LICENSE", "go.env", "src/fmt/print.go", "src/all.bash", "src/runtime/asm_amd64.s"} {
		source, err := os.ReadFile(ragtest.GoRoot(t, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		checkVerbatim(t, name, name, string(source))
	}
}

func TestFormats(t *testing.T) {
	tests := []struct{ path, text, want string }{
		{"a.md", "x", "markdown"},
		{"A.MARKDOWN", "x", "markdown"},
		{"dir.d/README", "x", "text"},
		{"LICENSE", "x", "text"},
		{"whatsnew.rst.txt", "x", "rst"},
		{"notes.md.txt", "x", "markdown"},
		{"notes.txt", "x", "text"},
		{"notes.2024.txt", "x", "text"},
		{"a.htm", "x", "html"},
		{"a.go", "package a", "go"},
		{"a.d.ts", "x", "typescript"},
		{"Makefile", "x", "makefile"},
		{"Dockerfile.prod", "x", "dockerfile"},
		{"CMakeLists.txt", "x", "cmake"},
		{"a.yml", "x", "yaml"},
		{"a.ndjson", "{}", "jsonl"},
		{"a.conf", "x", "code"},
		{"script", "#!/usr/bin/env -S python3.12 -u\nx", "python"},
		{"script", "#!/bin/bash\nx", "shell"},
		{"script", "#! /usr/bin/awk -f\nx", "code"},
		{"page", "\n<!DOCTYPE HTML>\n<p>x", "html"},
		{"page.unknown", "<html><p>x", "html"},
		{"feed", "<?xml version='1.0'?><a>x</a>", "xml"},
		{"page", "<?xml version='1.0'?>\n<!DOCTYPE html>\n<html><p>x</p></html>", "html"},
		{"a.unknown", "x", "text"},
		{".hidden", "x", "text"},
		{"", "x", "text"},
	}
	for _, test := range tests {
		e, err := extract.Text{}.Extract(t.Context(), rag.Content{Path: test.path, Data: []byte(test.text)})
		if err != nil || e.Format != test.want {
			t.Errorf("%q: %q, %v, want %q", test.path, e.Format, err, test.want)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (extract.Text{}).Extract(ctx, rag.Content{Path: "a.md", Data: []byte("x")}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// checkBlocks asserts what holds for the blocks of any format.
func checkBlocks(t *testing.T, blocks []chunk.Block) {
	t.Helper()
	last := 1
	for i, block := range blocks {
		if block.First < last || block.Last < block.First {
			t.Errorf("block %d: lines %d to %d after line %d", i, block.First, block.Last, last)
		}
		last = block.Last
		if strings.TrimSpace(block.Text) == "" {
			t.Errorf("block %d: blank text %q", i, block.Text)
		}
		if text := block.Text + block.Title; text != strings.ToValidUTF8(text, "") || strings.ContainsAny(text, "\x00") {
			t.Errorf("block %d: %q is no valid text", i, text)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for path, text := range map[string]string{
		"a.md":   "---\ntitle: x\ntags: #a #b\n---\n# H\n\ntext #tag\n\n```\ncode\n```\n| a | b |\n|---|---|\n",
		"a.toml": "+++\na = 1\n+++\n",
		"a.html": "<!--{\"Title\": \"x\"}--><title>t</title><nav>n</nav><h1>H</h1><p>a<br>b<ul><li>c<ol><li>d</ol></ul><table><tr><td>e<td>f<pre>g\n</pre></table>&amp;<p hidden>h<p>i",
		"b.html": "<table><h2>x</table><svg><title></svg></ul></ul><li>x</pre><script>",
		"a.rst":  "Title\n=====\n\n:tags: a\n",
		"a.org":  "#+title: x\n* H :a:b:\n",
		"a.go":   "package a\n\nfunc f() {}\n",
		"a.txt":  "\xff\xfea\x00\n\x00\r\n\rcaf\xe9",
		"a.json": "{\"a\": [1, 2]}",
	} {
		f.Add(path, []byte(text))
	}
	f.Fuzz(func(t *testing.T, path string, data []byte) {
		e, err := extract.Text{}.Extract(t.Context(), rag.Content{Path: path, Data: data})
		var skip *rag.SkipError
		if err != nil && !errors.As(err, &skip) {
			t.Fatal(err)
		}
		checkBlocks(t, e.Blocks)
		for _, text := range append([]string{e.Format, e.Title}, append(e.Tags, e.Aliases...)...) {
			if text != strings.ToValidUTF8(text, "") {
				t.Errorf("%q is no valid text", text)
			}
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	for _, name := range []string{"doc/go_spec.html", "src/fmt/print.go", "CONTRIBUTING.md"} {
		data, err := os.ReadFile(ragtest.GoRoot(b, filepath.FromSlash(name)))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(filepath.Base(name), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := (extract.Text{}).Extract(b.Context(), rag.Content{Path: name, Data: data}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
