package health_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"rag-context/health"
)

// machine is a client of a machine on which only these ports are open, at real
// servers elsewhere. It notes who is dialled.
type machine struct {
	open   map[string]string // port, or host and port, to the address behind it
	mu     sync.Mutex
	dialed map[string]int
}

func newMachine(open map[string]string) *machine {
	return &machine{open: open, dialed: map[string]int{}}
}

func (m *machine) client() *http.Client {
	return &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			m.mu.Lock()
			m.dialed[address]++
			m.mu.Unlock()
			_, port, _ := net.SplitHostPort(address)
			behind, ok := m.open[address] // or any address of the machine
			if !ok {
				behind, ok = m.open[port]
			}
			if ok {
				return new(net.Dialer).DialContext(ctx, network, strings.TrimPrefix(behind, "http://"))
			}
			return nil, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
		},
	}}
}

func recorded(t *testing.T, name string) string {
	return serveFunc(t, readReplies(t, name).handler(t, new(requests)))
}

func places(t *testing.T, text string) health.Places {
	t.Helper()
	p, err := health.ParsePlaces(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFind(t *testing.T) {
	web := serve(t, map[string]page{"/": {body: "<html>"}, "/v1/models": {status: 401, body: `{"error":"who are you?"}`}})
	broken, dead := serve(t, map[string]page{"/v1/models": {status: 500, body: `{"error":"oops"}`}}), recorded(t, "vllm-dead")
	vllm, loading := recorded(t, "vllm"), recorded(t, "sglang-starting")
	none, lmStudio, guarded := recorded(t, "ollama-configured"), recorded(t, "lmstudio"), recorded(t, "tabbyapi-wants-key")
	tests := map[string]struct {
		open   map[string]string
		places string
		hint   string
		url    string
		state  health.State
	}{
		"nothing":                   {nil, "auto", "", "", health.Down},
		"one":                       {map[string]string{"8000": vllm}, "auto", "", "http://127.0.0.1:8000", health.Ready},
		"at another's port":         {map[string]string{"8080": vllm}, "auto", "", "http://127.0.0.1:8080", health.Ready},
		"a web server besides":      {map[string]string{"8080": web, "8000": vllm}, "auto", "", "http://127.0.0.1:8000", health.Ready},
		"a web server only":         {map[string]string{"8080": web}, "auto", "", "", health.Down},
		"the first of two":          {map[string]string{"1234": lmStudio, "8000": vllm}, "auto", "", "http://127.0.0.1:1234", health.Ready},
		"the last one used":         {map[string]string{"1234": lmStudio, "8000": vllm}, "auto", "http://127.0.0.1:8000", "http://127.0.0.1:8000", health.Ready},
		"the last one is gone":      {map[string]string{"1234": lmStudio}, "auto", "http://127.0.0.1:8000", "http://127.0.0.1:1234", health.Ready},
		"the last one is elsewhere": {map[string]string{"1234": lmStudio, "9999": vllm}, "auto", "http://192.0.2.7:9999", "http://127.0.0.1:1234", health.Ready},
		"ready before loading":      {map[string]string{"8080": loading, "8000": vllm}, "auto", "", "http://127.0.0.1:8000", health.Ready},
		"loading before none":       {map[string]string{"11434": none, "30000": loading}, "auto", "", "http://127.0.0.1:30000", health.Loading},
		"closed, but known":         {map[string]string{"5000": guarded}, "auto", "", "http://127.0.0.1:5000", health.Unauthorized},
		"out of order, but known":   {map[string]string{"8000": dead}, "auto", "", "http://127.0.0.1:8000", health.Failing},
		"out of order and a URL":    {map[string]string{"8000": broken}, "http://127.0.0.1:8000", "", "http://127.0.0.1:8000", health.Failing},
		"out of order, whoever":     {map[string]string{"8000": broken}, "auto", "", "", health.Down},
		"one at IPv6 only":          {map[string]string{"[::1]:1234": lmStudio}, "auto", "", "http://[::1]:1234", health.Ready},
		"one at IPv6 only, before":  {map[string]string{"[::1]:1234": lmStudio, "127.0.0.1:1234": web, "8000": vllm}, "auto", "http://[::1]:1234", "http://[::1]:1234", health.Ready},
		"a kind at IPv6 only":       {map[string]string{"[::1]:1234": lmStudio}, "lmstudio", "", "http://[::1]:1234", health.Ready},
		"a kind":                    {map[string]string{"1234": lmStudio, "8000": vllm}, "vllm", "", "http://127.0.0.1:8000", health.Ready},
		"a kind that is not there":  {map[string]string{"1234": lmStudio}, "ollama", "", "", health.Down},
		"a URL":                     {map[string]string{"1234": lmStudio, "4321": vllm}, "http://127.0.0.1:4321/v1", "", "http://127.0.0.1:4321", health.Ready},
		"a URL, and no other":       {map[string]string{"1234": lmStudio}, "http://127.0.0.1:4321", "", "http://127.0.0.1:4321", health.Down},
		"a URL, else any":           {map[string]string{"1234": lmStudio}, "http://127.0.0.1:4321, auto", "", "http://127.0.0.1:1234", health.Ready},
		"a URL of another machine":  {map[string]string{"8000": vllm}, "http://192.0.2.7:8000", "", "http://192.0.2.7:8000", health.Ready},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m := newMachine(tt.open)
			got := health.Find(t.Context(), places(t, tt.places), tt.hint, health.Options{Client: m.client()})
			if got.URL != tt.url || got.State != tt.state {
				t.Errorf("%+v", got)
			}
			if got.Found == (strings.HasPrefix(tt.places, "http") && !strings.HasSuffix(tt.places, "auto")) && got.URL != "" {
				t.Errorf("found: %t", got.Found)
			}
			for address := range m.dialed {
				if !strings.HasPrefix(address, "127.0.0.1:") && !strings.HasPrefix(address, "[::1]:") && !strings.Contains(tt.places, address) {
					t.Errorf("dialled %s", address)
				}
			}
			checkReport(t, got)
		})
	}
}

