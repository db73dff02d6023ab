package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/relevance"
)

func TestParseBound(t *testing.T) {
	got, err := parseBound("recall@100=0.95")
	if want := (bound{relevance.Metric{Name: "recall", Cutoff: 100}, 0.95}); err != nil || got != want {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	for _, text := range []string{"", "ndcg@10", "ndcg@10=", "ndcg@10=high", "ndcg@10=1.5", "ndcg@10=-1", "ndcg@10=NaN", "=1"} {
		if got, err := parseBound(text); err == nil {
			t.Errorf("%q is read as %v, want an error", text, got)
		}
	}
}

// TestEvery: the halves hold each query once, and all of them together.
func TestEvery(t *testing.T) {
	queries := []relevance.Query{{ID: "1"}, {ID: "2"}, {ID: "3"}}
	for which, want := range map[string][]relevance.Query{
		"all": queries, "odd": {{ID: "1"}, {ID: "3"}}, "even": {{ID: "2"}},
	} {
		if diff := cmp.Diff(want, every(which, queries)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", which, diff)
		}
	}
}

func TestEarlier(t *testing.T) {
	before := []measured{
		{Collection: "one", Mode: rag.ModeLexical}, {Collection: "one", Mode: rag.ModeVector}, {Collection: "one", Mode: rag.ModeLexical, Class: "easy"},
		{Collection: "two", Mode: rag.ModeLexical},
	}
	for _, test := range []struct {
		row  measured
		want rag.Mode // "" for none
	}{
		{measured{Collection: "one", Mode: rag.ModeVector}, rag.ModeVector},
		{measured{Collection: "one", Mode: rag.ModeHybrid}, ""}, // against which of two?
		{measured{Collection: "one", Mode: rag.ModeHybrid, Class: "easy"}, rag.ModeLexical},
		{measured{Collection: "two", Mode: rag.ModeHybrid}, rag.ModeLexical},
		{measured{Collection: "three", Mode: rag.ModeLexical}, ""},
	} {
		got, found := earlier(before, test.row)
		if got.Mode != test.want || found != (test.want != "") {
			t.Errorf("%v is held against %q, want %q", test.row, got.Mode, test.want)
		}
	}
}

// TestMeasuredFile: what was saved is read again as it was.
func TestMeasuredFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "values.json")
	rows := []measured{{Collection: "c", Mode: rag.ModeLexical, Class: "k", Scores: relevance.Scores{
		Queries: []string{"1", "2"}, Values: map[string][]float64{"ndcg@10": {1, 0.123456789012345}},
	}}}
	if err := saveMeasured(path, rows); err != nil {
		t.Fatal(err)
	}
	got, err := readMeasured(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rows, got, cmp.AllowUnexported(measured{}, cost{})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	rows[0].Scores.Values["map"] = []float64{1}
	if err := saveMeasured(path, rows); err != nil {
		t.Fatal(err)
	}
	if _, err := readMeasured(path); err == nil || !strings.Contains(err.Error(), "map of c has 1 values for 2 queries") {
		t.Errorf("values that lack a query: error is %v", err)
	}
}

// TestCPUTime: it goes on with work, and only on.
func TestCPUTime(t *testing.T) {
	before := cpuTime()
	after := before
	for after == before {
		after = cpuTime()
	}
	if after < before {
		t.Errorf("processor time goes from %s to %s", before, after)
	}
}
