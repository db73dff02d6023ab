//go:build e2e && unix

package main

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3/driver"

	"rag-context/rag"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
)

// These benchmarks run whole processes and compare their CPU time, user and
// system, with that of the sqlite3 command on a plain FTS5 table of the same
// passages, in turn on the same machine. The corpus is Debian's python3-doc
// where it is installed, else the Go distribution's net and encoding.
//
//	go test -tags e2e -run '^$' -bench 'Question|Index|Sync' ./cmd/rag-context

// pythonDocs is where Debian's python3-doc has what Python's manual is made of.
const pythonDocs = "/usr/share/doc/python3.11/html/_sources"

func corpusFolder(b *testing.B) string {
	b.Helper()
	if resolved, err := filepath.EvalSymlinks(pythonDocs); err == nil {
		return resolved
	}
	return ragtest.GoRoot(b, "src", "net")
}

// usage is what a process took.
type usage struct {
	cpu    time.Duration
	memory int64 // peak resident set, bytes
}

func usageOf(b *testing.B, command *exec.Cmd) usage {
	b.Helper()
	if output, err := command.CombinedOutput(); err != nil {
		b.Fatalf("%v: %v\n%s", command.Args, err, output)
	}
	rusage := command.ProcessState.SysUsage().(*syscall.Rusage)
	return usage{command.ProcessState.UserTime() + command.ProcessState.SystemTime(), rusage.Maxrss << 10}
}

// compare runs two commands in turn and reports their mean CPU time.
func compare(b *testing.B, ours, plain func() *exec.Cmd) {
	var sumOurs, sumPlain time.Duration
	for b.Loop() {
		sumOurs += usageOf(b, ours()).cpu
		sumPlain += usageOf(b, plain()).cpu
	}
	milliseconds := func(sum time.Duration) float64 { return sum.Seconds() * 1000 / float64(b.N) }
	b.ReportMetric(milliseconds(sumOurs), "ours-cpu-ms")
	b.ReportMetric(milliseconds(sumPlain), "sqlite3-cpu-ms")
	b.ReportMetric(float64(sumOurs)/float64(sumPlain), "ratio")
	b.ReportMetric(0, "ns/op")
}

