package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// user is a person with folders of their own, running the real program in a
// process of its own.
type user struct {
	t    testing.TB
	home string
	env  []string
}

func newUser(t testing.TB) *user {
	home := t.TempDir()
	u := &user{t: t, home: home, env: append(os.Environ(), "RAG_CONTEXT_NO_LLM=true", "RAG_CONTEXT_NO_LEARN=true", "SCRIPT_CLIPBOARD=", "HOME="+home)}
	for _, name := range []string{"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"} {
		u.env = append(u.env, name+"="+filepath.Join(home, strings.ToLower(name)))
	}
	return u
}

func (u *user) command(arguments ...string) *exec.Cmd {
	command := exec.CommandContext(u.t.Context(), "rag-context", arguments...)
	command.Env = u.env
	return command
}

// run returns what the program printed, and fails the test where it failed.
// Nothing found is an answer.
func (u *user) run(arguments ...string) (stdout, stderr string) {
	u.t.Helper()
	var out, diagnostics bytes.Buffer
	command := u.command(arguments...)
	command.Stdout, command.Stderr = &out, &diagnostics
	if err := command.Run(); err != nil && command.ProcessState.ExitCode() != exitNothingFound {
		u.t.Fatalf("rag-context %s: %v\n%s", strings.Join(arguments, " "), err, diagnostics.String())
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
