//go:build e2e

package pack_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"rag-context/health"
	"rag-context/health/llmtest"
	"rag-context/pack"
)

// tokenizers are real ones, by the name of llama.cpp's file, and a model's name
// that tells the family.
var tokenizers = map[string]string{
	"llama-bpe":    "llama3.3:70b",
	"llama-spm":    "llama-2-7b-chat",
	"phi-3":        "phi3:mini",
	"qwen2":        "Qwen2.5-7B-Instruct",
	"qwen35":       "qwen3.5:4b",
	"gemma-4":      "gemma-4-it",
	"deepseek-llm": "deepseek-llm:7b",
}

// TestRealTokenizers counts by real tokenizers in a real server: a block never
// exceeds its budget, whatever is in it, and estimates err on the high side.
func TestRealTokenizers(t *testing.T) {
	for vocabulary, model := range tokenizers {
		t.Run(vocabulary, func(t *testing.T) {
			count := realCounter(t, vocabulary)
			t.Run("estimates", func(t *testing.T) { checkEstimates(t, count, model) })
			t.Run("blocks", func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) { checkRealBlock(t, count, model) })
			})
		})
	}
}

func checkEstimates(t *testing.T, count func(string) (int, error), model string) {
	for _, s := range samples(t) {
		n, err := count(s.Text)
		if err != nil {
			t.Fatal(err)
		}
		if estimate := pack.EstimatorFor(model)(s.Text); estimate*100 < n*97 {
			t.Errorf("%s: estimated %d, counted %d", s.Name, estimate, n)
		}
	}
}

func checkRealBlock(t *rapid.T, count func(string) (int, error), model string) {
	options := pack.Options{
		Marker: marker, Budget: rapid.IntRange(400, 4000).Draw(t, "budget"), Estimate: pack.EstimatorFor(model),
		Layout: rapid.SampledFrom(pack.Layouts()).Draw(t, "layout"),
		Count:  count,
	}
	block, err := pack.Pack("q"+textGen().Draw(t, "question"), passagesGen().Draw(t, "passages"), options)
	if err != nil {
		return // too small a budget for the question, or passages without text
	}
	n, err := count(block.Text)
	if err != nil || !block.Receipt.Exact || n != block.Tokens || n > options.Budget {
		t.Fatalf("%d tokens, said to be %d, in a budget of %d, exact: %t: %v", n, block.Tokens, options.Budget, block.Receipt.Exact, err)
	}
}

// realCounter counts by a server with that tokenizer.
func realCounter(t *testing.T, vocabulary string) func(string) (int, error) {
	t.Helper()
	path := filepath.Join(llmtest.Vocabularies(t), "ggml-vocab-"+vocabulary+".gguf")
	s := llmtest.StartLlama(t, "-m", llmtest.ChatModel(t, "chat.gguf", 8192, path), "-c", "512", "--no-warmup")
	s.Until(func() bool { return llmtest.Get(s.URL+"/health") == http.StatusOK })
	counter := health.NewCounter(health.Check(t.Context(), s.URL, health.Options{}), health.Options{})
	return func(text string) (int, error) { return counter.Count(t.Context(), text) }
}