// plainTable writes the SQL that builds a plain FTS5 table of the passages of
// a user's index, and returns its file.
func plainTable(b *testing.B, u *user) string {
	b.Helper()
	db, err := driver.Open("file:" + indexOf(u) + "?mode=ro")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT 'INSERT INTO plain VALUES(' || quote(d.title) || ',' || quote(p.heading) || ',' || quote(p.text) || ');'
		FROM passages p JOIN documents d ON d.key = p.document`)
	if err != nil {
		b.Fatal(err)
	}
	script := filepath.Join(b.TempDir(), "plain.sql")
	if err := writeRows(script, rows); err != nil {
		b.Fatal(err)
	}
	return script
}

func writeRows(path string, rows *sql.Rows) error {
	var text strings.Builder
	text.WriteString("PRAGMA journal_mode = WAL;\nCREATE VIRTUAL TABLE plain USING fts5(title, heading, body, tokenize = 'porter unicode61');\nBEGIN;\n")
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return err
		}
		text.WriteString(line + "\n")
	}
	text.WriteString("COMMIT;\n")
	if err := rows.Err(); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text.String()), 0o600)
}

func indexOf(u *user) string {
	return filepath.Join(u.home, "xdg_data_home", "rag-context", "tenants", "default.db")
}

func sqlite3(database, script string) *exec.Cmd {
	return exec.Command("sqlite3", database, ".read '"+script+"'")
}

func fileSize(b *testing.B, path string) float64 {
	b.Helper()
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	return float64(info.Size())
}

// BenchmarkQuestion compares a question, from a cold process, with sqlite3
// answering the same words.
func BenchmarkQuestion(b *testing.B) {
	u := newUser(b)
	u.run("add", corpusFolder(b), "--name", "corpus")
	plain := filepath.Join(b.TempDir(), "plain.db")
	usageOf(b, sqlite3(plain, plainTable(b, u)))
	const query = `SELECT rowid, title, heading, body FROM plain WHERE plain MATCH 'rotate OR log OR files' ORDER BY bm25(plain, 2, 2, 1) LIMIT 10`
	compare(b,
		func() *exec.Cmd { return u.command("search", "how do I rotate log files?") },
		func() *exec.Cmd { return exec.Command("sqlite3", plain, query) })
}

// BenchmarkIndex compares reading, cutting and indexing the files with sqlite3
// inserting the ready-made passages, and the sizes of the two indexes; ours has
// learned, by the table and then by the encoder too, and so has all of its
// vectors.
func BenchmarkIndex(b *testing.B) {
	first := newUser(b)
	first.run("add", corpusFolder(b), "--name", "corpus")
	script := plainTable(b, first)
	var last *user
	var plain string
	var sameEngine time.Duration
	compare(b,
		func() *exec.Cmd { last = newUser(b); return last.command("add", corpusFolder(b), "--name", "corpus") },
		func() *exec.Cmd {
			// The same script through the SQLite that we are built on, which is
			// translated to Go: what is ours is the difference to this.
			sameEngine += usageOf(b, exec.Command("rag-context-sql", filepath.Join(b.TempDir(), "plain.db"), "@"+script)).cpu
			plain = filepath.Join(b.TempDir(), "plain.db")
			return sqlite3(plain, script)
		})
	b.ReportMetric(sameEngine.Seconds()*1000/float64(b.N), "same-engine-cpu-ms")
	last.run("--embedder", "table", "learn")
	b.ReportMetric(fileSize(b, indexOf(last))/fileSize(b, plain), "size-ratio-table")
	fillEncoderSpace(b, last)
	b.ReportMetric(fileSize(b, indexOf(last))/fileSize(b, plain), "size-ratio")
}

// fillEncoderSpace gives the passages of a user's index vectors as long as the
// encoder's. They take as much room, and no quarter of an hour.
func fillEncoderSpace(b *testing.B, u *user) {
	b.Helper()
	scope, err := rag.NewScope(ragtest.Tenant(b, "default"), rag.ScopeOptions{Write: true})
	if err != nil {
		b.Fatal(err)
	}
	library, err := rag.OpenLibrary(b.Context(), sqlitestore.Engine{Folder: filepath.Dir(indexOf(u))}, scope, false, rag.LibraryOptions{
		Better: rag.Embedding{Embedder: ragtest.Embedder{Dimensions: 384}, Slow: true},
	})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := rag.Learn(b.Context(), library, rag.LearnOptions{}); err != nil {
		b.Fatal(err)
	}
	if err := library.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkSyncNothing syncs 10,000 files of which none has changed.
func BenchmarkSyncNothing(b *testing.B) {
	u := newUser(b)
	folder := b.TempDir()
	for i := range 10_000 {
		path := filepath.Join(folder, fmt.Sprintf("%02d", i%100), fmt.Sprintf("%d.md", i))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, fmt.Appendf(nil, "# Note %d\n\nabout number %d\n", i, i), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	u.run("add", folder, "--name", "notes")
	var sum time.Duration
	for b.Loop() {
		sum += usageOf(b, u.command("sync")).cpu
	}
	b.ReportMetric(sum.Seconds()*1000/float64(b.N), "ours-cpu-ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkIndexLarge indexes all of the Go distribution's sources, more than
// 100 MB of text, for the memory it takes.
func BenchmarkIndexLarge(b *testing.B) {
	var total usage
	for b.Loop() {
		one := usageOf(b, newUser(b).command("add", ragtest.GoRoot(b, "src"), "--name", "src"))
		total.cpu += one.cpu
		total.memory = max(total.memory, one.memory)
	}
	b.ReportMetric(total.cpu.Seconds()/float64(b.N), "ours-cpu-s")
	b.ReportMetric(float64(total.memory)/(1<<20), "peak-MiB")
	b.ReportMetric(0, "ns/op")
}
