package health_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"rag-context/health"
)

// counters are the endpoints that count: what each is sent, and what it answers.
// Sources are those of the recorded replies.
var counters = map[health.Kind]struct{ path, text, reply string }{
	health.LlamaCpp:  {"/tokenize", "content", `{"tokens":[791,1403,2380]}`},
	health.VLLM:      {"/tokenize", "prompt", `{"count":3,"max_model_len":32768,"tokens":[1,2,3]}`},
	health.SGLang:    {"/tokenize", "prompt", `{"tokens":[1,2,3],"count":3,"max_model_len":131072}`},
	health.LocalAI:   {"/v1/tokenize", "content", `{"tokens":[1,2,3]}`},
	health.KoboldCpp: {"/api/extra/tokencount", "prompt", `{"value":3,"ids":[1,2,3]}`},
	health.TextGen:   {"/v1/internal/token-count", "text", `{"length":3}`},
	health.TabbyAPI:  {"/v1/token/encode", "text", `{"tokens":[1,2,3],"length":3}`},
	health.TGI:       {"/tokenize", "inputs", `[{"id":1,"text":"one","start":0,"stop":3},{"id":2,"text":" two","start":3,"stop":7},{"id":3,"text":" three","start":7,"stop":13}]`},
	health.Lemonade:  {"/v1/tokenize", "content", `{"tokens":[1,2,3]}`},
	health.Llamafile: {"/tokenize", "prompt", `{"add_special":false,"parse_special":true,"tokens":["one"," two"," three"]}`},
}

func TestCount(t *testing.T) {
	for kind, c := range counters {
		t.Run(string(kind), func(t *testing.T) {
			base := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
				var body map[string]any
				if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.Method != http.MethodPost || r.URL.Path != c.path || body[c.text] != "one two three" {
					t.Errorf("%s %s was sent %v: %v", r.Method, r.URL.Path, body, err)
				}
				io.WriteString(w, c.reply)
			})
			counter := health.NewCounter(health.Report{URL: base, State: health.Ready, Kind: kind, CanCount: true, Model: "m"}, health.Options{})
			if n, err := counter.Count(t.Context(), "one two three"); n != 3 || err != nil {
				t.Errorf("counted %d: %v", n, err)
			}
			if n, err := counter.Count(t.Context(), ""); n != 0 || err != nil {
				t.Errorf("nothing counts %d: %v", n, err)
			}
		})
	}
}

// chats are the endpoints that count what a chat makes of a message: where its
// messages are, and what they answer for so many tokens.
var chats = map[health.Kind]struct {
	path, messages string
	reply          func(tokens int) string
}{
	health.LlamaCpp: {"/v1/chat/completions/input_tokens", "messages", number(`{"input_tokens":%d,"object":"response.input_tokens"}`)},
	health.VLLM:     {"/tokenize", "messages", number(`{"count":%d,"max_model_len":32768,"tokens":[]}`)},
	health.SGLang:   {"/v1/messages/count_tokens", "messages", number(`{"input_tokens":%d}`)},
	health.Docker:   {"/anthropic/v1/messages/count_tokens", "messages", number(`{"input_tokens":%d}`)},
	health.TabbyAPI: {"/v1/token/encode", "text", number(`{"tokens":[],"length":%d}`)},
	health.TGI: {"/chat_tokenize", "messages", func(tokens int) string {
		return `{"tokenize_response":[{}` + strings.Repeat(`,{}`, tokens-1) + `],"templated_text":"<s>"}`
	}},
}

func number(format string) func(int) string {
	return func(n int) string { return fmt.Sprintf(format, n) }
}

// serveChat counts the words of a message, and eleven for the template.
func serveChat(t *testing.T, kind health.Kind) *health.Counter {
	t.Helper()
	chat := chats[kind]
	base := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.URL.Path != chat.path {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		messages, _ := body[chat.messages].([]any)
		if len(messages) != 1 {
			t.Fatalf("messages are %v", body)
		}
		message, _ := messages[0].(map[string]any)
		words := strings.Fields(fmt.Sprint(message["content"]))
		io.WriteString(w, chat.reply(11+len(words)))
	})
	return health.NewCounter(health.Report{URL: base, State: health.Ready, Kind: kind, CanCount: true, Model: "m"}, health.Options{})
}

func TestTemplate(t *testing.T) {
	for kind := range chats {
		if n, err := serveChat(t, kind).Template(t.Context()); n != 11 || err != nil {
			t.Errorf("%s: the template takes %d: %v", kind, n, err)
		}
	}
	koboldCpp := health.NewCounter(health.Report{URL: "http://127.0.0.1:5001", State: health.Ready, Kind: health.KoboldCpp, CanCount: true}, health.Options{})
	if n, err := koboldCpp.Template(t.Context()); n != 0 || !errors.Is(err, health.ErrNoCount) {
		t.Errorf("a server that can't tell: %d, %v", n, err)
	}
}

// A server that counts chats only counts texts as well: what they add to one.
func TestCountInChat(t *testing.T) {
	if n, err := serveChat(t, health.Docker).Count(t.Context(), "one two three"); n != 3 || err != nil {
		t.Errorf("counted %d: %v", n, err)
	}
}

func TestCountFails(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"error": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"error":{"message":"no"}}`, http.StatusBadRequest)
		},
		"no number": func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"error":"Unexpected endpoint"}`) },
		"too few":   func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"tokens":[1]}`) },
		"too many": func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, `{"tokens":[1`+strings.Repeat(",1", 20_000)+`]}`)
		},
		"web page": func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `<html>`) },
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://192.0.2.1/", http.StatusTemporaryRedirect)
		},
		"silence": func(_ http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body); <-r.Context().Done() },
	} {
		t.Run(name, func(t *testing.T) {
			report := health.Report{URL: serveFunc(t, handler), State: health.Ready, Kind: health.LlamaCpp, CanCount: true}
			n, err := health.NewCounter(report, health.Options{Timeout: 100 * time.Millisecond}).Count(t.Context(), strings.Repeat("secret words ", 10))
			if n != 0 || !errors.Is(err, health.ErrNoCount) || strings.Contains(fmt.Sprint(err), "secret") {
				t.Errorf("counted %d: %v", n, err)
			}
		})
	}
}

// Who can't count without being woken or loaded is not asked to, nor is another
// machine, whose address may have been given for something else.
func TestNoCounter(t *testing.T) {
	for _, report := range []health.Report{
		{}, {Kind: health.Ollama, State: health.Ready}, {Kind: health.LlamaCpp, State: health.Sleeping},
		{URL: "http://192.0.2.7:8080", Kind: health.LlamaCpp, State: health.Ready, CanCount: true},
		{URL: "http://localhost.example:8080", Kind: health.LlamaCpp, State: health.Ready, CanCount: true},
	} {
		if health.NewCounter(report, health.Options{}) != nil {
			t.Errorf("%+v has a counter", report)
		}
	}
}
