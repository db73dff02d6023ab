package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed is what each package may import besides the standard library: the
// domain knows its pure leaves only, adapters know the domain, doors know the
// domain and not each other, and only this command knows all. "rag" stands for
// rag-context/rag. A folder without a row fails, and so does a row, or an entry
// of one, that nothing needs any more.
var allowed = map[string][]string{
	"rag":                     {"rag/chunk", "rag/fuse", "rag/lexical", "rag/lsa", "rag/overlap", "rag/querylang", "rag/trigram"},
	"rag/chunk":               {},
	"rag/fuse":                {},
	"rag/lsa":                 {},
	"rag/overlap":             {},
	"rag/querylang":           {},
	"rag/trigram":             {},
	"rag/vector":              {},
	"rag/lexical":             {"github.com/blevesearch/snowballstem", "golang.org/x/text"},
	"rag/extract":             {"rag", "rag/chunk", "github.com/gogs/chardet", "github.com/pelletier/go-toml/v2", "go.yaml.in/yaml/v3", "golang.org/x/net", "golang.org/x/text"},
	"rag/modelserver":         {},
	"rag/embedders/endpoint":  {"rag", "rag/modelserver"},
	"rag/embedders/gemm":      {"golang.org/x/sys"},
	"rag/embedders/minilm":    {"rag", "rag/embedders/gemm", "rag/embedders/wordpiece"},
	"rag/embedders/static":    {"rag", "rag/embedders/wordpiece"},
	"rag/embedders/wordpiece": {"golang.org/x/text"},
	"rag/rerankers/endpoint":  {"rag", "rag/modelserver"},
	"rag/filetree":            {"rag", "github.com/bmatcuk/doublestar/v4"},
	"rag/ragtest":             {"rag", "rag/chunk", "rag/trigram", "github.com/google/go-cmp"},
	"rag/relevance":           {"rag"},
	"rag/sqlitestore":         {"rag", "rag/lexical", "rag/trigram", "rag/vector", "github.com/gofrs/flock", "github.com/ncruces/go-sqlite3"},
	"pack":                    {"rag"},
	"pack/cite":               {},
	"health":                  {},
	"health/llmtest":          {},
	"transport/chatpage":      {},
	"transport/desktop":       {"github.com/atotto/clipboard", "github.com/pkg/browser", "github.com/aymanbagabas/go-osc52/v2", "golang.org/x/sys", "golang.org/x/term"},
	"transport/mcpserver": {
		"rag", "pack", "github.com/modelcontextprotocol/go-sdk", "github.com/google/jsonschema-go", "github.com/rs/cors",
		"github.com/VictoriaMetrics/metrics", "golang.org/x/time",
	},
	"transport/oauth": {
		"rag", "github.com/modelcontextprotocol/go-sdk", "github.com/MicahParks/keyfunc/v3", "github.com/golang-jwt/jwt/v5", "golang.org/x/time",
	},
	"transport/tui": {
		"rag", "pack", "health", "charm.land/bubbletea/v2", "github.com/charmbracelet/colorprofile", "github.com/charmbracelet/x/ansi",
	},
	"transport/tokenfile": {"rag", "github.com/gofrs/flock"},
	"testdata":            {},
	"cmd/rag-context": {
		"rag", "rag/embedders/endpoint", "rag/embedders/minilm", "rag/embedders/static", "rag/extract", "rag/filetree", "rag/lexical", "rag/querylang", "rag/relevance", "rag/rerankers/endpoint", "rag/sqlitestore",
		"pack", "pack/cite", "health",
		"transport/chatpage", "transport/desktop", "transport/mcpserver", "transport/oauth", "transport/tokenfile", "transport/tui", "testdata",
		"github.com/adrg/xdg", "github.com/alecthomas/kong", "github.com/bmatcuk/doublestar/v4", "github.com/jotaen/kong-completion",
		"github.com/modelcontextprotocol/go-sdk",
		"github.com/pelletier/go-toml/v2", "github.com/posener/complete", "github.com/schollz/progressbar/v3", "github.com/tailscale/hujson", "golang.org/x/term",
	},
}

// corpus is text to search, some of it Go; it is no part of the program.
const corpus = "testdata/handbook"

func TestImports(t *testing.T) {
	found := importsByPackage(t)
	for folder, imports := range found {
		row, listed := allowed[folder]
		if !listed {
			t.Errorf("package %s has no row in allowed", folder)
			continue
		}
		for _, path := range imports {
			if !slices.ContainsFunc(row, func(entry string) bool { return within(path, entry) }) {
				t.Errorf("%s must not import %s", folder, path)
			}
		}
		for _, entry := range row {
			if !slices.ContainsFunc(imports, func(path string) bool { return within(path, entry) }) {
				t.Errorf("%s no longer imports %s: take it out of its row", folder, entry)
			}
		}
	}
	for folder := range allowed {
		if _, there := found[folder]; !there {
			t.Errorf("there is no package %s: take its row out", folder)
		}
	}
}

// within reports whether path is the entry or, for a module of others, one of
// its packages. Our own packages are meant one by one.
func within(path, entry string) bool {
	return path == entry || strings.Contains(entry, ".") && strings.HasPrefix(path, entry+"/")
}

// importsByPackage reads the sources, so that the test cache sees a new file.
// Imports of tests don't count.
func importsByPackage(t *testing.T) map[string][]string {
	t.Helper()
	const root = "../.."
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(filepath.Dir(relative))
		if entry.IsDir() {
			if filepath.ToSlash(relative) == corpus || len(entry.Name()) > 2 && entry.Name()[0] == '.' {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		imports, err := importsOf(path)
		found[folder] = append(found[folder], imports...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// importsOf returns a file's imports outside the standard library.
func importsOf(path string) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var imports []string
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		own, isOwn := strings.CutPrefix(name, "rag-context/")
		first, _, _ := strings.Cut(name, "/")
		switch {
		case isOwn:
			imports = append(imports, own)
		case strings.Contains(first, "."):
			imports = append(imports, name)
		}
	}
	return imports, nil
}
