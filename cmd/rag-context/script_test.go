package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/ncruces/go-sqlite3/driver"
	"github.com/ncruces/go-sqlite3/ext/fts5"
	"github.com/rogpeppe/go-internal/testscript"

	"rag-context/transport/desktop"
)

var update = flag.Bool("update", false, "rewrite the expected output of scripts and goldens")

// TestMain lets scripts run the program as a person would: the test binary is
// the program when it is called by its name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"rag-context":      scriptedMain,
		"rag-context-real": main,
		"rag-context-sql":  sqlMain,
		"rag-context-hold": holdMain,
		"rag-context-fill": fillMain,
		"vim":              editorMain,
		"code":             editorMain,
	})
}

// scriptedMain is main with a desktop that can be looked at: the clipboard is
// the file named by SCRIPT_CLIPBOARD (none where that is empty, a failing one
// for "broken"), the browser adds to the file SCRIPT_BROWSER. SCRIPT_TERMINAL
// makes it think that a person looks at standard output. SCRIPT_OLLAMA is where
// the one server for models of this machine really is. SCRIPT_COUNT_TIMEOUT is
// how long an LLM may take to count; a minute, so that one on a busy machine does.
func scriptedMain() {
	env := realWorld()
	env.clipboard = fileClipboard(os.Getenv("SCRIPT_CLIPBOARD"))
	env.browser = fileBrowser(os.Getenv("SCRIPT_BROWSER"))
	if os.Getenv("SCRIPT_TERMINAL") != "" {
		env.stdoutTerminal = true
	}
	var err error
	env.countTimeout, err = time.ParseDuration(cmp.Or(os.Getenv("SCRIPT_COUNT_TIMEOUT"), "1m"))
	exitOn(err)
	if ollama := os.Getenv("SCRIPT_OLLAMA"); ollama != "" {
		env.modelClient = lonelyOllama(strings.TrimPrefix(ollama, "http://"))
	}
	os.Exit(run(context.Background(), os.Args[1:], env))
}

// sqlMain is "rag-context-sql FILE SQL": runs a query, or with @SCRIPT the
// statements in a file, on any database file, to make what the program must
// cope with.
func sqlMain() {
	db, err := driver.Open("file:"+os.Args[1], fts5.Register)
	exitOn(err)
	if script, isFile := strings.CutPrefix(os.Args[2], "@"); isFile {
		db.SetMaxOpenConns(1) // a transaction of the script is one connection's
		statements, err := os.ReadFile(script)
		exitOn(err)
		_, err = db.Exec(string(statements))
		exitOn(errors.Join(err, db.Close()))
		return
	}
	rows, err := db.Query(os.Args[2])
	exitOn(err)
	for rows.Next() {
		var value string
		exitOn(rows.Scan(&value))
		fmt.Println(value)
	}
	exitOn(errors.Join(rows.Err(), rows.Close(), db.Close()))
}

