package mcpserver_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"rag-context/rag"
	"rag-context/transport/mcpserver"
)

// site is the server over HTTP, with tokens that tests give out.
type site struct {
	*world
	http   *mcpserver.HTTP
	url    string
	mutex  sync.Mutex
	grants map[string]rag.Grant // by token
	broken error                // why tokens can't be checked
}

func newSite(t *testing.T, options mcpserver.HTTPOptions) *site {
	w := newWorld(t)
	w.handbook("alice")
	w.handbook("bob")
	s := &site{world: w, grants: map[string]rag.Grant{
		"alice-token":  {ID: "a1", Scope: w.scope("alice", true)},
		"alice-second": {ID: "a2", Scope: w.scope("alice", true)},
		"bob-token":    {ID: "b1", Scope: w.scope("bob", false)},
	}}
	options.Authenticate = s.authenticate
	if options.PerSecond == 0 {
		options.PerSecond, options.Burst = 1e6, 1e6 // the clock stands still
	}
	s.http = w.server().HTTP(options)
	t.Cleanup(func() { w.must(s.http.Close()) })
	server := httptest.NewServer(s.http)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func (s *site) authenticate(_ context.Context, token string) (rag.Grant, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	grant, known := s.grants[token]
	if s.broken != nil {
		return rag.Grant{}, s.broken
	}
	if !known {
		return rag.Grant{}, rag.ErrUnauthorized
	}
	return grant, nil
}

// listen serves as the program does, until stop is called; then ended tells how
// that went.
func (s *site) listen() (stop context.CancelFunc, ended <-chan error) {
	s.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	s.must(err)
	s.url = "http://" + listener.Addr().String()
	ctx, stop := context.WithCancel(s.t.Context())
	end := make(chan error, 1)
	go func() { end <- s.http.Serve(ctx, listener) }()
	return stop, end
}

// request is one that a well-behaved client would make; headers are in pairs.
func (s *site) request(method, path, token, body string, headers ...string) *http.Request {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	s.must(err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			request.Host = headers[i+1]
		}
	}
	return request
}

// do returns the response's status, headers and whole body.
func (s *site) do(request *http.Request) (int, http.Header, string) {
	s.t.Helper()
	response, err := http.DefaultClient.Do(request)
	s.must(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	s.must(err)
	return response.StatusCode, response.Header, string(body)
}

const (
	initializeBody = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"0"}}}`
	listBody       = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
	modernMeta     = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	modernBody     = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"signing keys"},` + modernMeta + `}}`
)

