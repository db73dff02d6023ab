package chunk_test

import (
	"os"
	"strings"
	"testing"

	"rag-context/rag/chunk"

	"rag-context/rag/ragtest"
)

func BenchmarkMarkdown(b *testing.B) { benchmark(b, "markdown", goroot(b, "doc", "godebug.md")) }
func BenchmarkText(b *testing.B)     { benchmark(b, "text", goroot(b, "doc", "go_spec.html")) }
func BenchmarkGo(b *testing.B)       { benchmark(b, "go", goroot(b, "src", "net", "http", "server.go")) }
func BenchmarkC(b *testing.B) {
	benchmark(b, "c", goroot(b, "src", "regexp", "testdata", "testregex.c"))
}

func benchmark(b *testing.B, format, text string) {
	if format != "go" { // which would not parse any more
		text = strings.Repeat(text+"\n", 1+1<<20/len(text))
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if len(chunk.Assemble(chunk.Outline(format, text), chunk.Options{})) == 0 {
			b.Fatal("no chunks")
		}
	}
}

// goroot reads a file of the Go installation.
func goroot(t testing.TB, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(ragtest.GoRoot(t, path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
