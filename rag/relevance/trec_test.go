package relevance_test

import (
	"bufio"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rag-context/rag/relevance"
)

// TestAgainstTrecEval holds every metric of every query against what trec_eval
// says; testdata/trec/README.md tells how its answers were made.
func TestAgainstTrecEval(t *testing.T) {
	judgements := readTrecJudgements(t)
	run := readTrecRun(t)
	compared, sums := 0, map[string]float64{}
	for _, fields := range trecFields(t, "expected.tsv") {
		query, name, want := fields[0], fields[1], number(t, fields[2])
		if got := metric(t, name).Of(run[query], judgements[query]); got < want-1e-6 || got > want+1e-6 {
			t.Errorf("%s: %s is %.6f, trec_eval says %.6f", query, name, got, want)
		}
		sums[name] += want
		compared++
	}
	if compared != 16*11 {
		t.Errorf("compared %d values, want 16 metrics of 11 queries", compared)
	}
	for name, sum := range sums {
		scores := relevance.Evaluate(run, judgements, metric(t, name))
		// q1 to q10 and q12, which found nothing: q11 has nothing relevant, q13 no judgements.
		if got, want := relevance.Mean(scores.Of(metric(t, name))), sum/11; len(scores.Queries) != 11 || got < want-1e-6 || got > want+1e-6 {
			t.Errorf("mean of %s over %d queries is %.6f, want %.6f over 11", name, len(scores.Queries), got, want)
		}
	}
}

func trecFields(t *testing.T, name string) [][]string {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "trec", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows [][]string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		rows = append(rows, strings.Fields(lines.Text()))
	}
	return rows
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func readTrecJudgements(t *testing.T) relevance.Judgements {
	judgements := relevance.Judgements{}
	for _, fields := range trecFields(t, "qrels.txt") {
		if judgements[fields[0]] == nil {
			judgements[fields[0]] = relevance.Grades{}
		}
		judgements[fields[0]][fields[2]] = int(number(t, fields[3]))
	}
	return judgements
}

// readTrecRun ranks as trec_eval does: by score, ties by document in descending
// order.
func readTrecRun(t *testing.T) relevance.Run {
	scores := map[string]map[string]float64{}
	for _, fields := range trecFields(t, "run.txt") {
		if scores[fields[0]] == nil {
			scores[fields[0]] = map[string]float64{}
		}
		scores[fields[0]][fields[2]] = number(t, fields[4])
	}
	run := relevance.Run{}
	for query, of := range scores {
		for document := range of {
			run[query] = append(run[query], document)
		}
		slices.SortFunc(run[query], func(a, b string) int {
			return cmp.Or(cmp.Compare(of[b], of[a]), strings.Compare(b, a))
		})
	}
	return run
}
