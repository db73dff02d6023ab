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

// chats are the endpoints that count what a chat makes of a message.
var chats = map[health.Kind]struct{ path, messages, reply string }{
	health.LlamaCpp: {"/v1/chat/completions/input_tokens", "messages", `{"input_tokens":14,"object":"response.input_tokens"}`},
	health.VLLM:     {"/tokenize", "messages", `{"count":14,"max_model_len":32768,"tokens":[]}`},
	health.SGLang:   {"/v1/messages/count_tokens", "messages", `{"input_tokens":14}`},
	health.TabbyAPI: {"/v1/token/encode", "text", `{"tokens":[],"length":14}`},
	health.TGI:      {"/chat_tokenize", "messages", `{"tokenize_response":[` + strings.Repeat(`{"id":1},`, 13) + `{"id":2}],"templated_text":"<s>"}`},
}

// The template is what is around a message that takes three tokens alone.
func TestTemplate(t *testing.T) {
	for kind, alone := range counters {
		t.Run(string(kind), func(t *testing.T) {
			chat, tells := chats[kind]
			base := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
				var body map[string]any
				if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
					t.Errorf("%s: %v", r.URL.Path, err)
				}
				if said, _ := body[chat.messages].([]any); r.URL.Path == chat.path && len(said) == 1 {
					io.WriteString(w, chat.reply)
					return
				}
				io.WriteString(w, alone.reply)
			})
			counter := health.NewCounter(health.Report{URL: base, State: health.Ready, Kind: kind, CanCount: true, Model: "m"}, health.Options{})
			n, err := counter.Template(t.Context())
			if tells && (n != 11 || err != nil) || !tells && (n != 0 || !errors.Is(err, health.ErrNoCount)) {
				t.Errorf("the template takes %d: %v", n, err)
			}
		})
	}
}

func TestCountFails(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"error": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"error":{"message":"no"}}`, http.StatusBadRequest)
		},
		"no number": func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"error":"Unexpected endpoint"}`) },
		"web page":  func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `<html>`) },
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://192.0.2.1/", http.StatusTemporaryRedirect)
		},
		"silence": func(_ http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body); <-r.Context().Done() },
	} {
		t.Run(name, func(t *testing.T) {
			report := health.Report{URL: serveFunc(t, handler), State: health.Ready, Kind: health.LlamaCpp, CanCount: true}
			n, err := health.NewCounter(report, health.Options{Timeout: 100 * time.Millisecond}).Count(t.Context(), "secret words")
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
