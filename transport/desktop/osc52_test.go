package desktop_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rag-context/transport/desktop"
)

// screen is a terminal that keeps what is written to it.
type screen struct {
	bytes.Buffer
	closed bool
}

func (s *screen) Close() error {
	s.closed = true
	return nil
}

// stuck is a terminal that was stopped by its user: writes wait.
type stuck struct{ release chan struct{} }

func (s stuck) Close() error { return nil }
func (s stuck) Write(p []byte) (int, error) {
	<-s.release
	return len(p), nil
}

// mute is a terminal that does not answer.
func mute(string, byte, time.Duration) (string, error) { return "", os.ErrDeadlineExceeded }

func at(device io.WriteCloser, environ ...string) desktop.World {
	return desktop.World{
		OS: "linux", Environ: environ,
		LookPath:     func(string) (string, error) { return "", errors.New("nothing is installed") },
		OpenTerminal: func() (io.WriteCloser, error) { return device, nil },
		AskTerminal:  mute,
	}
}

var sent = desktop.Delivery{Method: "osc52", Sent: true}

func TestOSC52Bytes(t *testing.T) {
	var device screen
	clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: at(&device, "TERM=xterm-kitty")})
	delivery, err := clipboard.Copy(t.Context(), unicodeText)
	if delivery != sent || err != nil {
		t.Fatalf("Copy = %+v, %v; want %+v", delivery, err, sent)
	}
	want := "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(unicodeText)) + "\x07"
	if device.String() != want || !device.closed {
		t.Errorf("wrote %q (closed: %t), want %q", device.String(), device.closed, want)
	}
}

func TestOSC52IsWrappedForScreen(t *testing.T) {
	var device screen
	clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: at(&device, "TERM=screen", "STY=1.tty"), ForceOSC52: true})
	if delivery, err := clipboard.Copy(t.Context(), "hello"); delivery != sent || err != nil {
		t.Fatalf("Copy = %+v, %v; want %+v", delivery, err, sent)
	}
	if want := "\x1bP\x1b]52;c;aGVsbG8=\x07\x1b\\"; device.String() != want {
		t.Errorf("wrote %q, want %q", device.String(), want)
	}
}

func TestWhichTerminalsGetOSC52(t *testing.T) {
	tests := []struct {
		environ string
		force   bool
		want    bool
	}{
		{"TERM=xterm-kitty", false, true},
		{"TERM=alacritty SSH_TTY=/dev/pts/0", false, true},
		{"TERM=foot DISPLAY=localhost:10.0 SSH_CONNECTION=x", false, true},
		{"TERM=xterm-256color TERM_PROGRAM=WezTerm", false, true},
		{"TERM=xterm-256color WT_SESSION=x", false, true},
		{"TERM=xterm-256color", false, false},
		{"TERM=xterm-256color", true, true},
		{"TERM=xterm-256color TERM_PROGRAM=iTerm.app", false, false},
		{"TERM=dumb", false, false},
		{"", false, false},
		{"TERM=xterm-kitty DISPLAY=:0", false, false},
		{"TERM=xterm-kitty DISPLAY=:0", true, true},
		{"TERM=tmux-256color TMUX=x WT_SESSION=x", false, false},
		{"TERM=xterm-kitty STY=x", false, false},
	}
	for _, test := range tests {
		var device screen
		clipboard := desktop.NewClipboard(desktop.ClipboardOptions{
			World:      at(&device, strings.Fields(test.environ)...),
			ForceOSC52: test.force,
		})
		delivery, err := clipboard.Copy(t.Context(), "text")
		if got := err == nil && delivery == sent; got != test.want || (device.Len() > 0) != test.want {
			t.Errorf("%q, force %t: Copy = %+v, %v with %d bytes written; want sent: %t",
				test.environ, test.force, delivery, err, device.Len(), test.want)
		}
	}
}

func TestTerminalsAnnounceOSC52(t *testing.T) {
	tests := []struct {
		environ, answer string
		want            bool
	}{
		{"TERM=xterm-256color", "\x1b[?62;22;52c", true},
		{"TERM=xterm-256color SSH_TTY=/dev/pts/0 DISPLAY=localhost:10.0", "typed ahead\x1b[?52c", true},
		{"TERM=xterm-256color", "\x1b[?62;22;152;520c", false},
		{"TERM=xterm-256color", "\x1b[?1;2c", false},
		{"TERM=xterm-256color", "52c", false},
		{"TERM=xterm-256color DISPLAY=:0", "\x1b[?52c", false},
		{"TERM=dumb", "\x1b[?52c", false},
		{"TERM=screen STY=x", "\x1b[?52c", false},
	}
	for _, test := range tests {
		var device screen
		world := at(&device, strings.Fields(test.environ)...)
		world.AskTerminal = func(query string, end byte, _ time.Duration) (string, error) {
			if query != "\x1b[c" || end != 'c' {
				return "", os.ErrInvalid
			}
			return test.answer, nil
		}
		clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: world})
		tool, available := clipboard.Available()
		if device.Len() > 0 || (available == nil) != test.want || test.want && tool != "OSC 52" {
			t.Errorf("%q: Available = %q, %v with %d bytes written", test.environ, tool, available, device.Len())
		}
		if delivery, err := clipboard.Copy(t.Context(), "text"); (delivery == sent) != test.want || (device.Len() > 0) != test.want {
			t.Errorf("%q, answer %q: Copy = %+v, %v; want sent: %t", test.environ, test.answer, delivery, err, test.want)
		}
	}
}

func TestOSC52SizeCap(t *testing.T) {
	tests := []struct {
		limit, size int
		want        bool
	}{
		{0, 74_994, true},
		{0, 74_995, false},
		{5, 5, true},
		{5, 6, false},
		{100_000, 100_000, true},
	}
	for _, test := range tests {
		var device screen
		clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: at(&device, "TERM=foot"), MaxOSC52: test.limit})
		_, err := clipboard.Copy(t.Context(), strings.Repeat("x", test.size))
		if test.want && err != nil {
			t.Errorf("limit %d, %d bytes: %v", test.limit, test.size, err)
		}
		if !test.want && (!errors.Is(err, desktop.ErrNoClipboard) || !strings.Contains(err.Error(), "bytes") || device.Len() > 0) {
			t.Errorf("limit %d, %d bytes: %v, %d bytes written; want ErrNoClipboard and nothing written",
				test.limit, test.size, err, device.Len())
		}
	}
}

func TestOSC52DoesNotWaitForAStoppedTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: at(stuck{release}, "TERM=foot")})
		began := time.Now()
		_, err := clipboard.Copy(t.Context(), "text")
		if !errors.Is(err, desktop.ErrCopyFailed) || time.Since(began) != desktop.DefaultTimeout {
			t.Errorf("Copy: %v after %s; want ErrCopyFailed after %s", err, time.Since(began), desktop.DefaultTimeout)
		}
	})
}
