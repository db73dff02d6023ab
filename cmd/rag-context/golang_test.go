package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rag-context/rag"

	"rag-context/rag/ragtest"
)

// TestGoDistribution asks the Go distribution's own text questions whose answer
// file is known. go.mod names the oldest Go that will do, and each release moves
// things about: there is no golden file of ranks, and a few may be missed.
func TestGoDistribution(t *testing.T) {
	u := newUser(t)
	folders := []string{"--in", ragtest.GoRoot(t, "doc"), "--in", ragtest.GoRoot(t, "src", "net"), "--in", ragtest.GoRoot(t, "src", "encoding")}
	questions := readQuestions(t, "../../testdata/golang/questions.tsv")
	hits := 0
	for _, q := range questions {
		result := ask[rag.Result](u, append(append([]string{"search", "--json", "-n", "100"}, folders...), "--", q.question)...)
		if documents := firstDocuments(result, 5); slices.ContainsFunc(q.answers, func(path string) bool { return slices.Contains(documents, path) }) {
			hits++
		} else {
			t.Logf("missed %q: got %v", q.question, documents)
		}
		checkCitations(t, result)
	}
	if least := len(questions) * 9 / 10; hits < least {
		t.Errorf("%d of %d questions have their file among the first 5; want %d", hits, len(questions), least)
	}
}

type knownQuestion struct {
	question string
	answers  []string // "collection/path" of the files that answer it
}

// readQuestions reads lines of question, tab, paths with "|" between them.
func readQuestions(t testing.TB, path string) []knownQuestion {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var questions []knownQuestion
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		if len(columns) < 2 {
			t.Fatalf("%s: %q has no tab", path, line)
		}
		questions = append(questions, knownQuestion{columns[0], strings.Split(columns[1], "|")})
	}
	return questions
}

// firstDocuments returns the places of the n best documents.
func firstDocuments(result rag.Result, n int) []string {
	var places []string
	for _, passage := range result.Passages {
		if place := passage.Collection + "/" + passage.Path; len(places) < n && !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	return places
}

// checkCitations looks the cited lines of Go files up in the files.
func checkCitations(t *testing.T, result rag.Result) {
	t.Helper()
	roots := map[string]string{"doc": ragtest.GoRoot(t, "doc"), "net": ragtest.GoRoot(t, "src", "net"), "encoding": ragtest.GoRoot(t, "src", "encoding")}
	for _, passage := range result.Passages {
		if filepath.Ext(passage.Path) != ".go" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(roots[passage.Collection], filepath.FromSlash(passage.Path)))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		if cited := strings.Join(lines[passage.Lines[0]-1:passage.Lines[1]], "\n"); cited != passage.Text {
			t.Errorf("%s:%d-%d is cited with other text than stands there", passage.Path, passage.Lines[0], passage.Lines[1])
		}
	}
}
