package desktop_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// emulator is a terminal that understands two sequences: it answers the
// question for its attributes, and keeps what OSC 52 gives it.
type emulator struct {
	attributes string // "" answers nothing
	clipboard  string
	shown      string // everything else
}

// run reads from the terminal's master side until its last program has ended.
func (e *emulator) run(master *os.File) {
	var pending []byte
	for buffer := make([]byte, 4096); ; {
		n, err := master.Read(buffer)
		pending = append(pending, buffer[:n]...)
		if before, after, found := bytes.Cut(pending, []byte("\x1b[c")); found {
			pending = append(before, after...)
			if e.attributes != "" {
				master.WriteString(e.attributes)
			}
		}
		if err != nil { // EIO once nothing has the other side open
			e.finish(string(pending))
			return
		}
	}
}

func (e *emulator) finish(text string) {
	before, rest, found := strings.Cut(text, "\x1b]52;c;")
	if found {
		encoded, after, _ := strings.Cut(rest, "\x07")
		decoded, _ := base64.StdEncoding.DecodeString(encoded)
		e.clipboard, before = string(decoded), before+after
	}
	e.shown = before
}

// A program over SSH asks the terminal it runs in, and copies through it where
// that says it can. Nothing of the answer is left on the screen, nor waiting.
func TestRealTerminalIsAsked(t *testing.T) {
	tests := map[string]struct {
		attributes string
		want       outcome
	}{
		"announces it": {"\x1b[?62;22;52c", outcome{Delivery: sent}},
		"does not":     {"\x1b[?1;2c", outcome{None: true}},
		"says nothing": {"", outcome{None: true}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report := filepath.Join(t.TempDir(), "report")
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(self)
			cmd.Env = []string{"DESKTOP_ROLE=copy", "DESKTOP_REPORT=" + report, "DESKTOP_TEXT=" + unicodeText, "TERM=xterm-256color", "SSH_TTY=x", quickExit}
			master, err := pty.Start(cmd)
			if err != nil {
				t.Fatal(err)
			}
			defer master.Close()
			terminal := &emulator{attributes: test.attributes}
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				terminal.run(master)
			}()
			if err := cmd.Wait(); err != nil {
				t.Fatal(err)
			}
			select {
			case <-ended:
			case <-time.After(time.Minute):
				t.Fatal("the terminal is still open")
			}
			checkReport(t, report, test.want)
			if want := test.want.Delivery == sent; (terminal.clipboard == unicodeText) != want || terminal.shown != "" {
				t.Errorf("the terminal's clipboard is %q, its screen %q", terminal.clipboard, terminal.shown)
			}
		})
	}
}

func checkReport(t *testing.T, path string, want outcome) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got outcome
	if err := json.Unmarshal(content, &got); err != nil {
		t.Fatal(err)
	}
	reason := got.Error
	if got.Error = ""; got != want {
		t.Errorf("copier: %+v: %s; want %+v", got, reason, want)
	}
}