// All servers are told of, each once, and nothing that is none.
func TestSurvey(t *testing.T) {
	web := serve(t, map[string]page{"/": {body: "<html>"}})
	m := newMachine(map[string]string{"8080": web, "1234": recorded(t, "lmstudio"), "[::1]:8000": recorded(t, "vllm"), "127.0.0.1:5001": recorded(t, "vllm"), "[::1]:5001": recorded(t, "sglang"), "4321": web})
	var got []string
	for _, report := range health.Survey(t.Context(), places(t, "http://127.0.0.1:4321,auto"), health.Options{Client: m.client()}) {
		checkReport(t, report)
		got = append(got, report.URL+" "+string(report.State))
	}
	want := []string{"http://127.0.0.1:4321 not_llm", "http://127.0.0.1:1234 ready", "http://127.0.0.1:5001 ready", "http://[::1]:5001 ready", "http://[::1]:8000 ready"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The remedy names the command of the server that was looked for.
func TestStart(t *testing.T) {
	for where, want := range map[string]string{"ollama": "ollama serve", "http://127.0.0.1:11434": "ollama serve",
		"lmstudio": "lms server start", "auto": "llama-server -m MODEL", "http://127.0.0.1:8081": "llama-server -m MODEL --port 8081"} {
		got := health.Find(t.Context(), places(t, where), "", health.Options{Client: newMachine(nil).client()})
		if !strings.HasPrefix(got.Remedy(), "start it, e.g. "+want+", or say") {
			t.Errorf("%s: %s", where, got.Remedy())
		}
	}
}

// Where the last server is ready, no other is asked.
func TestHintSavesAsking(t *testing.T) {
	m := newMachine(map[string]string{"1234": recorded(t, "lmstudio"), "11434": recorded(t, "ollama-window")})
	health.Find(t.Context(), places(t, "auto"), "http://127.0.0.1:1234", health.Options{Client: m.client()})
	if asked := slices.Collect(maps.Keys(m.dialed)); !slices.Equal(asked, []string{"127.0.0.1:1234"}) {
		t.Errorf("asked %q", asked)
	}
}

// While looking around, only known servers that ask for a key get it.
func TestStrangersGetNoKey(t *testing.T) {
	stranger := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Errorf("a stranger was shown the key at %s", r.URL.Path)
		}
		w.WriteHeader(http.StatusUnauthorized)
		io.WriteString(w, `{"error":"who are you?"}`)
	})
	var shown requests
	m := newMachine(map[string]string{"8000": stranger, "5000": stranger, "8080": guarded(t, &shown)})
	got := health.Find(t.Context(), places(t, "auto"), "", health.Options{Client: m.client(), APIKey: secret})
	if got.State != health.Ready || len(shown.all) == 0 {
		t.Errorf("%+v", got)
	}
}

// On a machine all of whose ports swallow what they are sent, looking around
// takes less than half a second, with a hint too. The time is not real.
func TestLookingAroundIsShort(t *testing.T) {
	for _, hint := range []string{"", "http://127.0.0.1:11434"} {
		synctest.Test(t, func(t *testing.T) {
			started := time.Now()
			got := health.Find(t.Context(), places(t, "auto"), hint, health.Options{Client: piped(func(net.Conn) {})})
			if elapsed := time.Since(started); got.State != health.Down || elapsed >= 500*time.Millisecond {
				t.Errorf("after %v: %+v", elapsed, got)
			}
		})
	}
}

// Several addresses that swallow what they are sent take no longer than one.
func TestManyPlacesTakeTheTimeOfOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		started := time.Now()
		got := health.Find(t.Context(), places(t, "http://a.test,http://b.test,auto,http://c.test/api/v1"), "http://127.0.0.1:11434", health.Options{Client: piped(func(net.Conn) {})})
		if elapsed := time.Since(started); got.State != health.Slow || got.URL != "http://a.test" || elapsed != health.DefaultTimeout {
			t.Errorf("after %v: %+v", elapsed, got)
		}
	})
}

func TestParsePlaces(t *testing.T) {
	for _, text := range []string{"", "olama", "auto,none", "http://a,,auto", "ftp://x", "127.0.0.1:x", "http://u:p@h"} {
		_, err := health.ParsePlaces(text)
		if !errors.Is(err, health.ErrInvalidPlace) && !errors.Is(err, health.ErrInvalidURL) {
			t.Errorf("%q: %v", text, err)
		}
		if err != nil && strings.Contains(err.Error(), "u:p") {
			t.Errorf("the error tells a password: %v", err)
		}
	}
	for text, none := range map[string]bool{"none": true, " none ": true, "auto": false, "ollama,llama.cpp": false, "127.0.0.1:8080": false, "gpu:8080/v1,auto": false} {
		if p := places(t, text); p.None() != none {
			t.Errorf("%q is nowhere: %t", text, p.None())
		}
	}
	for _, kind := range health.Kinds() {
		places(t, string(kind))
	}
}
