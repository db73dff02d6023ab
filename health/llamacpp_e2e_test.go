//go:build e2e

package health_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rag-context/health"
	"rag-context/health/llmtest"
)

func check(t *testing.T, s *llmtest.Server, options health.Options) health.Report {
	t.Helper()
	options.Thorough = true
	report := health.Check(t.Context(), s.URL, options)
	checkReport(t, report)
	return report
}

func post(t *testing.T, url string, body any) []byte {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Post(url, "application/json", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d: %v", url, response.StatusCode, err)
	}
	return answer
}

// TestRealLlama sees a server load, be ready, and go.
func TestRealLlama(t *testing.T) {
	model := llmtest.ChatModel(t, "chat.gguf", 8192, filepath.Join(llmtest.Vocabularies(t), "ggml-vocab-llama-bpe.gguf"))
	s := llmtest.StartLlama(t, "-m", model, "-c", "4096", "--alias", "tiny")
	var loading health.Report
	s.Until(func() bool {
		report := check(t, s, health.Options{})
		if report.State == health.Loading {
			loading = report
		}
		return report.State == health.Ready
	})
	if loading.Kind != health.LlamaCpp {
		t.Errorf("while loading: %+v", loading)
	}
	ready := check(t, s, health.Options{})
	if ready.Kind != health.LlamaCpp || ready.Model != "tiny" || ready.Window != 4096 || ready.WindowKind != health.Effective ||
		ready.Trained != 8192 || ready.Version == "" || !ready.CanCount || ready.CanEmbed || ready.CanRerank {
		t.Errorf("when ready: %+v", ready)
	}
	counter := health.NewCounter(ready, health.Options{})
	for text, want := range map[string]int{"Hello, world!": 4, "\u6f22\u5b57": 2, "a": 1} { // as Llama 3 has them
		if n, err := counter.Count(t.Context(), text); n != want || err != nil {
			t.Errorf("%q counts %d, want %d: %v", text, n, want, err)
		}
	}
	checkTemplate(t, s, counter)
	s.Kill()
	if gone := check(t, s, health.Options{}); gone.State != health.Down {
		t.Errorf("when killed: %+v", gone)
	}
}

// checkTemplate counts what the server makes of a chat in another way: as the
// tokens of the text that it renders.
func checkTemplate(t *testing.T, s *llmtest.Server, counter *health.Counter) {
	t.Helper()
	var rendered struct{ Prompt string }
	message := map[string]string{"role": "user", "content": "1"}
	decode(t, post(t, s.URL+"/apply-template", map[string]any{"messages": []any{message}}), &rendered)
	var prompt struct{ Tokens []int }
	decode(t, post(t, s.URL+"/tokenize", map[string]any{"content": rendered.Prompt, "add_special": true}), &prompt)
	want := len(prompt.Tokens) - 1
	if got, err := counter.Template(t.Context()); got != want || want < 5 || err != nil {
		t.Errorf("the template %q takes %d tokens, want %d: %v", rendered.Prompt, got, want, err)
	}
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// The window is a conversation's, not that of all at once.
func TestRealLlamaSlots(t *testing.T) {
	s := llmtest.StartLlama(t, "-m", llmtest.ChatModel(t, "chat.gguf", 8192, ""), "-c", "4096", "-np", "2", "--no-kv-unified")
	s.Until(func() bool { return llmtest.Get(s.URL+"/health") == http.StatusOK })
	if report := check(t, s, health.Options{}); report.Window != 2048 {
		t.Errorf("%+v", report)
	}
}

func TestRealLlamaKey(t *testing.T) {
	s := llmtest.StartLlama(t, "-m", llmtest.ChatModel(t, "chat.gguf", 2048, ""), "--api-key", secret)
	s.Until(func() bool { return llmtest.Get(s.URL+"/health") == http.StatusOK })
	for key, want := range map[string]health.State{"": health.Unauthorized, "wrong": health.Unauthorized, secret: health.Ready} {
		report := check(t, s, health.Options{APIKey: key})
		if report.State != want || report.Kind != health.LlamaCpp {
			t.Errorf("key %q: %+v", key, report)
		}
		if want != health.Ready {
			continue
		}
		if n, err := health.NewCounter(report, health.Options{APIKey: key}).Count(t.Context(), "xyz"); n == 0 || err != nil {
			t.Errorf("counted %d: %v", n, err)
		}
	}
}

func TestRealLlamaEmbeds(t *testing.T) {
	s := llmtest.StartLlama(t, "-m", llmtest.EmbeddingModel(t, "embed.gguf"), "--embeddings")
	s.Until(func() bool { return llmtest.Get(s.URL+"/health") == http.StatusOK })
	if report := check(t, s, health.Options{}); !report.CanEmbed || report.CanRerank {
		t.Errorf("%+v", report)
	}
}

// A sleeping model stays asleep, however often it is looked at.
func TestRealLlamaSleeps(t *testing.T) {
	s := llmtest.StartLlama(t, "-m", llmtest.ChatModel(t, "chat.gguf", 2048, ""), "--sleep-idle-seconds", "1")
	s.Until(func() bool { return check(t, s, health.Options{}).State == health.Sleeping })
	for range 20 {
		if report := check(t, s, health.Options{}); report.State != health.Sleeping || report.CanCount || report.Window != 2048 {
			t.Fatalf("%+v", report)
		}
	}
	post(t, s.URL+"/tokenize", map[string]string{"content": "wake"})
	s.Until(func() bool { return check(t, s, health.Options{}).State == health.Ready })
}

// A router loads nothing because it is looked at.
func TestRealLlamaRouter(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"one.gguf", "two.gguf"} {
		if err := os.Rename(llmtest.ChatModel(t, name, 2048, ""), filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	s := llmtest.StartLlama(t, "--models-dir", folder)
	s.Until(func() bool { return llmtest.Get(s.URL+"/health") == http.StatusOK })
	for range 5 {
		none := check(t, s, health.Options{})
		if none.State != health.NoModel || len(none.Models) != 2 || none.Models[0].State != health.ModelUnloaded || none.Models[1].State != health.ModelUnloaded {
			t.Fatalf("with none loaded: %+v", none)
		}
	}
	post(t, s.URL+"/models/load", map[string]string{"model": "two"})
	s.Until(func() bool {
		state := check(t, s, health.Options{}).State
		return state == health.Ready
	})
	ready := check(t, s, health.Options{})
	if !strings.HasPrefix(ready.Model, "two") || ready.Window != 2048 {
		t.Errorf("with one loaded: %+v", ready)
	}
	if n, err := health.NewCounter(ready, health.Options{}).Count(t.Context(), "xyz"); n == 0 || err != nil {
		t.Errorf("counted %d: %v", n, err)
	}
}
