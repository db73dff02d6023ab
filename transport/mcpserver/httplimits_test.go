package mcpserver_test

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"rag-context/transport/mcpserver"
)

func TestHTTPLimits(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{MaxBody: 2000, Limits: mcpserver.Limits{PerSecond: 1, Burst: 6, Sessions: 2}})
	large := strings.Repeat(" ", 2001)
	if status, _, _ := s.do(s.request("POST", "/mcp", "bob-token", initializeBody+large)); status != 413 {
		t.Errorf("a large request: %d", status)
	}
	if status, _, _ := s.do(s.request("POST", "/mcp", "bob-token", initializeBody+large, "Mcp-Protocol-Version", "2026-07-28")); status != 413 {
		t.Errorf("a large request of the later revision: %d", status)
	}
	first := s.begin("alice-token") // 2 requests each
	s.begin("alice-token")
	s.begin("alice-token")
	status, header, _ := s.do(s.request("POST", "/mcp", "alice-token", initializeBody))
	if status != 429 || header.Get("Retry-After") == "" {
		t.Errorf("more than is allowed: %d %v", status, header)
	}
	if status, _, _ := s.do(s.request("POST", "/mcp", "bob-token", initializeBody)); status != 200 {
		t.Errorf("another credential meanwhile: %d", status)
	}
	s.clock.advance(10 * time.Second)
	if status, _ := s.inSession("alice-token", first, listBody); status != 404 {
		t.Errorf("the oldest of three sessions, where two are allowed: %d", status)
	}
}

// TestBatchesCount: what one request holds counts as if it came one by one.
func TestBatchesCount(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{Limits: mcpserver.Limits{Concurrent: 3, PerSecond: 1e-9, Burst: 10}})
	session := s.begin("alice-token") // 2 requests
	batch := func(of int) int {
		var calls []string
		for i := range of {
			calls = append(calls, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i+10))
		}
		status, _, _ := s.do(s.request("POST", "/mcp", "alice-token", "["+strings.Join(calls, ",")+"]",
			"Mcp-Session-Id", session, "Mcp-Protocol-Version", "2025-03-26"))
		return status
	}
	for i, test := range []struct{ calls, want int }{{3, 200}, {4, 429}, {3, 200}, {2, 429}} { // 3, 1, 3 and 2 of 8
		if got := batch(test.calls); got != test.want {
			t.Errorf("batch %d, of %d: %d, want %d", i+1, test.calls, got, test.want)
		}
	}
}

// TestOnlyStreamsAreStreams: a header does not make a call something that more
// of are allowed.
func TestOnlyStreamsAreStreams(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{Limits: mcpserver.Limits{Concurrent: 3, Streams: 1}})
	session := s.begin("alice-token")
	_, cancel := s.stream("alice-token", session)
	defer cancel()
	status, _, body := s.do(s.request("POST", "/mcp", "alice-token", listBody, "Mcp-Session-Id", session, "Mcp-Method", "subscriptions/listen"))
	if status != 200 {
		t.Errorf("a call that says it is a stream: %d %s", status, body)
	}
	listen := `{"jsonrpc":"2.0","id":2,"method":"subscriptions/listen","params":{"notifications":{},` + modernMeta + `}}`
	status, _, body = s.do(s.request("POST", "/mcp", "alice-token", listen, "Mcp-Protocol-Version", "2026-07-28"))
	if status != 429 {
		t.Errorf("a second stream, which does not say it is one: %d %s", status, body)
	}
}

// TestSlowRequests: one that does not arrive is not waited for, with a token or
// without; an open stream has all the time there is.
func TestSlowRequests(t *testing.T) {
	s := newSite(t, mcpserver.HTTPOptions{ReadTime: 20 * time.Millisecond})
	stop, ended := s.listen()
	session := s.begin("alice-token")
	stream, cancel := s.stream("alice-token", session)
	defer cancel()
	for _, test := range []struct{ token, want string }{{"alice-token", "HTTP/1.1 400 "}, {"none", "HTTP/1.1 401 "}} {
		connection, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		s.must(err)
		fmt.Fprintf(connection, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\n\r\n{", test.token)
		answer, err := io.ReadAll(connection)
		if err != nil || !strings.HasPrefix(string(answer), test.want) {
			t.Errorf("with token %s: %q, %v", test.token, answer, err)
		}
		connection.Close()
	}
	s.inSession("alice-token", session, `{"jsonrpc":"2.0","id":3,"method":"resources/subscribe","params":{"uri":"rag://coverage"}}`)
	s.index("alice", "handbook", map[string]string{"new.md": "# New\nA first page.\n"})
	told := false
	for line := range stream {
		if told = strings.Contains(line, "resources/updated"); told {
			break
		}
	}
	if !told {
		t.Error("the stream ended")
	}
	stop()
	s.must(<-ended)
}
