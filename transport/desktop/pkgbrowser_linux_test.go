package desktop_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/transport/desktop"
)

// openInProcess is a process on that machine that opens the chat in the real
// world. It exits once the browser's launcher has, or its input ends.
func openInProcess(t *testing.T, box *toolbox, environ ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(box.environ(environ...), "DESKTOP_ROLE=open", "DESKTOP_URL="+chat, "DISPLAY=:7",
		"GOCOVERDIR="+t.TempDir()) // without it, a binary built with -cover complains
	return cmd
}

func TestBrowsersAreSilent(t *testing.T) {
	for _, variable := range []string{"", "BROWSER=firefox"} {
		box := newToolbox(t, "xdg-open", "firefox")
		cmd := openInProcess(t, box, variable)
		if _, err := cmd.StdinPipe(); err != nil { // Wait closes it
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		if stdout.Len()+stderr.Len() > 0 {
			t.Errorf("%q: printed %q and %q", variable, &stdout, &stderr)
		}
		want := "xdg-open"
		if variable != "" {
			want = "firefox"
		}
		if diff := cmp.Diff([][]string{{want, chat}}, box.calls()); diff != "" {
			t.Errorf("calls (-want +got):\n%s", diff)
		}
	}
}

func TestBrowserOutlivesTheOpener(t *testing.T) {
	for _, variable := range []string{"", "BROWSER=firefox"} {
		gate := newGate(t)
		cmd := openInProcess(t, newToolbox(t, "xdg-open", "firefox"), variable, "FAKE_MODE=hang", gate.variable())
		input, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		connection := gate.accept()
		input.Close()
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		checkAlive(t, connection)
	}
}

// A signal to the process group, such as Ctrl-C in the terminal, reaches the
// opener, and not the browser it has started.
func TestBrowserSurvivesItsGroup(t *testing.T) {
	gate := newGate(t)
	cmd := openInProcess(t, newToolbox(t, "firefox"), "BROWSER=firefox", "FAKE_MODE=hang", gate.variable())
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	connection := gate.accept()
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the opener was not reached")
	}
	checkAlive(t, connection)
}

func TestDefaultBrowserFailures(t *testing.T) {
	tests := []struct {
		mode   string
		none   bool
		detail string
	}{
		{"fail", false, "exit status 4"},
		{"none", true, "xdg-open finds none"},
	}
	for _, test := range tests {
		t.Run(test.mode, func(t *testing.T) {
			box := newToolbox(t, "xdg-open")
			t.Setenv("PATH", box.bin) // pkg/browser knows the real world only
			t.Setenv("FAKE_MODE", test.mode)
			t.Setenv("GORACE", strings.TrimPrefix(quickExit, "GORACE="))
			browser := desktop.NewBrowser(desktop.BrowserOptions{World: box.world("linux", "DISPLAY=:7"), Grace: time.Minute})
			err := browser.Open(t.Context(), chat)
			if err == nil || errors.Is(err, desktop.ErrNoBrowser) != test.none || !strings.Contains(err.Error(), test.detail) {
				t.Errorf("Open: %v; want %q, ErrNoBrowser: %t", err, test.detail, test.none)
			}
		})
	}
}
