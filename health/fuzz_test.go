package health_test

import (
	"bytes"
	"io"
	"net/http"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"rag-context/health"
)

// roundTrip is a server without a network.
type roundTrip func(*http.Request) *http.Response

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r), nil }

// FuzzReplies answers every path with the same bytes and status, as servers that
// no one has seen may do.
func FuzzReplies(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			_, body, _ := bytes.Cut(file.Data, []byte("\n\n"))
			f.Add(body, 200, "llama.cpp")
			f.Add(body, 503, "")
		}
	}
	f.Fuzz(func(t *testing.T, body []byte, status int, header string) {
		client := &http.Client{Transport: roundTrip(func(r *http.Request) *http.Response {
			return &http.Response{StatusCode: status, Header: http.Header{"Server": {header}}, Body: io.NopCloser(bytes.NewReader(body)), Request: r}
		})}
		report := health.Check(t.Context(), "http://127.0.0.1:8080", health.Options{Client: client, Thorough: true, APIKey: secret})
		checkReport(t, report)
		if counter := health.NewCounter(report, health.Options{Client: client}); counter != nil {
			if n, err := counter.Count(t.Context(), "text"); (n > 0) == (err != nil) {
				t.Errorf("counted %d: %v", n, err)
			}
		}
	})
}
