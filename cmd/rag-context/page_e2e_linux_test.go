//go:build e2e

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
	"github.com/google/go-cmp/cmp"
)

// These tests take blocks into llama.cpp's own page, as its server serves it, in
// a real browser: opened by the program, pasted from the X server's clipboard.

// part is one of those that the page sends as a message.
type part struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// UnmarshalJSON takes a message's content in either of its forms.
type parts []part

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
	backend, err := url.Parse(llamaServer(t))
	if err != nil {
		t.Fatal(err)
	}
	page := &llamaPage{sent: make(chan parts, 10)}
	proxy := httputil.NewSingleHostReverseProxy(backend)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/chat/completions") {
			page.keep(t, r)
		}
		proxy.ServeHTTP(w, r)
	})}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	page.url = "http://" + listener.Addr().String()
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

// llamaServer starts llama-server with a tiny model and returns its address.
func llamaServer(t *testing.T) string {
	t.Helper()
	port := freePort(t)
	command := exec.CommandContext(t.Context(), "llama-server", "-m", os.Getenv("LLAMA_MODEL"), "--host", "127.0.0.1", "--port", port, "-c", "16384", "-n", "1")
	if folder := os.Getenv("LLAMA_PAGE"); folder != "" {
		command.Args = append(command.Args, "--path", folder)
	}
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		if t.Failed() {
			t.Logf("llama-server said:\n%s", said.String())
		}
	})
	address := "http://127.0.0.1:" + port
	waitFor(t, "llama-server", func() bool {
		response, err := http.Get(address + "/health")
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
	return address
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
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

// browsing is a person with a display, a clipboard and Chromium, whose profile
// is a folder of the test.
type browsing struct {
	*user
	profile string
}

func newBrowsing(t *testing.T) *browsing {
	t.Helper()
	u := newUser(t)
	b := &browsing{user: u, profile: filepath.Join(u.home, "chromium")}
	launcher := filepath.Join(u.home, "launcher")
	script := fmt.Sprintf(`#!/bin/sh
exec chromium --no-sandbox --no-first-run --disable-gpu --password-store=basic --remote-debugging-port=0 --user-data-dir=%s "$1"
`, b.profile)
	if err := os.WriteFile(launcher, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	u.env = append(u.env, "DISPLAY="+display(t), "WAYLAND_DISPLAY=", "TMUX=", "BROWSER="+launcher, "RAG_CONTEXT_NO_LLM=false")
	return b
}

// ask asks about the handbook and returns the program's report.
func (b *browsing) ask(llm string, arguments ...string) askOutcome {
	b.t.Helper()
	arguments = append([]string{"--in", handbook(b.t.(*testing.T)), "--json", "--copy", "--llm", llm}, arguments...)
	command := b.program(append(arguments, "how do we rotate the signing keys?")...)
	var said strings.Builder
	command.Stderr = &said
	output, err := command.Output()
	if err != nil {
		b.t.Fatalf("%v\n%s", err, said.String())
	}
	var outcome askOutcome
	if err := json.Unmarshal(output, &outcome); err != nil {
		b.t.Fatal(err)
	}
	if outcome.Delivery.Opened != llm || !outcome.Delivery.Verified {
		b.t.Fatalf("delivery %+v\n%s", outcome.Delivery, said.String())
	}
	return outcome
}

// tab takes hold of the tab that the program opened, and closes the browser at
// the end of the test.
func (b *browsing) tab(t *testing.T, address string) context.Context {
	t.Helper()
	var port []byte
	waitFor(t, "Chromium", func() (found bool) {
		port, _ = os.ReadFile(filepath.Join(b.profile, "DevToolsActivePort"))
		return bytes.Contains(port, []byte("\n"))
	})
	first, _, _ := strings.Cut(string(port), "\n")
	allocator, cancel := remote.NewAllocator(context.Background(), "http://127.0.0.1:"+first)
	t.Cleanup(cancel)
	control, cancel := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		defer cancel()
		_, _ = cdp.Call(control, chromedp.FromContext(control).Browser, cdpbrowser.Close, cdp.Empty{})
		waitFor(t, "the end of Chromium", func() bool { return os.RemoveAll(b.profile) == nil })
	})
	var tab context.Context
	waitFor(t, "the page's tab", func() bool {
		targets, err := chromedp.Targets(control)
		for _, target := range targets {
			if err == nil && target.Type == "page" && strings.HasPrefix(target.URL, address) {
				tab, _ = chromedp.NewContext(control, chromedp.WithTargetID(target.TargetID))
			}
		}
		return tab != nil
	})
	tab, cancel = context.WithTimeout(tab, time.Minute)
	t.Cleanup(cancel)
	return tab
}

// paste is what Ctrl-V does in the page.
func paste(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	const control = 2
	_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeKeyDown, Key: "v", Code: "KeyV", WindowsVirtualKeyCode: 'V',
		Modifiers: control, Commands: []string{"paste"},
	})
	return chromedp.Void{}, err
}

const box = "textarea"

func TestLlamaPageTakesAPaste(t *testing.T) {
	for _, form := range []string{"auto", "block"} {
		t.Run(form, func(t *testing.T) {
			page, b := newLlamaPage(t), newBrowsing(t)
			outcome := b.ask(page.url, "--open", "--paste-as", form)
			tab := b.tab(t, page.url)
			if err := chromedp.Do(tab, chromedp.WaitVisible(box), chromedp.Focus(box), paste, chromedp.SendKeys(box, "\r")); err != nil {
				t.Fatal(err)
			}
			want := "\n\n--- File: Pasted ---\n" + outcome.Block
			if form == "auto" {
				want = outcome.Block
			}
			var got strings.Builder
			for _, part := range page.next(t) {
				got.WriteString(part.Text)
			}
			if diff := cmp.Diff(want, got.String()); diff != "" {
				t.Errorf("what the model is sent (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLlamaPageIsSentTheBlock(t *testing.T) {
	page, b := newLlamaPage(t), newBrowsing(t)
	outcome := b.ask(page.url, "--send")
	b.tab(t, page.url)
	got := page.next(t)
	if diff := cmp.Diff(parts{{Type: "text", Text: outcome.Block}}, got); diff != "" {
		t.Errorf("what the model is sent (-want +got):\n%s", diff)
	}
}
