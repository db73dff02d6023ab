//go:build e2e

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rag-context/rag/ragtest"
)

// These tests run the program as it is, with a real X server, a real clipboard
// tool, a real terminal. Missing tools fail them: .ci/run installs all.

// display starts an X server for the test and returns its DISPLAY.
func display(t *testing.T) string {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.CommandContext(t.Context(), "Xvfb", "-displayfd", "3", "-screen", "0", "640x480x8", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{writer}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	number, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb did not say its display: %v", err)
	}
	return ":" + strings.TrimSpace(number)
}

// program returns the real program under its own name, in a folder of its own.
func (u *user) program(arguments ...string) *exec.Cmd {
	u.t.Helper()
	command := exec.CommandContext(u.t.Context(), "rag-context-real", arguments...)
	command.Env = u.env
	return command
}

func handbook(t *testing.T) string {
	t.Helper()
	folder, err := filepath.Abs("../../testdata/handbook")
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestRealClipboard asks, and pastes with another program after the first has
// ended.
func TestRealClipboard(t *testing.T) {
	for _, tool := range []string{"xclip", "xsel"} {
		t.Run(tool, func(t *testing.T) {
			u := newUser(t)
			path, err := exec.LookPath(tool)
			if err != nil {
				t.Fatal(err)
			}
			only := t.TempDir() // so that the one tool is the only one
			if err := os.Symlink(path, filepath.Join(only, tool)); err != nil {
				t.Fatal(err)
			}
			real, err := exec.LookPath("rag-context-real")
			if err != nil {
				t.Fatal(err)
			}
			u.env = append(u.env, "DISPLAY="+display(t), "WAYLAND_DISPLAY=", "TMUX=", "PATH="+only)
			ask := exec.CommandContext(t.Context(), real, "--in", handbook(t), "how do we rotate the signing keys?")
			ask.Env = u.env
			var receipt strings.Builder
			ask.Stderr = &receipt
			block, err := ask.Output()
			// What xsel holds of this length can't be read twice, so not verified.
			outcome := map[string]string{"xclip": "copied ", "xsel": "sent to the clipboard "}[tool]
			if err != nil || !strings.HasPrefix(receipt.String(), outcome) {
				t.Fatalf("%v\n%s", err, receipt.String())
			}
			arguments := map[string][]string{"xclip": {"-o", "-selection", "clipboard"}, "xsel": {"--output", "--clipboard"}}[tool]
			paste := exec.CommandContext(t.Context(), path, arguments...)
			paste.Env = u.env
			pasted, err := paste.Output()
			if err != nil {
				t.Fatal(err)
			}
			if string(pasted) != string(block) && string(pasted)+"\n" != string(block) {
				t.Errorf("pasted %d bytes, the block has %d", len(pasted), len(block))
			}
		})
	}
}

// TestRealBrowserLaunch opens the chat page through $BROWSER and through the
// real xdg-open, which finds a browser that writes down what it was given.
func TestRealBrowserLaunch(t *testing.T) {
	folder := t.TempDir()
	log := filepath.Join(folder, "log")
	for _, name := range []string{"my-browser", "x-www-browser"} {
		script := "#!/bin/sh\necho " + name + " \"$@\" >> " + log + "\necho noise\n"
		if err := os.WriteFile(filepath.Join(folder, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := exec.LookPath("xdg-open"); err != nil {
		t.Fatal(err)
	}
	u := newUser(t)
	u.env = append(u.env, "PATH="+folder+":"+os.Getenv("PATH"), "DISPLAY="+display(t),
		"XDG_CURRENT_DESKTOP=", "DESKTOP_SESSION=", "XDG_DATA_DIRS="+folder) // no browser of this machine
	for _, browser := range []string{"my-browser", ""} {
		command := u.program("--in", handbook(t), "--open", "--chat", "http://127.0.0.1:3000/?a=1&b=2", "--json", "signing keys")
		command.Env = append(u.env, "BROWSER="+browser)
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		if strings.Contains(string(output), "noise") {
			t.Error("the browser's output came out as ours")
		}
	}
	opened, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(opened), "my-browser http://127.0.0.1:3000/?a=1&b=2\nx-www-browser http://127.0.0.1:3000/?a=1&b=2\n"; got != want {
		t.Errorf("opened %q, want %q", got, want)
	}
}

// TestRealTerminal runs in a terminal, where the block is not printed, long
// work shows its progress, and the screen is left tidy.
func TestRealTerminal(t *testing.T) {
	u := newUser(t)
	path, err := exec.LookPath("rag-context-real")
	if err != nil {
		t.Fatal(err)
	}
	u.env = append(u.env, "DISPLAY="+display(t), "TERM=xterm-256color", "TMUX=")
	terminal := newTerminal(t, u.env)
	terminal.run(path + " add -- " + ragtest.GoRoot(t, "src", "net"))
	sawProgress := terminal.until(func(screen string) bool { return strings.Contains(screen, "indexing net") }, "net: ")
	if !sawProgress {
		t.Error("no progress was shown")
	}
	terminal.run("clear; " + path + " --no-llm how does the resolver read resolv.conf")
	terminal.until(nil, "snapshot: ")
	screen := terminal.screen()
	if !strings.Contains(screen, "copied ") || strings.Contains(screen, "<source") || strings.Contains(screen, "indexing") {
		t.Errorf("the screen shows:\n%s", screen)
	}
}

// terminal is a shell in tmux.
type terminal struct {
	t      *testing.T
	socket string
}

func newTerminal(t *testing.T, env []string) *terminal {
	t.Helper()
	term := &terminal{t, filepath.Join(t.TempDir(), "tmux")}
	command := exec.CommandContext(t.Context(), "tmux", "-S", term.socket, "-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "40", "sh")
	command.Env = env
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("tmux: %v\n%s", err, output)
	}
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", term.socket, "kill-server").Run() })
	return term
}

func (term *terminal) tmux(arguments ...string) string {
	term.t.Helper()
	output, err := exec.CommandContext(term.t.Context(), "tmux", append([]string{"-S", term.socket}, arguments...)...).Output()
	if err != nil {
		term.t.Fatalf("tmux %v: %v", arguments, err)
	}
	return string(output)
}

func (term *terminal) run(line string) { term.tmux("send-keys", "-l", line+"\n") }

func (term *terminal) screen() string { return term.tmux("capture-pane", "-p") }

// until looks at the screen until it shows a line that starts with end, and
// reports whether seen held at any look.
func (term *terminal) until(seen func(screen string) bool, end string) (was bool) {
	term.t.Helper()
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) {
		screen := term.screen()
		was = was || seen != nil && seen(screen)
		if strings.Contains(screen, "\n"+end) {
			return was
		}
		time.Sleep(10 * time.Millisecond) // a screen can only be looked at again
	}
	term.t.Fatalf("the screen never showed %q:\n%s", end, term.screen())
	return was
}
