package overlap_test

import (
	"math"
	"testing"

	"rag-context/rag/overlap"
)

func TestShare(t *testing.T) {
	const text = "Keys are rotated every ninety days by the security team."
	tests := map[string]struct {
		a, b string
		want float64
	}{
		"the same":             {text, text, 1},
		"case and punctuation": {text, "keys are rotated, every NINETY days -- by the security team", 1},
		"part of it":           {text, "rotated every ninety days by", 1},
		"one word changed":     {text, "Keys are rotated every thirty days by the security team.", 3. / 7},
		"the same matter":      {text, "The team for security changes all keys after ninety days.", 0},
		"short":                {"two words", "Two words!", 1},
		"nothing said":         {"...", "!", 1},
		"nothing and text":     {"", text, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var hasher overlap.Hasher
			a, b := hasher.Of(test.a), hasher.Of(test.b)
			for _, got := range []float64{overlap.Share(a, b), overlap.Share(b, a)} {
				if math.Abs(got-test.want) > 1e-9 {
					t.Errorf("share = %v, want %v", got, test.want)
				}
			}
		})
	}
}
