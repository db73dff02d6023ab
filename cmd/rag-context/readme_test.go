package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rag-context/rag/ragtest"
)

// TestReadme runs every command that the README shows, in its order, as a
// person with some notes would. Those that are run elsewhere: the tests
// themselves, the benchmarks, what never ends.
func TestReadme(t *testing.T) {
	elsewhere := map[string]bool{
		"go test ./...":            true,
		"rag-context serve --http": true, // TestServeHTTP
		"rag-context ui":           true, // TestScreenCopies
		"rag-context --pick how do we restore a backup":                                         true, // TestPick
		"go test -tags e2e -run '^$' -bench 'Question|Index|Sync|Initialize' ./cmd/rag-context": true,
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal("the README's commands are for a Unix shell")
	}
	u := newUser(t)
	for path, text := range map[string]string{
		"notes/backup.md": "# Backups\n\nTo restore a backup, run restore.\n",
		"notes/photo.png": "\x89PNG\r\n",
		"src/app/main.go": "package main\n\n// main restores a backup.\nfunc main() {}\n",
		"work/plan.md":    "# Plan\n\nRestore a backup every Friday.\n",
	} {
		write(t, filepath.Join(u.home, filepath.FromSlash(path)), text)
	}
	commands := readmeCommands(t)
	if len(commands) < 20 {
		t.Fatalf("found %d commands in the README", len(commands))
	}
	for _, line := range commands {
		if elsewhere[line] {
			continue
		}
		command := exec.CommandContext(t.Context(), shell, "-c", line)
		command.Dir = filepath.Join("..", "..")
		command.Env = append(u.env, "RAG_CONTEXT_EMBEDDER=table", "SCRIPT_BROWSER="+filepath.Join(u.home, "browser"), "GOBIN="+filepath.Join(u.home, "bin"),
			"GOCACHE="+goEnv(t, "GOCACHE"), "GOPATH="+goEnv(t, "GOPATH"), "CGO_ENABLED=0", "PATH="+readmePath(t))
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("%s\n%v\n%s", line, err, output)
		}
	}
}

// readmeCommands returns the lines of the README's "sh" fences.
func readmeCommands(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	inside := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```sh"
		case inside && line != "":
			commands = append(commands, line)
		}
	}
	return commands
}

// readmePath holds Go and the program, and no clipboard tool: a test must not
// take the clipboard of whoever runs it.
func readmePath(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("rag-context")
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(program) + string(filepath.ListSeparator) + ragtest.GoRoot(t, "bin")
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	value, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(value))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestReadmePackages holds the README's table of folders to the packages that
// there are: each has a row, and each row is of a folder that is there.
func TestReadmePackages(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| folder | what is there |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var rows []string
	for line := range strings.Lines(table) {
		folders, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		for folder := range strings.SplitSeq(folders, ", ") {
			rows = append(rows, strings.Trim(folder, "`"))
		}
	}
	list := exec.Command("go", "list", "./...")
	list.Dir = filepath.Join("..", "..")
	output, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(output)) {
		if folder := strings.TrimPrefix(name, "rag-context/"); !slices.Contains(rows, folder) {
			t.Errorf("%s has no row", folder)
		}
	}
	for _, folder := range rows[1:] { // the first is the line under the heads
		if _, err := os.Stat(filepath.Join("..", "..", folder)); err != nil {
			t.Errorf("the row of %s: %v", folder, err)
		}
	}
}
