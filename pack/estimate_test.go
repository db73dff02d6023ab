package pack_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"rag-context/pack"
)

type sample struct {
	Name string
	Text string
	Most int
}

func samples(t *testing.T) (all []sample) {
	t.Helper()
	data, err := os.ReadFile("testdata/tokens.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &all); err != nil || len(all) == 0 {
		t.Fatal(len(all), err)
	}
	return all
}

// testdata/tokens.json holds texts and the most tokens that the tokenizers of
// Qwen 3, Llama 3, Gemma 3, gpt-oss and DeepSeek V3 made of each. Three percent
// are allowed for.
func TestEstimateErrsOnTheHighSide(t *testing.T) {
	for _, s := range samples(t) {
		if got := pack.EstimateTokens(s.Text); got*100 < s.Most*97 {
			t.Errorf("%s: estimated %d, a tokenizer makes %d", s.Name, got, s.Most)
		}
	}
}

func TestEstimateOfProseIsUsable(t *testing.T) {
	// 166 tokens in each of the five.
	text := strings.Repeat("The signing keys are rotated every ninety days; the operator starts the job by hand "+
		"and then watches the log until each replica has reported that it accepted the new key. ", 5)
	if got := pack.EstimateTokens(text); got < 166 || got > 220 {
		t.Errorf("estimated %d for 166 tokens", got)
	}
}

func TestEstimateBounds(t *testing.T) {
	if got := pack.EstimateTokens(""); got != 0 {
		t.Errorf("nothing is %d tokens", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom(nil, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.C)).Draw(t, "text")
		one, two := pack.EstimateTokens(text), pack.EstimateTokens(text+text)
		if text != "" && (one < 1 || one > len(text)*3/2+1) {
			t.Fatalf("%d tokens for %d bytes", one, len(text))
		}
		if two < one {
			t.Fatalf("%d tokens, but %d for twice the text", one, two)
		}
	})
}
