package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// searchResult calls search as a client does and returns the answer's text.
func searchResult(t *testing.T, session *mcp.ClientSession, question string) string {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "search", Arguments: map[string]any{"query": question}})
	if err != nil || result.IsError {
		t.Errorf("search: %v, %+v", err, result)
		return ""
	}
	return result.Content[0].(*mcp.TextContent).Text
}

func connectTo(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "0"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// TestServe starts the program as clients do: several on one index, with a
// command beside them, and one on a folder that was never added.
func TestServe(t *testing.T) {
	u := newUser(t)
	u.run("add", "../../testdata/handbook")
	var sessions []*mcp.ClientSession
	for _, arguments := range [][]string{{"serve"}, {"serve", "-c", "handbook", "--read-only"}, {"serve", "--in", "../../testdata/handbook"}} {
		sessions = append(sessions, connectTo(t, &mcp.CommandTransport{Command: u.command(arguments...)}))
	}
	u.run("sync")
	for i, session := range sessions {
		text := searchResult(t, session, "how do we rotate the signing keys")
		if !strings.Contains(text, "handbook/runbooks/signing-keys.md") || strings.Contains(text, u.home) {
			t.Errorf("server %d: %s", i, text)
		}
		tools, err := session.ListTools(t.Context(), nil)
		if want := map[bool]int{true: 7, false: 8}[i == 1]; err != nil || len(tools.Tools) != want {
			t.Errorf("server %d: %d tools, %v; want %d", i, len(tools.Tools), err, want)
		}
	}
}

// TestServersAtOnce has several servers and commands work on one index at the
// same time: some ask while others write.
func TestServersAtOnce(t *testing.T) {
	u := newUser(t)
	u.run("add", "../../testdata/handbook")
	var sessions []*mcp.ClientSession
	for range 3 {
		sessions = append(sessions, connectTo(t, &mcp.CommandTransport{Command: u.command("serve")}))
	}
	var waiting sync.WaitGroup
	for i, session := range sessions {
		waiting.Go(func() {
			for range 3 {
				if text := searchResult(t, session, "how do we rotate the signing keys"); !strings.Contains(text, "handbook/runbooks/signing-keys.md") {
					t.Errorf("server %d: %s", i, text)
				}
				result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "sync"})
				if err != nil || result.IsError && !strings.Contains(result.Content[0].(*mcp.TextContent).Text, "busy") {
					t.Errorf("server %d syncs: %v, %+v", i, err, result)
				}
			}
		})
	}
	for _, name := range []string{"one", "two"} {
		u.run("add", "../../testdata/script", "--name", name)
		u.run("remove", name, "--yes")
	}
	waiting.Wait()
}

// TestOwnDocuments starts what clients find in .mcp.json of this repository.
func TestOwnDocuments(t *testing.T) {
	var settings struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	text, err := os.ReadFile("../../.mcp.json")
	if err == nil {
		err = json.Unmarshal(text, &settings)
	}
	server := settings.Servers["rag-context"]
	if err != nil || server.Command != "go" || len(server.Args) < 3 || server.Args[1] != "./cmd/rag-context" {
		t.Fatalf(".mcp.json: %+v, %v", settings, err)
	}
	command := newUser(t).command(server.Args[2:]...)
	command.Dir = "../.."
	if found := searchResult(t, connectTo(t, &mcp.CommandTransport{Command: command}), "token create laptop"); !strings.Contains(found, "README.md") {
		t.Errorf("found %s", found)
	}
}

var servingAt = regexp.MustCompile(`serving MCP at (\S+) `)

// startHTTP starts serve --http in a process and returns its address.
func startHTTP(t *testing.T, u *user, arguments ...string) (address string, process *exec.Cmd) {
	t.Helper()
	return startProgram(t, u, "rag-context-real", arguments...)
}

