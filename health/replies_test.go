package health_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"rag-context/health"
)

var update = flag.Bool("update", false, "rewrite the expected reports")

// replies is a file of testdata: what a server answers to each request, and
// under report.json the report that has to come of it. The comment names the
// source of the replies.
type replies struct {
	path    string
	archive *txtar.Archive
}

func readReplies(t *testing.T, name string) replies {
	t.Helper()
	path := filepath.Join("testdata", name+".txtar")
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return replies{path, archive}
}

func (r replies) section(name string) *txtar.File {
	i := slices.IndexFunc(r.archive.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &r.archive.Files[i]
}

// handler answers as recorded and remembers what it was asked.
func (r replies) handler(t *testing.T, asked *requests) http.HandlerFunc {
	return func(w http.ResponseWriter, request *http.Request) {
		asked.add(request.Method + " " + request.URL.RequestURI())
		section := r.section(request.Method + " " + request.URL.RequestURI())
		if section == nil {
			section = r.section("otherwise")
		}
		reply, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(section.Data)), request)
		if err != nil {
			t.Errorf("%s: %s: %v", r.path, section.Name, err)
			return
		}
		w.Header().Set("Server", reply.Header.Get("Server"))
		w.WriteHeader(reply.StatusCode)
		io.Copy(w, reply.Body)
	}
}

type requests struct {
	mu  sync.Mutex
	all []string
}

func (r *requests) add(request string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, request)
}

// Requests that would make a server load, wake or compute anything.
var forbidden = []string{"/load", "/unload", "chat", "completion", "generate", "embed", "token"}

// TestReplies holds the report of each recorded server against its golden file,
// and that nobody was asked to do anything, nor the same thing twice.
func TestReplies(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) < 40 {
		t.Fatal(len(paths), err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			r := readReplies(t, name)
			var asked requests
			base := serveFunc(t, r.handler(t, &asked))
			report := health.Check(t.Context(), base, health.Options{Now: clock(7 * time.Millisecond)})
			checkReport(t, report)
			report.URL = "http://127.0.0.1"
			r.golden(t, bytes.ReplaceAll(encode(t, report), []byte(strings.TrimPrefix(base, "http://")), []byte("127.0.0.1")))
			checkRequests(t, asked.all)
		})
	}
}

// Every kind of server has recorded replies, and each says where they are from.
func TestEveryKindIsRecorded(t *testing.T) {
	recorded := map[health.Kind]bool{}
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		r := readReplies(t, strings.TrimSuffix(filepath.Base(path), ".txtar"))
		if !source.Match(r.archive.Comment) {
			t.Errorf("%s does not name its source", path)
		}
		var report health.Report
		if err := json.Unmarshal(r.section("report.json").Data, &report); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		recorded[report.Kind] = true
	}
	for _, kind := range append(health.Kinds(), health.OpenAI) {
		if !recorded[kind] {
			t.Errorf("no replies of %s", kind)
		}
	}
}

// source begins the comment of recorded replies.
var source = regexp.MustCompile(`^(Source: \S+/\S+.* at \S+|Recorded from |Made up: )`)

// checkReport holds what every report promises.
func checkReport(t *testing.T, r health.Report) {
	t.Helper()
	checkLine(t, r.Message)
	if (r.Remedy() == "") != r.Usable() {
		t.Errorf("state %s has the remedy %q", r.State, r.Remedy())
	}
	if (r.Window > 0) != (r.WindowKind != "") {
		t.Errorf("a window of %d is %q", r.Window, r.WindowKind)
	}
	if counts := health.NewCounter(r, health.Options{}) != nil; counts != r.CanCount {
		t.Errorf("can count: %t, has a counter: %t", r.CanCount, counts)
	}
}

func checkRequests(t *testing.T, asked []string) {
	t.Helper()
	for _, request := range asked {
		if slices.ContainsFunc(forbidden, func(part string) bool { return strings.Contains(request, part) }) {
			t.Errorf("asked %s", request)
		}
	}
	slices.Sort(asked)
	if once := slices.Compact(slices.Clone(asked)); len(once) != len(asked) {
		t.Errorf("asked twice: %q", asked)
	}
}

func encode(t *testing.T, report health.Report) []byte {
	t.Helper()
	text, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// golden compares with report.json.
func (r replies) golden(t *testing.T, got []byte) {
	t.Helper()
	section := r.section("report.json")
	if *update {
		section.Data = got
		if err := os.WriteFile(r.path, txtar.Format(r.archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(section.Data, got) {
		t.Errorf("the report is\n%s\nwant\n%s", got, section.Data)
	}
}