// begin begins a session and returns its id.
func (s *site) begin(token string) string {
	s.t.Helper()
	status, header, body := s.do(s.request(http.MethodPost, "/mcp", token, initializeBody))
	id := header.Get("Mcp-Session-Id")
	if status != http.StatusOK || id == "" {
		s.t.Fatalf("initialize: %d %s", status, body)
	}
	s.do(s.request(http.MethodPost, "/mcp", token, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Mcp-Session-Id", id))
	return id
}

func (s *site) inSession(token, session, body string) (int, string) {
	s.t.Helper()
	status, _, answer := s.do(s.request(http.MethodPost, "/mcp", token, body, "Mcp-Session-Id", session))
	return status, answer
}

// stream opens a session's stream and returns its lines and what ends it.
func (s *site) stream(token, session string, headers ...string) (<-chan string, context.CancelFunc) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	var response *http.Response
	for { // 409 until the server has heard that the stream before was cut
		request := s.request(http.MethodGet, "/mcp", token, "", append(headers, "Mcp-Session-Id", session)...)
		var err error
		response, err = http.DefaultClient.Do(request.WithContext(ctx))
		s.must(err)
		if response.StatusCode != http.StatusConflict {
			break
		}
		s.must(response.Body.Close())
	}
	if response.StatusCode != http.StatusOK {
		s.t.Fatalf("open stream: %s", response.Status)
	}
	received := make(chan string, 100)
	go func() {
		defer close(received)
		defer response.Body.Close()
		for scanner := bufio.NewScanner(response.Body); scanner.Scan(); {
			received <- scanner.Text()
		}
	}()
	return received, cancel
}

func TestWhoMayComeIn(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{AllowOrigins: []string{"https://chat.example.org"}, AllowHosts: []string{"rag.example.org"}})
	for _, test := range []struct {
		name    string
		method  string
		token   string
		headers []string
		want    int
	}{
		{"a client", "POST", "alice-token", nil, 200},
		{"a page of this machine", "POST", "alice-token", []string{"Origin", "http://localhost:3000"}, 200},
		{"a page of this machine by address", "POST", "alice-token", []string{"Origin", "http://[::1]:3000"}, 200},
		{"a page that is allowed", "POST", "alice-token", []string{"Origin", "https://chat.example.org"}, 200},
		{"another page", "POST", "alice-token", []string{"Origin", "https://evil.example"}, 403},
		{"another page's stream", "GET", "alice-token", []string{"Origin", "https://evil.example"}, 403},
		{"another page's end", "DELETE", "alice-token", []string{"Origin", "https://evil.example"}, 403},
		{"another page's preflight", "OPTIONS", "", []string{"Origin", "https://evil.example", "Access-Control-Request-Method", "POST"}, 403},
		{"a page that looks like one of this machine", "POST", "alice-token", []string{"Origin", "http://localhost.evil.example"}, 403},
		{"a page that looks like an allowed one", "POST", "alice-token", []string{"Origin", "https://chat.example.org.evil.example"}, 403},
		{"a page without an origin", "POST", "alice-token", []string{"Origin", "null"}, 403},
		{"a name that was rebound", "POST", "alice-token", []string{"Host", "evil.example"}, 403},
		{"a name that was rebound, for health", "POST", "", []string{"Host", "evil.example:80"}, 403},
		{"no token", "POST", "", nil, 401},
		{"no token, from another page", "POST", "", []string{"Origin", "https://evil.example"}, 403},
		{"a wrong token", "POST", "alice-tokem", nil, 401},
		{"an empty token", "POST", "", []string{"Authorization", "Bearer"}, 401},
		{"another scheme", "POST", "", []string{"Authorization", "Basic YTpi"}, 401},
		{"a stream without a session", "GET", "alice-token", nil, 400},
		{"another method", "PUT", "alice-token", nil, 405},
	} {
		status, header, body := s.do(s.request(test.method, "/mcp", test.token, initializeBody, test.headers...))
		if status != test.want {
			t.Errorf("%s: %d %s, want %d", test.name, status, body, test.want)
		}
		if challenge := header.Get("WWW-Authenticate"); (status == 401) != (challenge != "") || strings.Contains(challenge, "resource_metadata") {
			t.Errorf("%s: challenge %q", test.name, challenge)
		}
	}
	request := s.request("POST", "/mcp", "alice-token", initializeBody)
	request.Host = "RAG.example.org:443" // as a proxy passes it on
	if status, _, body := s.do(request); status != 200 {
		t.Errorf("a host name that is allowed: %d %s", status, body)
	}
}

// TestPreflight is what browsers ask before a page's request, without a token.
func TestPreflight(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{})
	for _, method := range []string{"GET", "POST", "DELETE"} {
		status, header, _ := s.do(s.request(http.MethodOptions, "/mcp", "", "", "Origin", "http://127.0.0.1:9000", "Access-Control-Request-Method", method,
			"Access-Control-Request-Headers", "accept,authorization,content-type,last-event-id,mcp-method,mcp-name,mcp-protocol-version,mcp-session-id"))
		if status != 204 || header.Get("Access-Control-Allow-Origin") != "http://127.0.0.1:9000" || header.Get("Access-Control-Allow-Methods") != method ||
			!strings.Contains(header.Get("Access-Control-Allow-Headers"), "authorization") || header.Get("Access-Control-Max-Age") == "" {
			t.Errorf("%s: %d %v", method, status, header)
		}
	}
	for _, token := range []string{"alice-token", "wrong"} { // an error has to be readable, too
		_, header, _ := s.do(s.request(http.MethodPost, "/mcp", token, initializeBody, "Origin", "http://127.0.0.1:9000"))
		if header.Get("Access-Control-Allow-Origin") == "" || !strings.Contains(header.Get("Access-Control-Expose-Headers"), "Mcp-Session-Id") ||
			!strings.Contains(header.Get("Access-Control-Expose-Headers"), "Www-Authenticate") {
			t.Errorf("answer to %s: %v", token, header)
		}
	}
}

