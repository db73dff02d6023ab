package relevance_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/rag/relevance"
)

func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func TestEvaluateAndOnly(t *testing.T) {
	hit, mrr := metric(t, "hit@1"), metric(t, "mrr")
	run := relevance.Run{"one": {"a", "b"}, "two": {"a", "b"}, "unjudged": {"a"}}
	judgements := relevance.Judgements{"one": {"a": 1}, "two": {"b": 2}, "silent": {"a": 1}, "empty": {"a": 0}}
	scores := relevance.Evaluate(run, judgements, hit, mrr)
	want := relevance.Scores{
		Queries: []string{"one", "silent", "two"},
		Values:  map[string][]float64{"hit@1": {1, 0, 0}, "mrr": {1, 0, 0.5}},
	}
	if diff := cmp.Diff(want, scores); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	want = relevance.Scores{Queries: []string{"two"}, Values: map[string][]float64{"hit@1": {0}, "mrr": {0.5}}}
	if diff := cmp.Diff(want, scores.Only(func(query string) bool { return query == "two" })); diff != "" {
		t.Errorf("only two (-want +got)\n%s", diff)
	}
}

// TestBootstrap holds the interval against the theory: of 400 values, half of
// them 1, the mean's standard error is 0.025.
func TestBootstrap(t *testing.T) {
	values := make([]float64, 400)
	for i := range values {
		values[i] = float64(i % 2)
	}
	interval := relevance.Bootstrap(values, seeded(), relevance.BootstrapOptions{})
	if low, high := 0.5-1.96*0.025, 0.5+1.96*0.025; interval.Low < low-0.006 || interval.Low > low+0.006 || interval.High < high-0.006 || interval.High > high+0.006 {
		t.Errorf("interval is %.4f, want about %.4f to %.4f", interval, low, high)
	}
	if again := relevance.Bootstrap(values, seeded(), relevance.BootstrapOptions{}); again != interval {
		t.Errorf("the same seed gives %v, then %v", interval, again)
	}
	narrow := relevance.Bootstrap(values, seeded(), relevance.BootstrapOptions{Level: 0.5, Resamples: 500})
	if narrow.High-narrow.Low >= interval.High-interval.Low {
		t.Errorf("the 50 %% interval %v is not narrower than the 95 %% one %v", narrow, interval)
	}
	if got := relevance.Bootstrap(nil, seeded(), relevance.BootstrapOptions{}); got != (relevance.Interval{}) {
		t.Errorf("no values give %v", got)
	}
}

func TestBootstrapHoldsMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 30).Draw(t, "values")
		interval := relevance.Bootstrap(values, seeded(), relevance.BootstrapOptions{Resamples: 200})
		if mean := relevance.Mean(values); interval.Low > mean+1e-9 || interval.High < mean-1e-9 {
			t.Fatalf("interval %v does not hold the mean %v", interval, mean)
		}
	})
}

func TestSignificance(t *testing.T) {
	many := func(value float64) []float64 {
		values := make([]float64, 100)
		for i := range values {
			values[i] = value
		}
		return values
	}
	mixed := many(0)
	for i := range mixed {
		mixed[i] = float64(i%2) / 2
	}
	for _, test := range []struct {
		name      string
		a, b      []float64
		low, high float64
	}{
		{"equal", many(0.5), many(0.5), 1, 1},
		{"none", nil, nil, 1, 1},
		{"one", []float64{0}, []float64{1}, 1, 1},
		// 6 of the 64 ways and their mirror images: all 6 up, or all down.
		{"all six better", []float64{0, 0, 0, 0, 0, 0}, []float64{1, 1, 1, 1, 1, 1}, 2.0 / 64, 2.0 / 64},
		// Sums of ±1±2±3 that are 4 away from 0 or more: 6, 4, -4, -6.
		{"one of three worse", []float64{0.1, 0, 0}, []float64{0, 0.2, 0.3}, 0.5, 0.5},
		{"a hundred better", many(0), many(0.1), 0.00009, 0.0002},
		{"as many up as down", many(0.25), mixed, 1, 1},
	} {
		for _, swap := range []bool{false, true} {
			a, b := test.a, test.b
			if swap {
				a, b = b, a
			}
			if p := relevance.Significance(a, b, seeded()); p < test.low-1e-9 || p > test.high+1e-9 {
				t.Errorf("%s, swapped %v: p is %v, want %v to %v", test.name, swap, p, test.low, test.high)
			}
		}
	}
}

// TestSignificanceUnderChance draws pairs that differ by chance alone: about
// one in 20 may look significant at .05, not many more.
func TestSignificanceUnderChance(t *testing.T) {
	random, low := seeded(), 0
	const trials = 300
	for range trials {
		a, b := make([]float64, 12), make([]float64, 12)
		for i := range a {
			a[i], b[i] = random.Float64(), random.Float64()
		}
		if relevance.Significance(a, b, random) <= 0.05 {
			low++
		}
	}
	if low < trials/100 || low > trials/10 {
		t.Errorf("%d of %d chance differences have p <= .05", low, trials)
	}
}

func TestCompare(t *testing.T) {
	mrr := metric(t, "mrr")
	before := relevance.Scores{Queries: []string{"a", "b", "c", "gone"}, Values: map[string][]float64{"mrr": {0, 0.5, 1, 1}}}
	after := relevance.Scores{Queries: []string{"a", "b", "c", "new"}, Values: map[string][]float64{"mrr": {1, 0.5, 0.5, 0}}}
	want := relevance.Comparison{Queries: 3, Before: 0.5, After: 2.0 / 3, Better: 1, Worse: 1, P: 1}
	got := relevance.Compare(mrr, before, after, seeded())
	if !near(got.After, want.After) {
		t.Errorf("after is %v, want %v", got.After, want.After)
	}
	got.After = want.After
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := relevance.Compare(metric(t, "map"), before, after, seeded()); got.Queries != 0 {
		t.Errorf("a metric that was not evaluated: %+v", got)
	}
}
