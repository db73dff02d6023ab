package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// user is a person with folders of their own.
type user struct {
	t    testing.TB
	home string
	env  []string // for processes
}

func newUser(t testing.TB) *user {
	home := t.TempDir()
	t.Setenv("RAG_CONTEXT_NO_LLM", "true")
	t.Setenv("RAG_CONTEXT_NO_LEARN", "true") // a process that would outlive the test
	u := &user{t: t, home: home, env: append(os.Environ(), "SCRIPT_CLIPBOARD=", "HOME="+home)}
	for _, name := range []string{"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"} {
		u.env = append(u.env, name+"="+filepath.Join(home, strings.ToLower(name)))
	}
	return u
}

// command is the program in a process of its own.
func (u *user) command(arguments ...string) *exec.Cmd {
	command := exec.CommandContext(u.t.Context(), "rag-context", arguments...)
	command.Env = u.env
	return command
}

// run runs the program in this process, on the same folders, which is much
// faster for many questions. It returns what was printed and fails the test
// where the program failed; nothing found is an answer.
func (u *user) run(arguments ...string) (stdout, stderr string) {
	u.t.Helper()
	var out, diagnostics bytes.Buffer
	folder := func(kind string) string { return filepath.Join(u.home, "xdg_"+kind+"_home", "rag-context") }
	code := run(u.t.Context(), arguments, environment{
		stdin: strings.NewReader(""), stdout: &out, stderr: &diagnostics,
		folders:   folders{data: folder("data"), cache: folder("cache"), config: folder("config")},
		clipboard: fileClipboard(""), browser: fileBrowser(""),
		now: time.Now, random: rand.Reader,
	})
	if code != 0 && code != exitNothingFound {
		u.t.Fatalf("rag-context %s: exit status %d\n%s", strings.Join(arguments, " "), code, diagnostics.String())
	}
	return out.String(), diagnostics.String()
}

// ask decodes what the program printed with --json.
func ask[T any](u *user, arguments ...string) (value T) {
	u.t.Helper()
	out, _ := u.run(arguments...)
	if err := json.Unmarshal([]byte(out), &value); err != nil {
		u.t.Fatalf("rag-context %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
	return value
}
