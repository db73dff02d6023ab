//go:build e2e

package desktop_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/transport/desktop"
)

// multiplexer is a real tmux server with one session.
type multiplexer struct {
	session
	socket string
}

func tmux(t *testing.T) multiplexer {
	t.Helper()
	folder, err := os.MkdirTemp("", "tmux") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	m := multiplexer{
		session: session{t: t, self: executable(t), environ: []string{
			"PATH=" + os.Getenv("PATH"), "HOME=" + folder, "TERM=xterm-256color", "LC_ALL=C.UTF-8", "SHELL=/bin/sh",
		}},
		socket: filepath.Join(folder, "s"),
	}
	m.must("new-session", "-d", "-x", "80", "-y", "24", "sh -c 'exec cat'")
	t.Cleanup(func() { exec.Command("tmux", "-S", m.socket, "kill-server").Run() })
	m.must("set-option", "-g", "set-clipboard", "on")
	m.must("set-option", "-g", "remain-on-exit", "on")
	return m
}

// must runs a tmux command and returns its output.
func (m multiplexer) must(arguments ...string) string {
	m.t.Helper()
	output, err := m.run("", mustFind(m.t, "tmux"), append([]string{"-f", "/dev/null", "-S", m.socket}, arguments...)...)
	if err != nil {
		m.t.Fatalf("tmux %q: %v", arguments, err)
	}
	return string(output)
}

// inside is a process that has been started inside tmux.
func (m multiplexer) inside() session {
	m.t.Helper()
	return m.with("TMUX=" + strings.TrimSpace(m.must("display-message", "-p", "#{socket_path},#{pid},0")))
}

// buffer waits until tmux holds that many bytes, and returns them.
func (m multiplexer) buffer(size int) string {
	m.t.Helper()
	return eventually(m.t, func() (string, bool) {
		output, err := exec.Command("tmux", "-S", m.socket, "save-buffer", "-").Output()
		return string(output), err == nil && len(output) == size
	})
}

func TestTmuxBuffer(t *testing.T) {
	m := tmux(t)
	for name, text := range texts() {
		if o := m.inside().copy(text); o.Delivery != viaTmux {
			t.Errorf("%s: copier: %+v", name, o)
		}
		if got := m.must("save-buffer", "-"); got != text {
			t.Errorf("%s: tmux holds %d bytes, want the %d copied", name, len(got), len(text))
		}
		if got := m.inside().read(); got != text {
			t.Errorf("%s: read %d bytes, want the %d copied", name, len(got), len(text))
		}
	}
}

// The outer terminal of one tmux is another one: what the inner passes on must
// arrive there.
func TestTmuxPassesOnToTheTerminal(t *testing.T) {
	outer, inner := tmux(t), tmux(t)
	outer.must("respawn-pane", "-k", "-e", "TERM=xterm-256color", "env -u TMUX tmux -S "+inner.socket+" attach-session")
	eventually(t, func() (string, bool) {
		clients := inner.must("list-clients")
		return clients, clients != ""
	})
	if o := inner.inside().copy(unicodeText); o.Delivery != viaTmux {
		t.Fatalf("copier: %+v", o)
	}
	if diff := cmp.Diff(unicodeText, outer.buffer(len(unicodeText))); diff != "" {
		t.Errorf("outer clipboard (-want +got):\n%s", diff)
	}
}

func TestTmuxGone(t *testing.T) {
	m := tmux(t)
	s := m.with("TMUX=" + m.socket + "-gone,1,0")
	if o := s.copy("text"); !o.Failed || !strings.Contains(o.Error, "tmux: exit status 1: ") {
		t.Errorf("copier: %+v", o)
	}
}

// A tmux that takes OSC 52 from programs inside is a terminal like others.
func TestOSC52ReachesARealTerminal(t *testing.T) {
	m := tmux(t)
	for _, text := range []string{unicodeText, strings.Repeat("x", desktop.MaxOSC52)} {
		folder := t.TempDir()
		input, report := filepath.Join(folder, "input"), filepath.Join(folder, "report")
		if err := os.WriteFile(input, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		m.must("respawn-pane", "-k", "-e", "DESKTOP_ROLE=copy", "-e", "DESKTOP_FORCE=1", "-e", "DESKTOP_REPORT="+report, "-e", quickExit,
			"env -u TMUX "+m.self+" <"+input+"; exec cat") // whose end would be a hang-up
		if diff := cmp.Diff(text, m.buffer(len(text))); diff != "" {
			t.Errorf("clipboard (-want +got):\n%s", diff)
		}
		got := eventually(t, func() (string, bool) {
			content, err := os.ReadFile(report)
			return string(content), err == nil && strings.HasSuffix(string(content), "\n")
		})
		var o outcome
		if err := json.Unmarshal([]byte(got), &o); err != nil || o.Delivery != sent {
			t.Errorf("copier: %s, %v", got, err)
		}
	}
}
