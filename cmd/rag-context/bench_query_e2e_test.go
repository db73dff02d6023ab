//go:build e2e && unix

package main

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"rag-context/rag"
	"rag-context/rag/embedders/static"
	"rag-context/rag/extract"
	"rag-context/rag/filetree"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
)

// largeQuestions are on the Go distribution's sources, with words from rare to
// very common.
var largeQuestions = []string{
	"how does the garbage collector decide when to start a cycle",
	"where is the TLS handshake state machine",
	"func that returns the error for a file that does not exist",
	"parse a date in RFC 3339",
	"ErrServerClosed",
	"what happens when a map is written by two goroutines",
	"compress data with gzip writer",
	"register allocation of the compiler",
}

// BenchmarkQueryLarge asks an index of the Go distribution's sources, some
// 80,000 passages, in this process: the CPU time of a question, engine only.
// RAG_CONTEXT_BENCH_COPIES indexes the sources that many times over.
func BenchmarkQueryLarge(b *testing.B) {
	library := largeLibrary(b)
	states, err := library.Collections(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	passages := 0
	for _, state := range states {
		passages += state.Passages
	}
	for _, mode := range []rag.Mode{rag.ModeLexical, rag.ModeHybrid} {
		b.Run(string(mode), func(b *testing.B) {
			started, asked := cpuTime(), 0
			for b.Loop() {
				for _, question := range largeQuestions {
					result, err := rag.Query(b.Context(), library, rag.Request{Question: question, Mode: mode, NoSync: true})
					if err != nil || len(result.Passages) == 0 || result.Mode != mode {
						b.Fatalf("%s: %d passages as %s, %v", question, len(result.Passages), result.Mode, err)
					}
					asked++
				}
			}
			b.ReportMetric((cpuTime()-started).Seconds()*1000/float64(asked), "cpu-ms/question")
			b.ReportMetric(float64(passages), "passages")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// largeLibrary is learned and complete.
func largeLibrary(b *testing.B) *rag.Library {
	b.Helper()
	copies, _ := strconv.Atoi(os.Getenv("RAG_CONTEXT_BENCH_COPIES"))
	engine := sqlitestore.Engine{Folder: b.TempDir()}
	scope, err := rag.NewScope(ragtest.Tenant(b, "large"), rag.ScopeOptions{Write: true})
	if err != nil {
		b.Fatal(err)
	}
	library, err := rag.OpenLibrary(b.Context(), engine, scope, true, rag.LibraryOptions{
		OpenSource: func(c rag.Collection) (rag.Source, error) { return filetree.Open(c, filetree.Options{}) },
		Extractor:  extract.Text{},
		Embedding:  rag.Embedding{Embedder: static.New()},
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := library.Close(); err != nil {
			b.Error(err)
		}
	})
	folder, err := filepath.EvalSymlinks(ragtest.GoRoot(b, "src"))
	if err != nil {
		b.Fatal(err)
	}
	for i := range max(1, copies) {
		if err := library.Add(b.Context(), rag.Collection{Name: "src" + strconv.Itoa(i), Kind: filetree.Kind, Location: folder}); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := rag.Sync(b.Context(), library, rag.SyncOptions{}); err != nil {
		b.Fatal(err)
	}
	if _, err := rag.Learn(b.Context(), library, rag.LearnOptions{}); err != nil {
		b.Fatal(err)
	}
	return library
}
