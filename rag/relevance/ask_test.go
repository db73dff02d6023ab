package relevance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/extract"
	"rag-context/rag/ragtest"
	"rag-context/rag/relevance"
	"rag-context/rag/sqlitestore"
)

// tinyLibrary indexes the tiny collection as any other is.
func tinyLibrary(t *testing.T, corpus *relevance.Corpus) *rag.Library {
	t.Helper()
	scope, err := rag.NewScope(ragtest.Tenant(t, "eval"), rag.ScopeOptions{Write: true})
	if err != nil {
		t.Fatal(err)
	}
	library, err := rag.OpenLibrary(t.Context(), sqlitestore.Engine{Folder: t.TempDir()}, scope, true, rag.LibraryOptions{
		OpenSource: func(rag.Collection) (rag.Source, error) { return corpus, nil },
		Extractor:  extract.Text{},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { library.Close() })
	if err := library.Add(t.Context(), rag.Collection{Name: "tiny", Kind: relevance.Kind}); err != nil {
		t.Fatal(err)
	}
	if _, err := rag.Sync(t.Context(), library, rag.SyncOptions{}); err != nil {
		t.Fatal(err)
	}
	return library
}

func TestAsk(t *testing.T) {
	collection := openTiny(t)
	library := tinyLibrary(t, collection.Corpus)
	asked := 0
	run, err := relevance.Ask(t.Context(), library, collection.Queries, relevance.AskOptions{
		Mode: rag.ModeLexical, Name: relevance.CorpusID, Each: func() { asked++ },
	})
	if err != nil {
		t.Fatal(err)
	}
	first := map[string]string{}
	for query, ranking := range run {
		first[query] = strings.Join(ranking[:min(1, len(ranking))], "")
	}
	want := map[string]string{"q1": "moon#1", "q2": "sun/2", "q3": "Mars 3", "q4": "bare", "blank": ""}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("first documents (-want +got)\n%s", diff)
	}
	if asked != len(collection.Queries) {
		t.Errorf("told of %d queries, want %d", asked, len(collection.Queries))
	}
	scores := relevance.Evaluate(run, collection.Judgements, relevance.Standard()...)
	for name, values := range scores.Values {
		if got := relevance.Mean(values); !near(got, 4.0/5) { // the blank query finds nothing
			t.Errorf("%s is %v, want 0.8", name, got)
		}
	}
	shallow, err := relevance.Ask(t.Context(), library, []relevance.Query{{ID: "two", Text: "tides sunspots"}}, relevance.AskOptions{Depth: 1})
	if err != nil || len(shallow["two"]) != 1 || !strings.HasPrefix(shallow["two"][0], "tiny/") {
		t.Errorf("a ranking of depth 1 is %v, %v", shallow["two"], err)
	}
}

// TestModes: a mode counts only where the result says that it was used.
func TestModes(t *testing.T) {
	library := tinyLibrary(t, openTiny(t).Corpus)
	modes, err := relevance.Modes(t.Context(), library)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(modes, rag.ModeLexical) {
		t.Errorf("modes are %v; words can always be matched", modes)
	}
	for _, mode := range modes {
		result, err := rag.Query(t.Context(), library, rag.Request{Question: "tides", Mode: mode})
		if err != nil || result.Mode != mode {
			t.Errorf("asked for %s, matched by %s; %v", mode, result.Mode, err)
		}
	}
}

func TestDocuments(t *testing.T) {
	passages := []rag.Found{
		{Collection: "a", Path: "x"}, {Collection: "a", Path: "y"}, {Collection: "a", Path: "x"}, {Collection: "b", Path: "x"}, {Collection: "a", Path: "y"},
	}
	if diff := cmp.Diff([]string{"a/x", "a/y", "b/x"}, relevance.Documents(passages, relevance.Place)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
