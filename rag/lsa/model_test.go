package lsa_test

import (
	stdcmp "cmp"
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag/lsa"
)

func fitted(t testing.TB, passages [][]string, options lsa.Options) *lsa.Model {
	t.Helper()
	model, err := lsa.Fit(t.Context(), all(passages), options)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func TestModelOfStoredRowsIsTheSame(t *testing.T) {
	passages := topical(200, 8, 30)
	model := fitted(t, passages, lsa.Options{Dimensions: 30})
	stored := maps.Collect(model.Terms())
	if len(stored) != model.Info().Terms {
		t.Fatalf("%d rows, want %d", len(stored), model.Info().Terms)
	}
	description, err := json.Marshal(model.Info())
	if err != nil {
		t.Fatal(err)
	}
	var info lsa.Info
	if err := json.Unmarshal(description, &info); err != nil {
		t.Fatal(err)
	}
	again, err := lsa.NewModel(info, func(term string) (lsa.TermVector, bool) {
		row, ok := stored[term]
		return row, ok
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, passage := range passages[:20] {
		want, _ := model.Vector(passage)
		got, _ := again.Vector(passage)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	}
	if again.Fingerprint() != model.Fingerprint() {
		t.Errorf("fingerprint %s, want %s", again.Fingerprint(), model.Fingerprint())
	}
}

func TestNewModelRefuses(t *testing.T) {
	none := func(string) (lsa.TermVector, bool) { return nil, false }
	tests := map[string]struct {
		info lsa.Info
		rows lsa.Rows
	}{
		"no dimensions":  {lsa.Info{Fingerprint: "f"}, none},
		"no fingerprint": {lsa.Info{Dimensions: 3}, none},
		"no rows":        {lsa.Info{Dimensions: 3, Fingerprint: "f"}, nil},
	}
	for name, test := range tests {
		if _, err := lsa.NewModel(test.info, test.rows); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestVector(t *testing.T) {
	model := fitted(t, topical(200, 8, 30), lsa.Options{Dimensions: 30})
	terms := []string{"w0.1", "w3.2", "w0.1", "unheard", "w1.0"}
	v, ok := model.Vector(terms)
	if !ok || len(v) != 30 {
		t.Fatalf("vector of %d dimensions, %t", len(v), ok)
	}
	length := 0.0
	for _, x := range v {
		length += float64(x) * float64(x)
	}
	if math.Abs(length-1) > 1e-5 {
		t.Errorf("squared length %g, want 1", length)
	}
	slices.Sort(terms)
	sorted, _ := model.Vector(terms)
	if diff := cmp.Diff(v, sorted); diff != "" {
		t.Errorf("the order of terms matters: %s", diff)
	}
	if v, ok := model.Vector([]string{"unheard", ""}); ok {
		t.Errorf("vector %v of unknown terms", v)
	}
}

func TestRowsOfAnotherModelCountAsMissing(t *testing.T) {
	short := make(lsa.TermVector, 10)
	model, err := lsa.NewModel(lsa.Info{Dimensions: 3, Fingerprint: "f"}, func(string) (lsa.TermVector, bool) { return short, true })
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := model.Vector([]string{"any"}); ok {
		t.Errorf("vector %v of a row that is too short", v)
	}
}

func TestDamagedRowsHaveNoVector(t *testing.T) {
	for name, scale := range map[string]float32{"zero": 0, "infinite": float32(math.Inf(1)), "no number": float32(math.NaN())} {
		row := binary.LittleEndian.AppendUint32(nil, math.Float32bits(scale))
		row = append(row, 0, 0, 0, 0, 0x21, 0x03)
		model, err := lsa.NewModel(lsa.Info{Dimensions: 3, Fingerprint: "f"}, func(string) (lsa.TermVector, bool) { return row, true })
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := model.Vector([]string{"any"}); ok {
			t.Errorf("%s scale: vector %v", name, v)
		}
		if got := model.Coverage([]string{"any"}).ExplainedShare(); got != 0 {
			t.Errorf("%s scale: explained %g", name, got)
		}
	}
}

// TestCodesRankAsFloats compares the first ten passages by rounded rows with those
// by float rows.
func TestCodesRankAsFloats(t *testing.T) {
	passages := sourceComments(t, 100, 1200)
	options := lsa.Options{Dimensions: 100}
	model := fitted(t, passages, options)
	floats, err := lsa.FitFloats(t.Context(), all(passages), options)
	if err != nil {
		t.Fatal(err)
	}
	codes := func(terms []string) []float64 {
		v, _ := model.Vector(terms)
		wide := make([]float64, len(v))
		for i := range v {
			wide[i] = float64(v[i])
		}
		return wide
	}
	same, asked := 0, 0
	wanted, got := rankings(passages, floats), rankings(passages, codes)
	for i := 0; i < len(passages); i += 25 {
		question := passages[i][:min(6, len(passages[i]))]
		if _, ok := model.Vector(question); !ok {
			continue
		}
		want := wanted(question)
		for _, passage := range got(question) {
			if slices.Contains(want, passage) {
				same++
			}
		}
		asked++
	}
	overlap := float64(same) / float64(10*asked)
	t.Logf("overlap@10 of %d questions: %.4f", asked, overlap)
	if overlap < 0.95 {
		t.Errorf("overlap@10 = %.3f for %d questions, want at least 0.95", overlap, asked)
	}
}

// rankings returns a function that finds the ten passages nearest to a question.
func rankings(passages [][]string, vector func([]string) []float64) func([]string) []int {
	vectors := make([][]float64, len(passages))
	for i, passage := range passages {
		vectors[i] = vector(passage)
	}
	return func(question []string) []int {
		of := vector(question)
		order, score := make([]int, len(passages)), make([]float64, len(passages))
		for i, v := range vectors {
			order[i] = i
			if len(v) > 0 {
				score[i] = product(v, of)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return stdcmp.Compare(score[b], score[a]) })
		return order[:10]
	}
}

func TestCoverage(t *testing.T) {
	passages := topical(400, 8, 30)
	model := fitted(t, passages[:300], lsa.Options{Dimensions: 30})
	var fresh, strange lsa.Coverage
	for i, passage := range passages[300:] {
		fresh = fresh.Add(model.Coverage(passage))
		mixed := slices.Clone(passage)
		for w := range mixed {
			if (w+i)%3 > 0 {
				mixed[w] = "new." + mixed[w]
			}
		}
		strange = strange.Add(model.Coverage(mixed))
	}
	before := model.Info().Fitted
	if math.Abs(fresh.KnownShare()-before.KnownShare()) > 0.03 || math.Abs(fresh.ExplainedShare()-before.ExplainedShare()) > 0.1 {
		t.Errorf("passages of the same topics: %+v, when fitted %+v", fresh, before)
	}
	if fresh.Passages != 100 || fresh.Occurrences != 3000 {
		t.Errorf("%d passages with %d occurrences, want 100 and 3000", fresh.Passages, fresh.Occurrences)
	}
	if got := strange.KnownShare(); math.Abs(got-fresh.KnownShare()/3) > 0.02 {
		t.Errorf("two thirds unknown words: %.3f known", got)
	}
	if c := model.Coverage([]string{"unheard"}); c != (lsa.Coverage{Occurrences: 1}) || c.KnownShare() != 0 || c.ExplainedShare() != 0 {
		t.Errorf("coverage of an unknown term: %+v", c)
	}
}
