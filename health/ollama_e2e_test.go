//go:build e2e

package health_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"rag-context/health"
	"rag-context/health/llmtest"
)

// create gives a model file to Ollama under a name.
func create(t *testing.T, s *llmtest.Server, name, path string, parameters map[string]any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	digest := fmt.Sprintf("sha256:%x", sha256.Sum256(data))
	response, err := http.Post(s.URL+"/api/blobs/"+digest, "application/octet-stream", strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	post(t, s.URL+"/api/create", map[string]any{"model": name, "files": map[string]string{"m.gguf": digest}, "parameters": parameters, "stream": false})
}

// loaded are the names of the models that Ollama has loaded.
func loaded(t *testing.T, s *llmtest.Server) (names []string) {
	t.Helper()
	response, err := http.Get(s.URL + "/api/ps")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var list struct{ Models []struct{ Name string } }
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil {
		t.Fatal(err)
	}
	for _, m := range list.Models {
		names = append(names, m.Name)
	}
	return names
}

// TestRealOllama goes through having no model, none loaded, one loaded with the
// default window and with another, and being killed.
func TestRealOllama(t *testing.T) {
	s := llmtest.StartOllama(t)
	if empty := check(t, s, health.Options{}); empty.State != health.NoModel || empty.Kind != health.Ollama || len(empty.Models) != 0 {
		t.Errorf("without a model: %+v", empty)
	}
	create(t, s, "embed", llmtest.EmbeddingModel(t, "embed.gguf"), nil)
	create(t, s, "chat", llmtest.ChatModel(t, "chat.gguf", 32768, ""), nil)
	for range 3 {
		if none := check(t, s, health.Options{}); none.State != health.NoModel || none.Model != "chat:latest" || none.Window != 0 || none.Trained != 32768 || !none.CanEmbed || none.CanCount {
			t.Errorf("with none loaded: %+v", none)
		}
	}
	if names := loaded(t, s); len(names) > 0 {
		t.Errorf("the checks loaded %q", names)
	}
	post(t, s.URL+"/api/embed", map[string]any{"model": "embed", "input": "x"})
	if none := check(t, s, health.Options{}); none.State != health.NoModel {
		t.Errorf("with the embedding model loaded: %+v", none)
	}
	post(t, s.URL+"/api/generate", map[string]any{"model": "chat", "stream": false})
	ready := check(t, s, health.Options{})
	if ready.State != health.Ready || ready.Model != "chat:latest" || ready.Window == 0 || ready.WindowKind != health.Effective {
		t.Errorf("when ready: %+v", ready)
	}
	if (ready.Note != "") != (ready.Window == 4096) { // machines with a large graphics card have more
		t.Errorf("a window of %d has the note %q", ready.Window, ready.Note)
	}
	s.Kill()
	if gone := check(t, s, health.Options{}); gone.State != health.Down {
		t.Errorf("when killed: %+v", gone)
	}
}

// A window that the model names, before and after it is loaded.
func TestRealOllamaWindow(t *testing.T) {
	s := llmtest.StartOllama(t)
	create(t, s, "chat", llmtest.ChatModel(t, "chat.gguf", 32768, ""), map[string]any{"num_ctx": 6144})
	if before := check(t, s, health.Options{}); before.Window != 6144 || before.WindowKind != health.Configured {
		t.Errorf("before it is loaded: %+v", before)
	}
	post(t, s.URL+"/api/generate", map[string]any{"model": "chat", "stream": false})
	if after := check(t, s, health.Options{}); after.State != health.Ready || after.Window != 6144 || after.WindowKind != health.Effective || after.Note != "" {
		t.Errorf("when loaded: %+v", after)
	}
}