// startProgram does so with a build of the program of the test's own.
func startProgram(t *testing.T, u *user, program string, arguments ...string) (address string, process *exec.Cmd) {
	t.Helper()
	process = exec.CommandContext(t.Context(), program, append([]string{"serve", "--http", "127.0.0.1:0"}, arguments...)...)
	process.Env = u.env
	process.Cancel = func() error { return interrupt(process.Process) }
	errors, err := process.StderrPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(errors)
	for lines.Scan() {
		if at := servingAt.FindStringSubmatch(lines.Text()); at != nil {
			go func() {
				for lines.Scan() { // so that it never waits for us
				}
			}()
			return at[1], process
		}
	}
	t.Fatal("the server ended before it said where it serves")
	return "", nil
}

// bearerToken adds a token to requests.
type bearerToken string

func (b bearerToken) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(request)
}

func atHTTP(t *testing.T, address, token string) *mcp.ClientSession {
	return connectTo(t, &mcp.StreamableClientTransport{Endpoint: address, HTTPClient: &http.Client{Transport: bearerToken(token)}})
}

// TestServeHTTP serves two tenants by their tokens, takes a token back while it
// runs, and ends when it is told to.
func TestServeHTTP(t *testing.T) {
	u := newUser(t)
	u.run("add", "../../testdata/handbook")
	u.run("--tenant", "work", "add", "../../testdata/script")
	mine, _ := u.run("token", "create", "mine")
	address, process := startHTTP(t, u)
	works, _ := u.run("--tenant", "work", "token", "create", "works")
	for _, test := range []struct{ token, want, never string }{
		{mine, "handbook/", "script/"}, {works, "script/", "handbook/"},
	} {
		text := searchResult(t, atHTTP(t, address, strings.TrimSpace(test.token)), "signing keys")
		if !strings.Contains(text, test.want) || strings.Contains(text, `"path":"`+test.never) || strings.Contains(text, u.home) {
			t.Errorf("%s: %s", test.want, text)
		}
	}
	u.run("token", "revoke", "works")
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "0"}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: address, HTTPClient: &http.Client{Transport: bearerToken(strings.TrimSpace(works))}}, nil)
	if err == nil {
		t.Error("a revoked token still counts")
	}
	response, err := http.Get(strings.Replace(address, "/mcp", "/readyz", 1))
	if err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("readyz: %v, %v", response, err)
	}
	if err := interrupt(process.Process); err != nil {
		t.Fatal(err)
	}
	if err := process.Wait(); err != nil && runtime.GOOS != "windows" { // which kills
		t.Error(fmt.Errorf("the server ended with %w", err))
	}
}

// TestServePacks: a client is given the very block that the clipboard would get,
// as counted by the LLM's server.
func TestServePacks(t *testing.T) {
	llm := httptest.NewServer(&llamaServer{window: 4096})
	t.Cleanup(llm.Close)
	u := newUser(t)
	t.Setenv("RAG_CONTEXT_NO_LLM", "false")
	u.run("add", "../../testdata/handbook")
	const question = "how do we rotate the signing keys"
	copied := ask[askOutcome](u, "--llm", llm.URL, "--json", question)
	session := connectTo(t, &mcp.CommandTransport{Command: u.command("serve", "--llm", llm.URL)})
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "pack_context", Arguments: map[string]any{"query": question}})
	if err != nil || result.IsError {
		t.Fatalf("pack_context: %v, %+v", err, result)
	}
	var packed struct {
		Block   string
		Receipt struct {
			Tokens, Budget int
			Exact          bool
			Sources        []any
		}
	}
	if err := json.Unmarshal([]byte(result.Content[0].(*mcp.TextContent).Text), &packed); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(withoutMarker(t, copied.Block), withoutMarker(t, packed.Block)); diff != "" {
		t.Errorf("blocks (-copied +packed):\n%s", diff)
	}
	if r := packed.Receipt; !r.Exact || r.Tokens != copied.Tokens || r.Budget != 4096-1024-12 || len(r.Sources) != len(copied.Receipt.Sources) {
		t.Errorf("receipt %+v, copied with %+v", r, *copied.Receipt)
	}
}

var markers = regexp.MustCompile(`<question-(\w+)>`)

// withoutMarker is a block without what is random in it.
func withoutMarker(t *testing.T, block string) string {
	t.Helper()
	marker := markers.FindStringSubmatch(block)
	if marker == nil {
		t.Fatalf("no marker in\n%s", block)
	}
	return strings.ReplaceAll(block, marker[1], "MARKER")
}
