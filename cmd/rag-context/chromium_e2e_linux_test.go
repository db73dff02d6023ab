//go:build e2e

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
)

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
echo $$ > %s.pid
exec chromium --no-sandbox --no-first-run --disable-gpu --password-store=basic --remote-debugging-port=0 --user-data-dir=%s "$1"
`, b.profile, b.profile)
	if err := os.WriteFile(launcher, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	u.env = append(u.env, "DISPLAY="+display(t), "WAYLAND_DISPLAY=", "TMUX=", "BROWSER="+launcher, "RAG_CONTEXT_NO_LLM=false")
	t.Cleanup(b.close)
	return b
}

// close ends Chromium with all of its processes: the program starts a browser as
// the first of a session of its own.
func (b *browsing) close() {
	text, err := os.ReadFile(b.profile + ".pid")
	if err != nil {
		return // it was never opened
	}
	group, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || group < 2 {
		b.t.Fatalf("process %q: %v", text, err)
	}
	waitFor(b.t.(*testing.T), "the end of Chromium", func() bool { return syscall.Kill(-group, syscall.SIGKILL) != nil })
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

// tab takes hold of the tab that the program opened.
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
	control, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	t.Cleanup(cancel)
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