// holdMain is "rag-context-hold FILE COMMAND...": runs a command while holding
// the lock on a file, as a sync under way does.
func holdMain() {
	lock := flock.New(os.Args[1])
	exitOn(lock.Lock())
	defer lock.Unlock() // and not before: one that nobody holds on to is collected, which opens it
	command := exec.Command(os.Args[2], os.Args[3:]...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	exitOn(command.Run())
}

// fillMain is "rag-context-fill FOLDER N": makes N more of the newest file of a
// history, older and older.
func fillMain() {
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*.json"))
	exitOn(err)
	text, err := os.ReadFile(files[0])
	exitOn(err)
	n, err := strconv.Atoi(os.Args[2])
	exitOn(err)
	for i := range n {
		name := time.Date(2020, 1, 1, 0, i, 0, 0, time.UTC).Format(keptName)
		exitOn(os.WriteFile(filepath.Join(os.Args[1], name), text, 0o600))
	}
}

// editorMain is an editor that writes what it is to open to the file "editor".
func editorMain() {
	exitOn(os.WriteFile("editor", []byte(strings.Join(os.Args[1:], " ")+"\n"), 0o600))
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type fileClipboard string

func (c fileClipboard) Copy(_ context.Context, text string) (desktop.Delivery, error) {
	switch c {
	case "":
		return desktop.Delivery{}, desktop.ErrNoClipboard
	case "broken":
		return desktop.Delivery{}, fmt.Errorf("%w: it reads back differently", desktop.ErrCopyFailed)
	}
	return desktop.Delivery{Method: desktop.MethodClipboard, Verified: true}, os.WriteFile(string(c), []byte(text), 0o600)
}

// CopySensitive marks the text by a second file, except on a clipboard that is
// named as one without marks.
func (c fileClipboard) CopySensitive(ctx context.Context, text string) (desktop.Delivery, error) {
	delivery, err := c.Copy(ctx, text)
	if err != nil {
		return delivery, err
	}
	if strings.HasSuffix(string(c), "markless") {
		delivery.Unmarked = "this clipboard has no way to mark it"
		return delivery, nil
	}
	return delivery, os.WriteFile(string(c)+".marked", nil, 0o600)
}

func (c fileClipboard) Read(context.Context) (string, error) {
	if c == "" {
		return "", desktop.ErrNoClipboard
	}
	text, err := os.ReadFile(string(c))
	return string(text), err
}

func (c fileClipboard) Available() (string, error) {
	if c == "" {
		return "", desktop.ErrNoClipboard
	}
	return "a file", nil
}

type fileBrowser string

func (b fileBrowser) Open(_ context.Context, url string) error {
	if b == "" {
		return desktop.ErrNoBrowser
	}
	file, err := os.OpenFile(string(b), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(file, url)
	return errors.Join(err, file.Close())
}

func (b fileBrowser) LongestURL() int { return 131_000 }

func (b fileBrowser) Available() error {
	if b == "" {
		return desktop.ErrNoBrowser
	}
	return nil
}

func TestScripts(t *testing.T) {
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join(repository, "testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			setUpHome(env, repository)
			serveLLMs(env)
			serveModels(env)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"json":     jsonCommand,
			"replace":  replaceCommand,
			"parallel": parallelCommand,
			"append":   appendCommand,
			"escape":   escapeCommand,

			"unprivileged": unprivilegedCommand,
		},
	})
}

// setUpHome gives each script folders of its own.
func setUpHome(env *testscript.Env, repository string) {
	for _, name := range []string{"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"} {
		env.Setenv(name, filepath.Join(env.WorkDir, "home", strings.ToLower(name)))
	}
	env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
	env.Setenv("HANDBOOK", filepath.Join(repository, "testdata", "handbook"))
	env.Setenv("REPOSITORY", repository)
	env.Setenv("SCRIPT_CLIPBOARD", filepath.Join(env.WorkDir, "clipboard"))
	env.Setenv("SCRIPT_BROWSER", filepath.Join(env.WorkDir, "browser"))
	env.Setenv("RAG_CONTEXT_NO_LEARN", "true")          // a process that outlives its script
	env.Setenv("RAG_CONTEXT_LLM", "http://127.0.0.1:1") // nothing listens on port 1
}

// replaceCommand is "replace FILE OLD NEW": edits a file in place.
func replaceCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, args[1], args[2])), 0o600))
}

// appendCommand is "append FILE TEXT": adds a line to a file.
func appendCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: append FILE TEXT")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(ts.ReadFile(args[0])+args[1]+"\n"), 0o600))
}

// escapeCommand is "escape FILE": adds a line with a terminal's control sequence.
func escapeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: escape FILE")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(ts.ReadFile(args[0])+"\x1b[31mred\n"), 0o600))
}

// parallelCommand is "parallel N COMMAND...": runs N processes at once; each
// must succeed. With "+ COMMAND2..." at the end, one of COMMAND2 runs with them.
func parallelCommand(ts *testscript.TestScript, neg bool, args []string) {
	var times int
	if _, err := fmt.Sscan(args[0], &times); err != nil || neg || len(args) < 2 {
		ts.Fatalf("usage: parallel N COMMAND... [+ COMMAND2...]")
	}
	many, one := args[1:], []string(nil)
	for i, arg := range many {
		if arg == "+" {
			many, one = many[:i], many[i+1:]
			break
		}
	}
	var commands [][]string
	for range times {
		commands = append(commands, many)
	}
	if one != nil {
		commands = append(commands, one)
	}
	results := make(chan error)
	for _, words := range commands {
		go func() { results <- runProgram(ts, words) }()
	}
	for range commands {
		if err := <-results; err != nil {
			ts.Logf("%v", err)
			neg = true
		}
	}
	if neg {
		ts.Fatalf("not all of them succeeded")
	}
}

func runProgram(ts *testscript.TestScript, words []string) error {
	path, err := exec.LookPath(words[0])
	if err != nil {
		for _, folder := range filepath.SplitList(ts.Getenv("PATH")) {
			if found, err := exec.LookPath(filepath.Join(folder, words[0])); err == nil {
				path = found
				break
			}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, path, words[1:]...)
	command.Dir = ts.MkAbs(".")
	command.Env = scriptEnvironment(ts)
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", words, err, output)
	}
	return nil
}

// scriptEnvironment is what of a script's environment the program looks at.
func scriptEnvironment(ts *testscript.TestScript) []string {
	var pairs []string
	for _, name := range []string{"PATH", "HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "RAG_CONTEXT_LLM", "RAG_CONTEXT_NO_LEARN", "HANDBOOK", "SCRIPT_CLIPBOARD"} {
		pairs = append(pairs, name+"="+ts.Getenv(name))
	}
	return pairs
}
