//go:build e2e && amd64

package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// pageResult is what page.js got.
type pageResult struct {
	Revision string
	Session  bool
	Tools    int
	First    string
}

// pages serves a page with the SDKs in it; it returns the port.
func pages(t *testing.T) (port string) {
	t.Helper()
	bundle := filepath.Join(t.TempDir(), "bundle.js")
	command := exec.CommandContext(t.Context(), installed("node_modules", "@esbuild", "linux-x64", "bin", "esbuild"),
		installed("page.js"), "--bundle", "--format=iife", "--log-level=warning", "--outfile="+bundle)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	script, err := os.ReadFile(bundle)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<!doctype html><script>%s</script>", strings.ReplaceAll(string(script), "</script", "<\\/script"))
	}))
	t.Cleanup(server.Close)
	return server.URL[strings.LastIndexByte(server.URL, ':'):]
}

// openBrowser starts Chromium, for which some names are names of this machine.
func openBrowser(t *testing.T) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.ExecPath("chromium"),
		chromedp.UserDataDir(t.TempDir()), chromedp.Flag("host-resolver-rules", "MAP *.example 127.0.0.1"))
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// TestBrowser uses the server from pages of other origins in a real browser, with
// both SDKs: preflights, the session's header, and news over an open stream.
func TestBrowser(t *testing.T) {
	port := pages(t)
	u := newUser(t)
	u.run("add", "../../testdata/handbook")
	token, _ := u.run("token", "create", "test")
	address, _ := startHTTP(t, u, "--allow-origin", "http://chat.example"+port)
	browser := openBrowser(t)
	use := func(origin string, version int, token string) (pageResult, error) {
		if _, err := chromedp.Run(browser, chromedp.Navigate(origin)); err != nil {
			t.Fatal(err)
		}
		call := fmt.Sprintf("use(%d, %q, %q)", version, address, strings.TrimSpace(token))
		return chromedp.Run(browser, chromedp.Evaluate[pageResult](call, chromedp.EvalAwaitPromise))
	}
	for i, test := range []struct {
		origin  string
		version int
		want    pageResult
	}{
		{"http://localhost" + port, 1, pageResult{"2025-11-25", true, 7, "handbook/runbooks/signing-keys.md"}},
		{"http://chat.example" + port, 1, pageResult{"2025-11-25", true, 7, "handbook/runbooks/signing-keys.md"}},
		{"http://chat.example" + port, 2, pageResult{"2026-07-28", false, 7, "handbook/runbooks/signing-keys.md"}},
	} {
		got, err := use(test.origin, test.version, token)
		if err != nil || got != test.want {
			t.Fatalf("%s, SDK %d: %+v, %v; want %+v", test.origin, test.version, got, err, test.want)
		}
		folder := filepath.Join(t.TempDir(), fmt.Sprintf("folder%d", i))
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		u.run("add", folder)
		uri, err := chromedp.Run(browser, chromedp.Evaluate[string]("changed", chromedp.EvalAwaitPromise))
		if err != nil || uri != "rag://coverage" {
			t.Errorf("%s, SDK %d: news of %q, %v", test.origin, test.version, uri, err)
		}
		if _, err := chromedp.Run(browser, chromedp.Evaluate[bool]("end()", chromedp.EvalAwaitPromise)); err != nil {
			t.Errorf("%s, SDK %d: end: %v", test.origin, test.version, err)
		}
	}
	for version := 1; version <= 2; version++ {
		if got, err := use("http://evil.example"+port, version, token); err == nil || !strings.Contains(err.Error(), "Failed to fetch") {
			t.Errorf("another page, SDK %d: %+v, %v", version, got, err)
		}
		if got, err := use("http://chat.example"+port, version, "wrong"); err == nil || strings.Contains(err.Error(), "Failed to fetch") {
			t.Errorf("a wrong token, SDK %d: %+v, %v", version, got, err) // it is told why
		}
	}
}
