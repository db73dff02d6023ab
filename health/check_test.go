package health_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"rag-context/health"
)

// All servers of the tests are on loopback addresses: the proxy, at which
// nothing listens, must not be asked for them.
func TestMain(m *testing.M) {
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"} {
		os.Setenv(name, "http://127.0.0.1:1")
	}
	os.Exit(m.Run())
}

// page is what a server answers at one path.
type page struct {
	status int // 0 means 200
	header string
	body   string
}

// serve starts a server that has these pages and answers others with 404.
func serve(t *testing.T, pages map[string]page) string {
	return serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		p, ok := pages[r.URL.Path]
		if !ok {
			p = page{status: http.StatusNotFound, body: `{"detail":"Not Found"}`}
		}
		if p.header != "" {
			w.Header().Set("Server", p.header)
		}
		w.WriteHeader(cmp.Or(p.status, http.StatusOK))
		io.WriteString(w, p.body)
	})
}

func serveFunc(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close) // waits for the requests to end
	return server.URL
}

const (
	llamaModels = `{"models":[{"name":"qwen3"}],"object":"list","data":[{"id":"qwen3","object":"model","owned_by":"llamacpp",
		"meta":{"vocab_type":2,"n_ctx":32768,"n_ctx_train":40960}}]}`
	llamaKey = `{"error":{"code":401,"message":"Invalid API Key","type":"authentication_error"}}`
)

// What is no LLM server, or one that no one has seen yet, must not confuse the
// check.
func TestStrangers(t *testing.T) {
	ok := page{body: `{"status":"ok"}`}
	html := page{body: "<!doctype html><title>Router</title>"}
	list := func(body string) map[string]page { return map[string]page{"/v1/models": {body: body}} }
	tests := map[string]struct {
		pages map[string]page
		state health.State
	}{
		"web page":             {map[string]page{"/": html, "/health": html, "/v1/models": html}, health.NotLLM},
		"web page behind 503":  {map[string]page{"/health": {status: 503, body: "<h1>503</h1>"}, "/v1/models": {status: 503, body: "<h1>503</h1>"}}, health.Failing},
		"web page behind 403":  {map[string]page{"/v1/models": {status: 403, body: "<html>Jenkins"}}, health.NotLLM},
		"nothing there":        {nil, health.NotLLM},
		"healthy, no more":     {map[string]page{"/health": ok}, health.NotLLM},
		"other JSON":           {list(`{"items":[]}`), health.NotLLM},
		"JSON array":           {list(`[1]`), health.NotLLM},
		"data that is no list": {list(`{"data":{"id":"x"}}`), health.NotLLM},
		"list of other things": {list(`{"data":[{"car":"x"}]}`), health.NotLLM},
		"list of numbers":      {list(`{"data":[1,2]}`), health.NotLLM},
		"garbage":              {map[string]page{"/health": {body: "\x00\xff"}, "/v1/models": {body: "\x00\xff{"}}, health.NotLLM},
		"server error":         {map[string]page{"/v1/models": {status: 500, body: `{"error":{"message":"boom\u001b[31m"}}`}}, health.Failing},
		"bad gateway":          {map[string]page{"/v1/models": {status: 502, body: "<h1>502 Bad Gateway</h1>"}}, health.Failing},
		"huge":                 {list(`{"data":[{"id":"` + strings.Repeat("x", 5<<20) + `"}]}`), health.NotLLM},
		"deep":                 {list(strings.Repeat(`{"data":[`, 50000)), health.NotLLM},
		"odd fields":           {list(`{"data":[{"id":"x","owned_by":7,"meta":[],"max_model_len":"many","context_length":-4,"status":null}]}`), health.Ready},
		"huge window":          {list(`{"data":[{"id":"x","max_model_len":1e300}]}`), health.Ready},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := health.Check(t.Context(), serve(t, tt.pages), health.Options{})
			if got.State != tt.state || got.Window != 0 {
				t.Errorf("%+v", got)
			}
			checkReport(t, got)
		})
	}
}

