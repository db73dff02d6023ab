package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestHelp holds every command's help against its golden file, and checks what
// each must have.
func TestHelp(t *testing.T) {
	for _, command := range []string{"", "ask", "ui", "search", "grep", "find", "ls", "tags", "source", "verify", "history", "history clear", "last", "read", "add", "sync", "learn", "embed auto", "status", "remove", "eval", "health", "doctor", "demo", "config", "completion", "version",
		"serve", "token create", "token list", "token revoke", "mcp install", "query fields", "query explain", "man"} {
		t.Run(command, func(t *testing.T) {
			help := helpOf(t, command)
			if examples := strings.Count(help, "\n    rag-context") + strings.Count(help, "| rag-context"); examples < 2 {
				t.Errorf("%d examples, want 2", examples)
			}
			for line := range strings.Lines(help) {
				if len([]rune(line)) > 101 {
					t.Errorf("a line of %d characters: %s", len([]rune(line)), line)
				}
			}
			golden := filepath.Join("..", "..", "testdata", "help", "rag-context "+command+".txt")
			golden = strings.ReplaceAll(golden, " .txt", ".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(help), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), help); diff != "" {
				t.Errorf("help has changed (-want +got); go test ./cmd/rag-context -update takes it over:\n%s", diff)
			}
		})
	}
}

func helpOf(t *testing.T, command string) string {
	t.Helper()
	var out, diagnostics bytes.Buffer
	env := environment{stdout: &out, stderr: &diagnostics, now: time.Now, folders: folders{data: t.TempDir(), cache: t.TempDir(), config: t.TempDir()}}
	if code := run(context.Background(), append(strings.Fields(command), "--help"), env); code != 0 || diagnostics.Len() > 0 {
		t.Fatalf("exit %d, on standard error: %s", code, diagnostics.String())
	}
	return out.String()
}
