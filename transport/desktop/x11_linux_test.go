package desktop_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"rag-context/transport/desktop"
)

// copyInProcess runs the copier in a process of its own, with the real world
// and fake tools in its PATH.
func copyInProcess(t *testing.T, text string, environ ...string) outcome {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(environ, "DESKTOP_ROLE=copy")
	cmd.Stdin = strings.NewReader(text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("copier: %v\n%s", err, stderr.Bytes())
	}
	var o outcome
	if err := json.Unmarshal(output, &o); err != nil {
		t.Fatalf("copier printed %q: %v", output, err)
	}
	return o
}

func TestX11(t *testing.T) {
	failed := outcome{Failed: true}
	tests := []struct {
		mode   string
		text   string
		want   outcome
		detail string
	}{
		{"", unicodeText, outcome{Delivery: copied}, ""},
		{"fail", unicodeText, failed, "exit status 1"},
		{"refuse", strings.Repeat("more than a pipe holds", 1<<16), failed, "exit status 1"},
		{"drop", unicodeText, failed, "it reads back differently"},
		{"hang", unicodeText, failed, "no answer in time (200ms)"},
	}
	for _, tool := range []string{"xclip", "xsel"} {
		for _, test := range tests {
			t.Run(tool+"/"+test.mode, func(t *testing.T) {
				t.Parallel()
				box := newToolbox(t, tool)
				box.remember("the text before")
				environ := box.environ("DISPLAY=:7", "FAKE_MODE="+test.mode, newGate(t).variable())
				if test.mode == "hang" {
					environ = append(environ, "DESKTOP_TIMEOUT=200ms")
				}
				got := copyInProcess(t, test.text, environ...)
				if !strings.Contains(got.Error, test.detail) {
					t.Errorf("error %q; want %q in it", got.Error, test.detail)
				}
				if got.Error = ""; got != test.want {
					t.Errorf("copier: %+v, want %+v", got, test.want)
				}
			})
		}
	}
}

// Reading a long text back would take it out of xsel's hands.
func TestXselIsNotAskedForALongText(t *testing.T) {
	for size, want := range map[int]desktop.Delivery{
		4000: copied,
		4001: {Method: "clipboard", Sent: true},
	} {
		box := newToolbox(t, "xsel")
		got := copyInProcess(t, strings.Repeat("x", size), box.environ("DISPLAY=:7")...)
		if got.Delivery != want || got.Error != "" {
			t.Errorf("%d bytes: copier: %+v, want %+v", size, got, want)
		}
		if asked := len(box.calls()) > 1; asked != want.Verified {
			t.Errorf("%d bytes: calls %q", size, box.calls())
		}
	}
}

func TestX11WithoutDisplay(t *testing.T) {
	box := newToolbox(t, "xclip")
	got := copyInProcess(t, unicodeText, box.environ()...)
	if !got.None || got.Failed || got.Delivery != (desktop.Delivery{}) {
		t.Errorf("copier: %+v; want ErrNoClipboard", got)
	}
	if calls := box.calls(); len(calls) != 0 {
		t.Errorf("ran %q", calls)
	}
}