// clock returns a clock that moves on by the step each time it is read.
func clock(step time.Duration) func() time.Time {
	now := time.Unix(0, 0)
	return func() time.Time {
		now = now.Add(step)
		return now
	}
}

// checkLine holds that the text is safe to print as one line.
func checkLine(t *testing.T, text string) {
	t.Helper()
	if text == "" || len(text) > 1000 || strings.ContainsAny(text, "\n\r\x1b\x00") {
		t.Errorf("not a line for a terminal: %q", text)
	}
}

func TestModelNameIsCleaned(t *testing.T) {
	base := serve(t, map[string]page{"/v1/models": {body: `{"data":[{"id":"a\u001b[31m\n\u202e` + strings.Repeat("b", 500) + `"}]}`}})
	got := health.Check(t.Context(), base, health.Options{})
	if checkLine(t, got.Model); len(got.Model) > 300 || strings.Contains(got.Model, "\u202e") {
		t.Errorf("the model is called %q", got.Model)
	}
}

// A server in trouble is neither gone nor something else, and what it says is
// passed on.
func TestFailing(t *testing.T) {
	for name, tt := range map[string]struct {
		header, kind string
	}{"known": {"llama.cpp", "llama.cpp"}, "unknown": {"uvicorn", ""}} {
		t.Run(name, func(t *testing.T) {
			base := serveFunc(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Server", tt.header)
				w.WriteHeader(http.StatusInternalServerError)
				io.WriteString(w, `{"error":{"message":"out of memory"}}`)
			})
			got := health.Check(t.Context(), base, health.Options{})
			if got.State != health.Failing || string(got.Kind) != tt.kind || got.Message != "it answers with status 500: out of memory" {
				t.Errorf("%+v", got)
			}
			if want := "look into the log of the server at " + base + ", and restart it"; got.Remedy() != want {
				t.Errorf("got remedy %q, want %q", got.Remedy(), want)
			}
		})
	}
}

