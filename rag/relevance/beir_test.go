package relevance_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/rag"
	"rag-context/rag/relevance"
)

func openTiny(t *testing.T) *relevance.BEIR {
	t.Helper()
	collection, err := relevance.OpenBEIR(filepath.Join("testdata", "tiny"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { collection.Close() })
	return collection
}

func TestOpenBEIR(t *testing.T) {
	collection := openTiny(t)
	wantQueries := []relevance.Query{
		{"q1", "When do tides come?"}, {"q2", "How long is the cycle of sunspots?"}, {"q3", "Why is the planet red?"},
		{"q4", "comet at perihelion"}, {"blank", " "},
	}
	if diff := cmp.Diff(wantQueries, collection.Queries); diff != "" {
		t.Errorf("queries (-want +got)\n%s", diff)
	}
	wantJudgements := relevance.Judgements{
		"q1": {"moon#1": 2, "sun/2": 0}, "q2": {"sun/2": 1}, "q3": {"Mars 3": 1, "moon#1": -1}, "q4": {"bare": 1}, "blank": {"moon#1": 1},
	}
	if diff := cmp.Diff(wantJudgements, collection.Judgements); diff != "" {
		t.Errorf("judgements (-want +got)\n%s", diff)
	}
	if collection.Lost != 1 || collection.Corpus.Len() != 5 {
		t.Errorf("%d queries lost and %d documents, want 1 and 5", collection.Lost, collection.Corpus.Len())
	}
}

// layout writes the files of a collection, of which some are given.
func layout(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"corpus.jsonl":  `{"_id":"d","text":"words"}`,
		"queries.jsonl": `{"_id":"q","text":"words"}`,
		"qrels.tsv":     "q\td\t1",
	} {
		if given, ok := files[name]; ok {
			text = given
			delete(files, name)
		}
		if text != "" {
			files[name] = text
		}
	}
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestLayouts(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"no header, no final newline": {},
		"header and CRLF":             {"qrels.tsv": "query-id\tcorpus-id\tscore\r\nq\td\t1\r\n"},
		"qrels folder":                {"qrels.tsv": "", "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq\td\t1\n"},
		"grade as a float":            {"qrels.tsv": "q\td\t1.0\n"},
		"long line":                   {"corpus.jsonl": `{"_id":"d","text":"` + strings.Repeat("words ", 100_000) + `"}`},
	} {
		collection, err := relevance.OpenBEIR(layout(t, files))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(relevance.Judgements{"q": {"d": 1}}, collection.Judgements); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
		collection.Close()
	}
}

func TestBadLayouts(t *testing.T) {
	for _, test := range []struct{ file, text, want string }{
		{"corpus.jsonl", "{\"_id\":\"d\",\"text\":\"x\"}\n\n{\"_id\":\"d\",\"text\":\"y\"}\n", `corpus.jsonl: line 3: document "d" is there twice`},
		{"corpus.jsonl", `{"text":"x"}`, "corpus.jsonl: line 1: no _id"},
		{"corpus.jsonl", `{"_id":`, "corpus.jsonl: line 1: "},
		{"queries.jsonl", "{\"_id\":\"q\"}\n{\"_id\":\"q\"}", `queries.jsonl: line 2: query "q" is there twice`},
		{"qrels.tsv", "a\tb\tscore\nq\td\tgood\n", `qrels.tsv: line 2: grade "good" is no whole number`},
		{"qrels.tsv", "q\td\t0.5\n", "grade"},
		{"qrels.tsv", "q d 1\n", "1 columns"},
		{"corpus.jsonl", "", "corpus.jsonl: "},
		{"queries.jsonl", "", "queries.jsonl: "},
		{"qrels.tsv", "", "test.tsv: "},
	} {
		folder := layout(t, map[string]string{test.file: test.text})
		_, err := relevance.OpenBEIR(folder)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), folder) {
			t.Errorf("%s %q: error is %v, want %q and no place", test.file, test.text, err, test.want)
		}
		if test.text == "" && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("missing %s: error is %v, want fs.ErrNotExist", test.file, err)
		}
	}
}

func TestCorpusIsSource(t *testing.T) {
	corpus := openTiny(t).Corpus
	type document struct{ ID, Title, Text string }
	var got []document
	for item, err := range corpus.Scan(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		content, err := corpus.Read(t.Context(), item.Path)
		if err != nil {
			t.Fatal(err)
		}
		version, err := corpus.Stat(t.Context(), item.Path)
		if err != nil || !version.Equal(item.Version) || !version.Equal(content.Version) {
			t.Errorf("%s: versions %v, %v, %v; %v", item.Path, item.Version, version, content.Version, err)
		}
		id, _ := relevance.DocumentID(content.Path)
		got = append(got, document{id, content.Title, string(content.Data)})
	}
	want := []document{
		{"moon#1", "The Moon", "Tides follow the Moon. Each tide comes about fifty minutes later than on the day before."},
		{"sun/2", "The Sun", "Sunspots are cooler places on the surface. Their number rises and falls in eleven years."},
		{"Mars 3", "", "Iron oxide makes the planet look red.\nDust storms may cover all of it."},
		{"bare", "Perihelion of a comet", "Perihelion of a comet"},
		{"erde-ü", "Erde", "Die Erde dreht sich in 23 Stunden, 56 Minuten und 4 Sekunden einmal um sich."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if _, err := corpus.Stat(t.Context(), "none.txt"); !errors.Is(err, rag.ErrGone) {
		t.Errorf("stat of no document: %v, want ErrGone", err)
	}
	if _, err := corpus.Read(t.Context(), "none.txt"); !errors.Is(err, rag.ErrGone) {
		t.Errorf("read of no document: %v, want ErrGone", err)
	}
}

func TestDocumentPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.String().Draw(t, "id")
		path := relevance.DocumentPath(id)
		if back, ok := relevance.DocumentID(path); !ok || back != id {
			t.Fatalf("%q comes back as %q, %v", id, back, ok)
		}
		if !fs.ValidPath(path) || strings.ContainsAny(strings.TrimSuffix(path, ".txt"), "aeiou0123456789/.") {
			t.Fatalf("%q has the path %q", id, path)
		}
	})
	for _, path := range []string{"", "a.txt", "ab.txt", "bb.md", "bb", "BB.txt"} {
		if id, ok := relevance.DocumentID(path); ok {
			t.Errorf("%q is taken for the path of %q", path, id)
		}
	}
}
