package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

// TestRanks holds the place of each question's answer against a golden file, by
// words alone and with meaning, so that a change of ranking shows as a diff.
func TestRanks(t *testing.T) {
	u := newUser(t)
	u.run("add", "../../testdata/handbook", "--name", "handbook")
	u.run("learn", "--force")
	var table strings.Builder
	for _, mode := range []string{"lexical", "hybrid"} {
		var ranks []int
		for _, q := range readQuestions(t, "../../testdata/questions.tsv") {
			rank := rankOf(ask[rag.Result](u, "search", "--json", "-n", "200", "--mode", mode, "--", q.question), q.answers)
			ranks = append(ranks, rank)
			fmt.Fprintf(&table, "%s\t%d\t%s\n", mode, rank, q.question)
		}
		fmt.Fprintf(&table, "%s\tfirst %d, among the first 5 %d, of %d\n", mode, amongFirst(ranks, 1), amongFirst(ranks, 5), len(ranks))
	}
	const golden = "../../testdata/relevance/handbook.tsv"
	if *update {
		if err := os.WriteFile(golden, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(table.String(), "\n")); diff != "" {
		t.Errorf("ranks have changed (-want +got); go test ./cmd/rag-context -run TestRanks -update takes them over:\n%s", diff)
	}
}

// rankOf returns the place of the first document that answers, 0 where none
// was found.
func rankOf(result rag.Result, answers []string) int {
	for i, place := range firstDocuments(result, 1000) {
		if _, path, _ := strings.Cut(place, "/"); slices.Contains(answers, path) {
			return i + 1
		}
	}
	return 0
}

func amongFirst(ranks []int, most int) (n int) {
	for _, rank := range ranks {
		if 0 < rank && rank <= most {
			n++
		}
	}
	return n
}