// Where a model's file lies is nobody's business, but the server must be asked
// for it by the name that it knows.
func TestModelPaths(t *testing.T) {
	for id, want := range map[string]string{
		"/home/ann/models/qwen3":        "qwen3",
		"/home/ann/models/qwen3/":       "qwen3",
		`C:\\Users\\ann\\qwen3.gguf`:    "qwen3.gguf",
		"file:///srv/models/qwen3.gguf": "qwen3.gguf",
		"/root/.cache/huggingface/hub/models--Qwen--Qwen3-8B/snapshots/895c8d17": "Qwen/Qwen3-8B",
		"Qwen/Qwen3-8B": "Qwen/Qwen3-8B",
	} {
		t.Run(want, func(t *testing.T) {
			asked := ""
			base := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/v1/models":
					fmt.Fprintf(w, `{"data":[{"id":"%s","owned_by":"vllm","max_model_len":4096}]}`, id)
				case "/tokenize":
					var body struct{ Model string }
					_ = json.NewDecoder(r.Body).Decode(&body)
					asked = body.Model
					io.WriteString(w, `{"count":2}`)
				}
			})
			got := health.Check(t.Context(), base, health.Options{})
			if got.Model != want || got.Models[0].ID != want {
				t.Errorf("the model is called %q in %v", got.Model, got.Models)
			}
			if n, err := health.NewCounter(got, health.Options{}).Count(t.Context(), "two words"); n != 2 || err != nil || asked != strings.ReplaceAll(id, `\\`, `\`) {
				t.Errorf("counted %d of %q: %v", n, asked, err)
			}
		})
	}
}

// The addresses that servers' documents name for programs are those of a part of
// them; a proxy may have a whole server there.
func TestPartOfAServer(t *testing.T) {
	llama := readReplies(t, "llamacpp").handler(t, new(requests))
	proxied := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/") {
			http.Error(w, "<html>", http.StatusNotFound)
			return
		}
		http.StripPrefix("/api", llama).ServeHTTP(w, r)
	})
	docker, lemonade := recorded(t, "docker"), recorded(t, "lemonade")
	for given, want := range map[string]string{
		docker + "/engines/v1":           docker,
		docker + "/engines/llama.cpp/v1": docker,
		lemonade + "/api/v1/":            lemonade,
		proxied + "/api/v1":              proxied + "/api",
	} {
		if got := health.Check(t.Context(), given, health.Options{}); got.State != health.Ready || got.URL != want || got.Kind == health.OpenAI {
			t.Errorf("%s: %+v", given, got)
		}
	}
}

func TestRefused(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	base := "http://" + listener.Addr().String()
	listener.Close()
	got := health.Check(t.Context(), base, health.Options{})
	if got.State != health.Down {
		t.Fatalf("%+v", got)
	}
	port := base[strings.LastIndex(base, ":")+1:]
	if want := "start it, e.g. llama-server -m MODEL --port " + port; !strings.HasPrefix(got.Remedy(), want) {
		t.Errorf("got remedy %q, want %q", got.Remedy(), want)
	}
	if got.Message != "connection refused" {
		t.Errorf("got message %q", got.Message)
	}
}

func TestTLS(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // the refused handshakes
	server.StartTLS()
	defer server.Close()
	if got := health.Check(t.Context(), server.URL, health.Options{}); got.State != health.Down || !strings.Contains(got.Message, "certificate") {
		t.Errorf("unknown certificate: %+v", got)
	}
	if got := health.Check(t.Context(), "http"+strings.TrimPrefix(server.URL, "https"), health.Options{}); got.State != health.NotLLM {
		t.Errorf("http to a TLS port: %+v", got)
	}
	plain := serve(t, nil)
	if got := health.Check(t.Context(), "https"+strings.TrimPrefix(plain, "http"), health.Options{}); got.State != health.Down || !strings.Contains(got.Remedy(), "http://") {
		t.Errorf("https to a plain port: %+v", got)
	}
}

func TestNotHTTP(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			io.WriteString(c, "220 mail.example ESMTP\r\n")
			c.Close()
		}
	}()
	if got := health.Check(t.Context(), "http://"+listener.Addr().String(), health.Options{}); got.State != health.NotLLM {
		t.Errorf("%+v", got)
	}
}

// The client dials the address of an IPv6 loopback URL; whether the machine has
// one does not matter.
func TestIPv6(t *testing.T) {
	server := strings.TrimPrefix(serve(t, map[string]page{"/v1/models": {body: llamaModels}}), "http://")
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if address != "[::1]:8080" {
			return nil, fmt.Errorf("no route to %s", address)
		}
		return new(net.Dialer).DialContext(ctx, network, server)
	}}
	got := health.Check(t.Context(), "http://[::1]:8080/v1/", health.Options{Client: &http.Client{Transport: transport}})
	if got.State != health.Ready || got.URL != "http://[::1]:8080" {
		t.Errorf("%+v", got)
	}
}

func TestRedirects(t *testing.T) {
	other := serve(t, map[string]page{"/v1/models": {body: llamaModels}})
	away := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other+r.URL.Path, http.StatusFound)
	})
	if got := health.Check(t.Context(), away, health.Options{}); got.State != health.NotLLM {
		t.Errorf("followed to another host: %+v", got)
	}
	within := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/models/" {
			io.WriteString(w, llamaModels)
			return
		}
		http.Redirect(w, r, r.URL.Path+"/", http.StatusMovedPermanently)
	})
	if got := health.Check(t.Context(), within+"/", health.Options{}); got.State != health.Ready {
		t.Errorf("not followed within the host: %+v", got)
	}
}

func TestInvalidURLIsNotAsked(t *testing.T) {
	got := health.Check(t.Context(), "http://me:s3cret@host", health.Options{})
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if got.State != health.Invalid || strings.Contains(string(text), "s3cret") {
		t.Errorf("%s", text)
	}
	checkLine(t, got.Remedy())
}