func TestBothErasAtOneAddress(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{})
	session := s.begin("alice-token")
	if status, body := s.inSession("alice-token", session, listBody); status != 200 || !strings.Contains(body, `"pack_context"`) {
		t.Errorf("with a session: %d %s", status, body)
	}
	modern := []string{"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "search"}
	status, header, body := s.do(s.request("POST", "/mcp", "alice-token", modernBody, modern...))
	if status != 200 || !strings.Contains(body, "ninety days") || header.Get("Mcp-Session-Id") != "" {
		t.Errorf("without sessions: %d %s", status, body)
	}
	status, _, body = s.do(s.request("POST", "/mcp", "alice-token", modernBody)) // says it in the body alone
	if status != 400 || strings.Contains(body, "session") {
		t.Errorf("without its header: %d %s", status, body)
	}
	status, _, body = s.do(s.request("POST", "/mcp", "alice-token", modernBody, "Mcp-Protocol-Version", "2031-01-01", "Mcp-Method", "tools/call", "Mcp-Name", "search"))
	if status != 400 || !strings.Contains(body, "2026-07-28") {
		t.Errorf("a revision to come: %d %s", status, body)
	}
}

// TestSessionsBelongToTokens uses a session with the tokens of others.
func TestSessionsBelongToTokens(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{})
	session := s.begin("alice-token")
	for _, token := range []string{"bob-token", "alice-second"} {
		for _, method := range []string{"POST", "GET", "DELETE"} {
			if status, _, body := s.do(s.request(method, "/mcp", token, listBody, "Mcp-Session-Id", session)); status != 403 {
				t.Errorf("%s with %s: %d %s", method, token, status, body)
			}
		}
	}
	if status, body := s.inSession("alice-token", session, listBody); status != 200 {
		t.Errorf("its own token: %d %s", status, body)
	}
	if status, _, _ := s.do(s.request("DELETE", "/mcp", "alice-token", "", "Mcp-Session-Id", session)); status != 204 {
		t.Errorf("ended by its own token: %d", status)
	}
	if status, _ := s.inSession("alice-token", session, listBody); status != 404 {
		t.Errorf("after its end: %d", status)
	}
}

