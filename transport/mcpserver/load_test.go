package mcpserver_test

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rag-context/rag"
	"rag-context/transport/mcpserver"
)

// TestManyClients is a short one of what TestManyClientsForAMinute does.
func TestManyClients(t *testing.T) {
	manyClients(t, 20, 5, func(asked int) bool { return asked == 3 })
}

// manyClients has clients of several tenants ask until each has enough. None may
// ever be told another tenant's word, and nothing may be left when all are gone.
func manyClients(t *testing.T, clients, tenants int, enough func(asked int) bool) {
	s := newSite(t, mcpserver.HTTPOptions{Limits: mcpserver.Limits{PerSecond: 1e6, Burst: 1e6, Concurrent: 1000, Sessions: 1000}})
	for i := range tenants {
		tenant := fmt.Sprintf("tenant%d", i)
		s.index(tenant, "notes", map[string]string{"penguin.md": "# Penguin\nThe penguin of " + tenant + "end lives here.\n"})
		s.grants[tenant] = rag.Grant{ID: tenant, Scope: s.scope(tenant, i%2 == 0)}
		s.askUntil(tenant, func(asked int) bool { return asked == 1 }) // its desk stays open
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	before := runtime.NumGoroutine()
	var waiting sync.WaitGroup
	var mutex sync.Mutex
	var took []time.Duration
	for i := range clients {
		waiting.Go(func() {
			own := s.askUntil(fmt.Sprintf("tenant%d", i%tenants), enough)
			mutex.Lock()
			defer mutex.Unlock()
			took = append(took, own...)
		})
	}
	waiting.Wait()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	for runtime.NumGoroutine() > before { // until the test's time is over
		runtime.Gosched()
	}
	_, _, metrics := s.do(s.request("GET", "/metrics", "", ""))
	if !strings.Contains(metrics, "\nrag_context_sessions 0\n") {
		t.Errorf("sessions are left:\n%s", metrics)
	}
	slices.Sort(took)
	t.Logf("%d calls of %d clients: half took at most %v, 95 of 100 at most %v", len(took), clients, took[len(took)/2], took[len(took)*95/100])
}

// askUntil asks as one client and returns how long each answer took.
func (s *site) askUntil(tenant string, enough func(asked int) bool) (took []time.Duration) {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "0"}, nil)
	session, err := client.Connect(s.t.Context(), &mcp.StreamableClientTransport{
		Endpoint: s.url + "/mcp", HTTPClient: &http.Client{Transport: withToken(tenant)},
	}, nil)
	if err != nil {
		s.t.Errorf("%s: %v", tenant, err)
		return nil
	}
	defer session.Close()
	for !enough(len(took)) {
		started := time.Now()
		result, err := session.CallTool(context.WithoutCancel(s.t.Context()), &mcp.CallToolParams{Name: "search", Arguments: map[string]any{"query": "penguin"}})
		took = append(took, time.Since(started))
		if err != nil || result.IsError {
			s.t.Errorf("%s: %v, %+v", tenant, err, result)
			return took
		}
		text := result.Content[0].(*mcp.TextContent).Text
		if strings.Count(text, tenant+"end") != 1 || strings.Count(text, "end lives") != 1 {
			s.t.Errorf("%s was told %s", tenant, text)
		}
	}
	return took
}

type withToken string

func (token withToken) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+string(token))
	return http.DefaultTransport.RoundTrip(request)
}
