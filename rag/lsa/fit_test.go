package lsa_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rag-context/rag/lsa"
)

// TestSynonyms fits passages about cars, half of which say automobile, and
// about cooking. No passage has both words.
func TestSynonyms(t *testing.T) {
	const driving, cooking = "engine wheel road driver brake fuel garage tyre", "oven flour butter recipe pan sugar dough bake"
	var passages [][]string
	for i := range 60 {
		context, word := strings.Fields(driving), []string{"car", "automobile"}[i/2%2]
		if i%2 == 1 {
			context, word = strings.Fields(cooking), []string{"cake", "tart"}[i/2%2]
		}
		passage := []string{word, fmt.Sprintf("only%d", i)}
		for w := range 4 {
			passage = append(passage, context[(i/2*(w+1)+w)%len(context)])
		}
		passages = append(passages, passage)
	}
	model, err := lsa.Fit(t.Context(), all(passages), lsa.Options{Dimensions: 2})
	if err != nil {
		t.Fatal(err)
	}
	if got := cosine(t, model, []string{"car"}, []string{"automobile"}); got < 0.9 {
		t.Errorf("car and automobile: cosine %.2f, want near 1", got)
	}
	if got := cosine(t, model, []string{"car"}, []string{"cake"}); math.Abs(got) > 0.2 {
		t.Errorf("car and cake: cosine %.2f, want near 0", got)
	}
}

func TestFitIsDeterministic(t *testing.T) {
	passages := topical(500, 10, 30)
	fit := func(options lsa.Options) string {
		t.Helper()
		model, err := lsa.Fit(t.Context(), all(passages), options)
		if err != nil {
			t.Fatal(err)
		}
		return model.Fingerprint()
	}
	one := fit(lsa.Options{Workers: 1, Dimensions: 20, MaxPassages: 400})
	if many := fit(lsa.Options{Workers: 7, Dimensions: 20, MaxPassages: 400}); many != one {
		t.Errorf("7 workers made %s, 1 made %s", many, one)
	}
	if other := fit(lsa.Options{Seed: 1, Dimensions: 20, MaxPassages: 400}); other == one {
		t.Error("another seed made the same model")
	}
	if other := fit(lsa.Options{Dimensions: 19, MaxPassages: 400}); other == one {
		t.Error("fewer dimensions made the same model")
	}
}

func TestFitIsTooSmall(t *testing.T) {
	var strangers [][]string
	for i := range 100 {
		strangers = append(strangers, []string{fmt.Sprint("a", i), fmt.Sprint("b", i)})
	}
	tests := map[string][][]string{
		"nothing":         nil,
		"29 passages":     topical(29, 3, 20),
		"no shared terms": strangers,
		"only one text":   slices.Repeat([][]string{{"same", "words"}}, 100),
		"empty passages":  make([][]string, 100),
	}
	for name, passages := range tests {
		if _, err := lsa.Fit(t.Context(), all(passages), lsa.Options{}); !errors.Is(err, lsa.ErrTooSmall) {
			t.Errorf("%s: error %v, want ErrTooSmall", name, err)
		}
	}
}

func TestDimensionsFollowThePassages(t *testing.T) {
	pairs := slices.Repeat([][]string{{"a", "b"}, {"c", "d"}, {"e", "f"}}, 40)
	tests := []struct {
		name     string
		passages [][]string
		want     int
	}{
		{"half the passages", topical(40, 5, 30), 20},
		{"rank", pairs, 3},
	}
	for _, test := range tests {
		model, err := lsa.Fit(t.Context(), all(test.passages), lsa.Options{})
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if got := model.Info().Dimensions; got != test.want {
			t.Errorf("%s: %d dimensions, want %d", test.name, got, test.want)
		}
	}
}

// countdown is a context that ends when it was asked a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestFitStopsWheneverItsContextEnds(t *testing.T) {
	passages := topical(60, 5, 30)
	for asked := 0; ; asked += 7 {
		model, err := lsa.Fit(&countdown{t.Context(), asked}, all(passages), lsa.Options{Dimensions: 10, Workers: 1})
		if err == nil {
			if asked < 70 || model == nil {
				t.Errorf("the fit asked its context at most %d times", asked)
			}
			return
		}
		if !errors.Is(err, context.Canceled) || model != nil {
			t.Fatalf("stopped after %d: model %v, error %v", asked, model, err)
		}
	}
}

func TestFitReportsWhatItsPassagesReport(t *testing.T) {
	broken := errors.New("disk gone")
	_, err := lsa.Fit(t.Context(), func(yield func([]string, error) bool) {
		_ = yield([]string{"a"}, nil) && yield(nil, broken)
	}, lsa.Options{})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

func TestMaxTerms(t *testing.T) {
	model, err := lsa.Fit(t.Context(), all(topical(300, 10, 30)), lsa.Options{MaxTerms: 40})
	if err != nil {
		t.Fatal(err)
	}
	if got := model.Info(); got.Terms != 40 || got.Dimensions != 20 {
		t.Errorf("%d terms and %d dimensions, want 40 and 20", got.Terms, got.Dimensions)
	}
}