func TestReadersDoNotSync(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{})
	session := s.begin("bob-token")
	if _, body := s.inSession("bob-token", session, listBody); strings.Contains(body, `"sync"`) || !strings.Contains(body, `"search"`) {
		t.Errorf("tools of a reader: %s", body)
	}
	if _, body := s.inSession("bob-token", session, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"sync","arguments":{}}}`); !strings.Contains(body, "unknown tool") {
		t.Errorf("a reader's sync: %s", body)
	}
}

// TestSessionsEnd: one that nobody uses ends, one with an open stream does not.
func TestSessionsEnd(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{SessionTimeout: 4 * time.Millisecond})
	s.clock.advance(0)
	watching := s.begin("alice-token")
	stream, cancel := s.stream("alice-token", watching)
	defer cancel()
	idle := s.begin("alice-token")
	s.clock.advance(time.Hour)
	for status := 200; status != 404; { // until the session was looked at
		status, _ = s.inSession("bob-token", idle, listBody) // 403 while it is there; does not use it
	}
	if status, body := s.inSession("alice-token", watching, listBody); status != 200 {
		t.Errorf("a session with an open stream: %d %s", status, body)
	}
	select {
	case line, open := <-stream:
		if !open {
			t.Errorf("the stream was cut after %q", line)
		}
	default:
	}
}

// TestMissedMessages cuts a stream off, changes what it watches and opens it
// again: what was missed comes, once.
func TestMissedMessages(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{})
	session := s.begin("alice-token")
	stream, cut := s.stream("alice-token", session)
	if status, body := s.inSession("alice-token", session, `{"jsonrpc":"2.0","id":3,"method":"resources/subscribe","params":{"uri":"rag://coverage"}}`); status != 200 {
		t.Fatalf("subscribe: %d %s", status, body)
	}
	s.index("alice", "handbook", map[string]string{"new.md": "# New\nA first page.\n"}) // by another process, so to say
	last := ""
	for line := range stream {
		if id, isID := strings.CutPrefix(line, "id: "); isID {
			last = id
		}
		if strings.Contains(line, "resources/updated") {
			break
		}
	}
	cut()
	for range stream {
	}
	s.index("alice", "handbook", map[string]string{"newer.md": "# Newer\nA second page.\n"})
	again, end := s.stream("alice-token", session, "Last-Event-ID", last)
	defer end()
	for line := range again {
		if strings.Contains(line, "resources/updated") {
			return
		}
	}
	t.Error("the message that was missed did not come")
}

// TestRevokedStreams: a stream ends with its credential, also where it becomes
// another's or nobody can tell whose it is.
func TestRevokedStreams(t *testing.T) {
	for name, test := range map[string]struct {
		revoke func(*site)
		want   int // of a request after that
	}{
		"revoked": {func(s *site) { delete(s.grants, "alice-token") }, 401},
		"expired": {func(s *site) {
			s.grants["alice-token"] = rag.Grant{ID: "a1", Scope: s.scope("alice", true), Expires: s.clock.time().Add(-1)}
		}, 401},
		"another scope's": {func(s *site) { s.grants["alice-token"] = rag.Grant{ID: "a1", Scope: s.scope("bob", true)} }, 403},
		"a narrower one":  {func(s *site) { s.grants["alice-token"] = rag.Grant{ID: "a1", Scope: s.scope("alice", true, "none")} }, 403},
		"unknowable":      {func(s *site) { s.broken = errors.New("the file is damaged") }, 500},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, mcpserver.HTTPOptions{Recheck: time.Millisecond})
			session := s.begin("alice-token")
			stream, cancel := s.stream("alice-token", session)
			defer cancel()
			s.mutex.Lock()
			test.revoke(s)
			s.mutex.Unlock()
			for range stream {
			}
			if status, body := s.inSession("alice-token", session, listBody); status != test.want || strings.Contains(body, "damaged") {
				t.Errorf("after that: %d %s", status, body)
			}
		})
	}
}

func TestShutdown(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{})
	stop, ended := s.listen()
	session := s.begin("alice-token")
	stream, cancel := s.stream("alice-token", session)
	defer cancel()
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
	for range stream {
	}
	if _, err := http.Get(s.url + "/healthz"); err == nil {
		t.Error("it still answers")
	}
}

func TestOperations(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{OperatorToken: "operator"})
	s.do(s.request("POST", "/mcp", "alice-token", modernBody, "Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "search"))
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		for _, test := range []struct {
			headers []string
			want    int
		}{
			{nil, 200},
			{[]string{"X-Forwarded-For", "192.0.2.1"}, 401},
			{[]string{"X-Forwarded-For", "192.0.2.1", "Authorization", "Bearer operator"}, 200},
			{[]string{"X-Forwarded-For", "192.0.2.1", "Authorization", "Bearer alice-token"}, 401},
			{[]string{"Origin", "http://localhost:3000"}, 401},
			{[]string{"Host", "evil.example"}, 403},
		} {
			if status, _, body := s.do(s.request("GET", path, "", "", test.headers...)); status != test.want {
				t.Errorf("%s with %v: %d %s, want %d", path, test.headers, status, body, test.want)
			}
		}
	}
	_, _, metrics := s.do(s.request("GET", "/metrics", "", ""))
	if want := `rag_context_calls_total{method="tools/call",name="search",outcome="done"} 1`; !strings.Contains(metrics, want) || strings.Contains(metrics, "alice") {
		t.Errorf("metrics:\n%s", metrics)
	}
	if want := "tenant=alice method=tools/call results=2 outcome=done elapsed=0s name=search credential=a1"; !strings.Contains(s.log.String(), want) {
		t.Errorf("log:\n%s", s.log)
	}
}

func TestNotReady(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{Ready: func(context.Context) error { return errors.New("no disk") }})
	if status, _, body := s.do(s.request("GET", "/readyz", "", "")); status != 503 || strings.Contains(body, "disk") {
		t.Errorf("%d %s", status, body)
	}
}

func TestResourceMetadata(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{Resource: &oauthex.ProtectedResourceMetadata{
		Resource: "https://rag.example.org/mcp", AuthorizationServers: []string{"https://login.example.org"},
	}})
	_, header, _ := s.do(s.request("POST", "/mcp", "", initializeBody))
	const address = "https://rag.example.org/.well-known/oauth-protected-resource/mcp"
	if challenge := header.Get("WWW-Authenticate"); challenge != fmt.Sprintf("Bearer resource_metadata=%q", address) {
		t.Errorf("challenge %q", challenge)
	}
	status, _, body := s.do(s.request("GET", "/.well-known/oauth-protected-resource/mcp", "", ""))
	if status != 200 || !strings.Contains(body, `"authorization_servers":["https://login.example.org"]`) {
		t.Errorf("%d %s", status, body)
	}
}

// TestRefusalsSayWhatToDo: who comes without a token, or to the wrong place, is
// told the next step.
func TestRefusalsSayWhatToDo(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{})
	base := strings.TrimSuffix(s.url, mcpserver.Path)
	for address, want := range map[string]string{
		base + mcpserver.Path: "no bearer token: rag-context token create NAME makes one\n",
		base + "/":            "MCP is at " + mcpserver.Path + "\n",
	} {
		response, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || string(body) != want {
			t.Errorf("%s: %q, %v; want %q", address, body, err, want)
		}
	}
}
