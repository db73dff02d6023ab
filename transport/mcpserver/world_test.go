package mcpserver_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"rag-context/rag"
	"rag-context/rag/extract"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
	"rag-context/transport/mcpserver"
)

// world is the server over real indexes, whose documents are in memory.
type world struct {
	t       *testing.T
	engine  sqlitestore.Engine
	sources *sources
	clock   *clock
	log     *lines
	options mcpserver.Options
}

func newWorld(t *testing.T) *world {
	w := &world{
		t: t, engine: sqlitestore.Engine{Folder: t.TempDir()}, log: &lines{}, sources: &sources{all: map[string]*ragtest.MemorySource{}},
		clock: &clock{now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)},
	}
	w.options = mcpserver.Options{
		Open: func(ctx context.Context, scope rag.Scope) (*rag.Library, error) { return w.open(ctx, scope, false) }, Version: "test",
		Now: w.clock.time, Random: bytes.NewReader(bytes.Repeat([]byte("marker"), 1000)), Watch: time.Millisecond,
		Log: slog.New(slog.NewTextHandler(w.log, nil)),
	}
	return w
}

func (w *world) open(ctx context.Context, scope rag.Scope, create bool) (*rag.Library, error) {
	return rag.OpenLibrary(ctx, w.engine, scope, create, rag.LibraryOptions{
		OpenSource: func(c rag.Collection) (rag.Source, error) { return w.sources.at(c.Location), nil },
		Extractor:  extract.Text{}, Now: w.clock.time, Refresh: rag.RefreshOptions{Time: time.Minute},
	})
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) scope(tenant string, write bool, collections ...string) rag.Scope {
	w.t.Helper()
	scope, err := rag.NewScope(ragtest.Tenant(w.t, tenant), rag.ScopeOptions{Collections: collections, Write: write})
	w.must(err)
	return scope
}

// index puts documents into a collection of a tenant, which is made where it
// is not there, and syncs it.
func (w *world) index(tenant, collection string, documents map[string]string) {
	w.t.Helper()
	library, err := w.open(w.t.Context(), w.scope(tenant, true), true)
	w.must(err)
	defer func() { w.must(library.Close()) }()
	states, err := library.Collections(w.t.Context())
	w.must(err)
	there := false
	for _, state := range states {
		there = there || state.Name == collection
	}
	location := tenant + "/" + collection
	if !there {
		w.must(library.Add(w.t.Context(), rag.Collection{Name: collection, Kind: "memory", Location: location, Tags: []string{"of-" + collection}}))
	}
	for path, text := range documents {
		w.sources.at(location).Set(path, text, w.clock.time())
	}
	_, err = rag.Sync(w.t.Context(), library, rag.SyncOptions{Collections: []string{collection}})
	w.must(err)
}

// documentID is the id of a tenant's document.
func (w *world) documentID(tenant, name string) string {
	w.t.Helper()
	library, err := w.open(w.t.Context(), w.scope(tenant, false), false)
	w.must(err)
	defer func() { w.must(library.Close()) }()
	reading, err := rag.Read(w.t.Context(), library, rag.Reference{Name: name})
	w.must(err)
	return reading.Document
}

// server returns a server that is closed when the test ends.
func (w *world) server() *mcpserver.Server {
	server := mcpserver.New(w.options)
	w.t.Cleanup(func() { w.must(server.Close()) })
	return server
}

// handbook is what most tests ask.
func (w *world) handbook(tenant string) {
	w.index(tenant, "handbook", map[string]string{
		"keys.md": "---\ntags: [security, runbook]\n---\n# Signing keys\nRotate the signing keys every ninety days.\n\n" +
			"## Rollback\nUntil the old key is retired, going back is one command.\n\n## Checks\nThe gateway must report both keys as active.\n",
		"backup.md":      "---\ntags: [runbook]\n---\n# Backup\nRestore a backup with the restore command, and check its age first.\n",
		"team/people.md": "# People\nThe platform team owns the gateway and its keys.\n",
	})
}

type sources struct {
	mutex sync.Mutex
	all   map[string]*ragtest.MemorySource
}

func (s *sources) at(location string) *ragtest.MemorySource {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.all[location] == nil {
		s.all[location] = &ragtest.MemorySource{}
	}
	return s.all[location]
}

type clock struct {
	mutex sync.Mutex
	now   time.Time
}

func (c *clock) time() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.now
}

func (c *clock) advance(by time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.now = c.now.Add(by)
}

// lines collects a log.
type lines struct {
	mutex sync.Mutex
	text  strings.Builder
}

func (l *lines) Write(data []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(data)
}

func (l *lines) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}

// wire is a client that writes and reads the protocol's lines itself.
type wire struct {
	t        *testing.T
	in       *io.PipeWriter
	messages chan map[string]any // as the server sent them
	raw      *lines              // the same as text
	ended    chan error
}

// connect serves one client of a scope.
func connect(t *testing.T, server *mcpserver.Server, scope rag.Scope) *wire {
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	c := &wire{t: t, in: inWriter, messages: make(chan map[string]any, 100), raw: &lines{}, ended: make(chan error, 1)}
	go func() {
		err := server.ServeIO(context.Background(), scope, inReader, outWriter)
		outWriter.Close()
		c.ended <- err
	}()
	go c.read(outReader)
	t.Cleanup(func() { inWriter.Close() })
	return c
}

func (c *wire) read(from io.Reader) {
	defer close(c.messages)
	decoder := newDecoder(io.TeeReader(from, c.raw))
	for {
		var message map[string]any
		if decoder.Decode(&message) != nil {
			return
		}
		c.messages <- message
	}
}

func (c *wire) send(line string) {
	c.t.Helper()
	if _, err := fmt.Fprintln(c.in, line); err != nil {
		c.t.Fatal(err)
	}
}

// answer returns the answer to a request, and what came before it.
func (c *wire) answer(id any) (answer map[string]any, before []map[string]any) {
	c.t.Helper()
	for message := range c.messages {
		if fmt.Sprint(message["id"]) == fmt.Sprint(id) {
			return message, before
		}
		before = append(before, message)
	}
	c.t.Fatalf("the server ended before it answered request %v", id)
	return nil, nil
}

func (c *wire) initialize() {
	c.t.Helper()
	c.send(`{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"0"}}}`)
	c.answer("init")
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

// request asks for something and returns the answer, with its error or result.
func (c *wire) request(method, params string) map[string]any {
	c.t.Helper()
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":"next","method":%q,"params":%s}`, method, params))
	answer, _ := c.answer("next")
	return answer
}

// call calls a tool and returns its result.
func (c *wire) call(tool, arguments string) map[string]any {
	c.t.Helper()
	answer := c.request("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments))
	result, isResult := answer["result"].(map[string]any)
	if !isResult {
		c.t.Fatalf("%s %s: %v", tool, arguments, answer)
	}
	return result
}

// structured is a result's structured content; the text must say the same.
func (c *wire) structured(result map[string]any) map[string]any {
	c.t.Helper()
	content, isObject := result["structuredContent"].(map[string]any)
	if !isObject {
		c.t.Fatalf("no structured content: %v", result)
	}
	var same map[string]any
	if err := newDecoder(strings.NewReader(textOf(result))).Decode(&same); err != nil || fmt.Sprint(same) != fmt.Sprint(content) {
		c.t.Errorf("content and structured content differ:\n%v\n%v", same, content)
	}
	return content
}

// textOf is the text of a result's content.
func textOf(result map[string]any) string {
	items, _ := result["content"].([]any)
	if len(items) != 1 {
		return ""
	}
	text, _ := items[0].(map[string]any)["text"].(string)
	return text
}
