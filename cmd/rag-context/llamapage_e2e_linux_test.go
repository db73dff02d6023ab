//go:build e2e

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"rag-context/health/llmtest"
)

// part is one of those that the page sends as a message.
type part struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// parts are the content of a message.
type parts []part

// text is what a model reads, without the blank lines before each attachment's
// name.
func (p parts) text() string {
	var all []string
	for _, part := range p {
		all = append(all, strings.TrimSuffix(strings.TrimPrefix(part.Text, "\n\n"), "\n"))
	}
	return strings.Join(all, "\n\n") + "\n"
}

// UnmarshalJSON takes a message's content in either of its forms.
func (p *parts) UnmarshalJSON(text []byte) error {
	var whole string
	if json.Unmarshal(text, &whole) == nil {
		*p = parts{{Type: "text", Text: whole}}
		return nil
	}
	return json.Unmarshal(text, (*[]part)(p))
}

// llamaPage is a running llama-server with its page, seen through a proxy that
// keeps what the page sends to the model.
type llamaPage struct {
	url  string
	sent chan parts
}

func newLlamaPage(t *testing.T) *llamaPage {
	t.Helper()
	backend, err := url.Parse(startLlamaPage(t))
	if err != nil {
		t.Fatal(err)
	}
	page := &llamaPage{sent: make(chan parts, 10)}
	proxy := httputil.NewSingleHostReverseProxy(backend)
	proxy.ErrorLog = log.New(io.Discard, "", 0) // at the end of the test the browser still asks
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/chat/completions") {
			page.keep(t, r)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections() // the browser keeps some
		server.Close()
	})
	page.url = server.URL
	return page
}

func (p *llamaPage) keep(t *testing.T, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var chat struct {
		Messages []struct {
			Role    string `json:"role"`
			Content parts  `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &chat); err != nil || len(chat.Messages) == 0 {
		t.Errorf("the page sent %q: %v", body, err)
		return
	}
	p.sent <- chat.Messages[len(chat.Messages)-1].Content
}

// next waits for a message from the page.
func (p *llamaPage) next(t *testing.T) parts {
	t.Helper()
	select {
	case message := <-p.sent:
		return message
	case <-time.After(time.Minute):
		t.Fatal("the page sent nothing in a minute")
		return nil
	}
}

// startLlamaPage starts llama-server with a tiny model and its page, which is in
// the folder LLAMA_PAGE: .ci/run builds the two apart. It returns its address.
func startLlamaPage(t *testing.T) string {
	t.Helper()
	s := llmtest.StartLlama(t, "-m", llmtest.ChatModel(t, "chat.gguf", 32768, ""), "-c", "32768", "-n", "1", "--path", os.Getenv("LLAMA_PAGE"))
	s.Until(func() bool { return llmtest.Get(s.URL+"/health") == http.StatusOK })
	return s.URL
}

// waitFor asks again until it is so, for a minute at most.
func waitFor(t *testing.T, what string, so func() bool) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for !so() {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not in a minute", what)
		}
		time.Sleep(20 * time.Millisecond) // it can only be asked again
	}
}
