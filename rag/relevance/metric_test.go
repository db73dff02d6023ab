package relevance_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rag-context/rag/relevance"
)

func metric(t testing.TB, name string) relevance.Metric {
	t.Helper()
	m, err := relevance.ParseMetric(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestMetrics holds metrics against values worked out by hand. log2 of 3, 4 and
// 5 is 1.5849625, 2 and 2.3219281.
func TestMetrics(t *testing.T) {
	grades := relevance.Grades{"a": 3, "b": 1, "c": 2, "no": 0, "bad": -1}
	for _, test := range []struct {
		metric  string
		ranking string
		want    float64
	}{
		{"ndcg@10", "a c b", 1},
		{"ndcg@10", "b x a", (1 + 3.0/2) / (3 + 2/1.584962500721156 + 1.0/2)},
		{"ndcg@2", "b x a", 1 / (3 + 2/1.584962500721156)},
		{"ndcg", "bad no a", (3.0 / 2) / (3 + 2/1.584962500721156 + 1.0/2)},
		{"ndcg@10", "", 0},
		{"recall@2", "x a b c", 1.0 / 3},
		{"recall@100", "x a b", 2.0 / 3},
		{"recall", "no bad", 0},
		{"map", "a x c", (1 + 2.0/3) / 3},
		{"map@1", "a x c", 1.0 / 3},
		{"mrr", "no x b a", 1.0 / 3},
		{"mrr@2", "no x b a", 0},
		{"hit@2", "no b", 1},
		{"hit@1", "no b", 0},
		{"p@5", "a b", 2.0 / 5},
		{"p@2", "x a b", 1.0 / 2},
	} {
		if got := metric(t, test.metric).Of(strings.Fields(test.ranking), grades); !near(got, test.want) {
			t.Errorf("%s of %q is %.9f, want %.9f", test.metric, test.ranking, got, test.want)
		}
	}
	for _, m := range relevance.Standard() {
		if got := m.Of([]string{"a"}, relevance.Grades{"a": 0}); got != 0 {
			t.Errorf("%s where nothing is relevant is %v, want 0", m, got)
		}
	}
}

func TestParseMetric(t *testing.T) {
	for _, name := range []string{"ndcg@10", "recall@100", "map", "mrr@10", "hit@5", "p@1", "ndcg"} {
		if got := metric(t, name).String(); got != name {
			t.Errorf("%q is read as %q", name, got)
		}
	}
	if got := metric(t, "nDCG@10").String(); got != "ndcg@10" {
		t.Errorf("nDCG@10 is read as %q", got)
	}
	for _, name := range []string{"", "bleu", "ndcg@", "ndcg@0", "ndcg@-1", "ndcg@ten", "p", "ndcg@1@2"} {
		if got, err := relevance.ParseMetric(name); err == nil {
			t.Errorf("%q is read as %q, want an error", name, got)
		}
	}
}

// drawJudged draws a ranking and judgements with at least one relevant document.
func drawJudged(t *rapid.T) (ranking []string, grades relevance.Grades) {
	document := rapid.StringMatching(`[a-l]`)
	ranking = rapid.SliceOfNDistinct(document, 0, 12, rapid.ID[string]).Draw(t, "ranking")
	grades = relevance.Grades(rapid.MapOfN(document, rapid.IntRange(-1, 3), 1, 8).Draw(t, "grades"))
	grades[document.Draw(t, "relevant")] = 1
	return ranking, grades
}

// TestProperties checks what holds of any ranking: every metric is between 0
// and 1, the ideal ranking is the best one by nDCG, what is cut off does not
// matter, and moving a relevant document up never makes a ranking worse.
func TestProperties(t *testing.T) {
	names := []string{"ndcg@3", "ndcg", "recall@3", "recall", "map", "map@3", "mrr", "mrr@3", "hit@3", "p@3"}
	rapid.Check(t, func(t *rapid.T) {
		ranking, grades := drawJudged(t)
		ideal := slices.Clone(ranking)
		for document := range grades {
			if !slices.Contains(ideal, document) {
				ideal = append(ideal, document)
			}
		}
		slices.SortStableFunc(ideal, func(a, b string) int { return grades[b] - grades[a] })
		raised, position := slices.Clone(ranking), rapid.IntRange(1, 12).Draw(t, "position")
		if position < len(raised) && grades[raised[position]] > max(0, grades[raised[position-1]]) {
			raised[position], raised[position-1] = raised[position-1], raised[position]
		}
		for _, name := range names {
			m, _ := relevance.ParseMetric(name)
			value := m.Of(ranking, grades)
			if value < 0 || value > 1+1e-9 {
				t.Fatalf("%s is %v", name, value)
			}
			if best := m.Of(ideal, grades); best < value-1e-9 || m.Name == "ndcg" && !near(best, 1) {
				t.Fatalf("%s of the ideal ranking is %v, of another %v", name, best, value)
			}
			if better := m.Of(raised, grades); better < value-1e-9 {
				t.Fatalf("%s falls from %v to %v as a relevant document moves up", name, value, better)
			}
			if m.Cutoff > 0 && m.Of(ranking[:min(3, len(ranking))], grades) != value {
				t.Fatalf("%s depends on what is cut off", name)
			}
		}
	})
}
