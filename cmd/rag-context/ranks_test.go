//go:build !race

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
	checkRanks(t, "handbook", "", ranksOf(u, readQuestions(t, "../../testdata/questions.tsv")))
}

// ranksOf returns a line for each mode and question with the place of its
// answer, and one that sums up the mode.
func ranksOf(u *user, questions []knownQuestion, options ...string) string {
	var table strings.Builder
	for _, mode := range []string{"lexical", "hybrid"} {
		var ranks []int
		for _, q := range questions {
			arguments := append([]string{"search", "--json", "-n", "200", "--mode", mode}, options...)
			rank := rankOf(ask[rag.Result](u, append(arguments, "--", q.question)...), q.answers)
			ranks = append(ranks, rank)
			fmt.Fprintf(&table, "%s\t%d\t%s\n", mode, rank, q.question)
		}
		fmt.Fprintf(&table, "%s\tfirst %d, among the first 5 %d, of %d\n", mode, amongFirst(ranks, 1), amongFirst(ranks, 5), len(ranks))
	}
	return table.String()
}

// checkRanks compares ranks with the golden file of that name. Where documents
// are not this repository's own, corpus is one line that tells which they are.
// The golden file begins with it, and a failure says whether they are others.
func checkRanks(t *testing.T, name, corpus, ranks string) {
	t.Helper()
	golden := "../../testdata/relevance/" + name + ".tsv"
	if *update {
		if err := os.WriteFile(golden, []byte(corpus+ranks), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want, note := string(text), ""
	if corpus != "" {
		ranked, rest, _ := strings.Cut(want, "\n")
		want = rest
		if ranked += "\n"; ranked != corpus {
			note = fmt.Sprintf("the documents are others:\nthen %snow  %s", ranked, corpus)
		}
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(ranks, "\n")); diff != "" {
		t.Errorf("ranks have changed (-want +got); go test -tags e2e ./cmd/rag-context -run %s -update takes them over:\n%s%s", t.Name(), diff, note)
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
