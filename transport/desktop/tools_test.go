package desktop_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/transport/desktop"
)

// machine is one on which the clipboard is behind programs of the system.
type machine struct {
	name      string
	os        string
	installed []string
	environ   []string
	want      desktop.Delivery
}

var machines = []machine{
	{"Wayland", "linux", []string{"wl-copy", "wl-paste", "xclip"}, []string{"WAYLAND_DISPLAY=wayland-1", "DISPLAY=:0"}, copied},
	{"Termux", "android", []string{"termux-clipboard-set", "termux-clipboard-get", "xclip"}, nil, copied},
	{"WSL", "linux", []string{"powershell.exe", "xclip"}, nil, copied},
	{"macOS", "darwin", []string{"pbcopy", "pbpaste"}, nil, copied},
	{"macOS in another locale", "darwin", []string{"pbcopy", "pbpaste"}, []string{"LC_ALL=C", "LANG=de_DE.ISO8859-1"}, copied},
	{"tmux", "linux", []string{"tmux"}, []string{"TMUX=/tmp/tmux-0/default,1,0"}, desktop.Delivery{Method: "tmux", Sent: true}},
	{
		"tmux over SSH on macOS", "darwin",
		[]string{"tmux", "pbcopy", "pbpaste"}, []string{"TMUX=/tmp/tmux-0/default,1,0", "SSH_CONNECTION=x"},
		desktop.Delivery{Method: "tmux", Sent: true},
	},
	{"macOS over SSH", "darwin", []string{"pbcopy", "pbpaste"}, []string{"SSH_CONNECTION=x"}, copied},
}

func (m machine) clipboard(t *testing.T, timeout time.Duration, environ ...string) (*desktop.Clipboard, *toolbox) {
	t.Helper()
	box := newToolbox(t, m.installed...)
	world := box.world(m.os, append(environ, m.environ...)...)
	return desktop.NewClipboard(desktop.ClipboardOptions{World: world, Timeout: timeout, System: broken{}}), box
}

func TestCopyByTools(t *testing.T) {
	for _, machine := range machines {
		t.Run(machine.name, func(t *testing.T) {
			clipboard, _ := machine.clipboard(t, time.Minute)
			delivery, err := clipboard.Copy(t.Context(), unicodeText)
			if delivery != machine.want || err != nil {
				t.Fatalf("Copy = %+v, %v; want %+v", delivery, err, machine.want)
			}
			got, err := clipboard.Read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got = strings.ReplaceAll(got, "\r\n", "\n")
			if diff := cmp.Diff(strings.TrimRight(unicodeText, "\n"), strings.TrimRight(got, "\n")); diff != "" {
				t.Errorf("read back (-want +got):\n%s", diff)
			}
		})
	}
}

func TestToolsThatMisbehave(t *testing.T) {
	tests := []struct {
		mode     string
		timeout  time.Duration
		detail   string
		machines []machine
	}{
		{"fail", time.Minute, "exit status 1", machines},
		{"hang", time.Millisecond, "no answer in time (1ms)", machines},
		// These wait for an answer that never comes.
		{"drop", time.Minute, "it reads back differently", machines[:3]},
		{"cut", time.Minute, "it reads back differently", machines[:1]},
		{"crlf", time.Minute, "it reads back differently", machines[:1]},
	}
	for _, test := range tests {
		for _, machine := range test.machines {
			t.Run(test.mode+"/"+machine.name, func(t *testing.T) {
				t.Parallel()
				clipboard, box := machine.clipboard(t, test.timeout, "FAKE_MODE="+test.mode, newGate(t).variable())
				box.remember("the text before")
				delivery, err := clipboard.Copy(t.Context(), unicodeText)
				if delivery != (desktop.Delivery{}) || !errors.Is(err, desktop.ErrCopyFailed) {
					t.Fatalf("Copy = %+v, %v; want ErrCopyFailed", delivery, err)
				}
				detail := test.detail
				if machine.name == "WSL" {
					detail = strings.Replace(detail, "1ms", "2ms", 1)
				}
				if !strings.Contains(err.Error(), detail) {
					t.Errorf("Copy: %v; want %q in it", err, detail)
				}
			})
		}
	}
}

func TestToolsSayWhatFailed(t *testing.T) {
	clipboard, _ := machines[3].clipboard(t, time.Minute, "FAKE_MODE=fail")
	_, err := clipboard.Copy(t.Context(), "text")
	if want := "pbcopy: exit status 1: can't open display"; err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "usage") {
		t.Errorf("Copy: %v; want the first line the tool said, as in %q", err, want)
	}
}

// A desktop that fails is not the end: inside tmux there is another way.
func TestCopyFallsBackToTmux(t *testing.T) {
	box := newToolbox(t, "xclip", "tmux")
	clipboard := desktop.NewClipboard(desktop.ClipboardOptions{
		World:  box.world("linux", "DISPLAY=:7", "TMUX=/tmp/tmux-0/default,1,0", "FAKE_MODE=fail:xclip"),
		System: broken{},
	})
	delivery, err := clipboard.Copy(t.Context(), unicodeText)
	if want := (desktop.Delivery{Method: "tmux", Sent: true}); delivery != want || err != nil {
		t.Errorf("Copy = %+v, %v; want %+v", delivery, err, want)
	}
	if got, _ := os.ReadFile(box.store); string(got) != unicodeText {
		t.Errorf("tmux has %q", got)
	}
}

func TestWaylandNamesTheType(t *testing.T) {
	clipboard, box := machines[0].clipboard(t, time.Minute)
	if _, err := clipboard.Copy(t.Context(), "From me\nSubject: looks like mail\n"); err != nil {
		t.Fatal(err)
	}
	want := []string{"wl-copy", "--type", "text/plain"}
	if calls := box.calls(); !slices.ContainsFunc(calls, func(call []string) bool { return slices.Equal(call, want) }) {
		t.Errorf("calls %q; want %q among them", calls, want)
	}
}

func TestNoClipboard(t *testing.T) {
	tests := []struct {
		name      string
		installed []string
		environ   []string
		why       string
	}{
		{"no display", []string{"xclip", "xsel", "wl-copy", "wl-paste"}, nil, "no display (DISPLAY and WAYLAND_DISPLAY are not set)"},
		{"no tool", nil, []string{"DISPLAY=:0"}, "neither xclip nor xsel is installed"},
		{"half a tool on Wayland", []string{"wl-copy"}, []string{"WAYLAND_DISPLAY=wayland-1"}, "wl-copy"},
		{"clip.exe only", []string{"clip.exe"}, nil, "no display"},
		{"tmux gone", nil, []string{"TMUX=/tmp/tmux-0/default,1,0"}, "inside tmux, which is not in PATH"},
		{"unknown terminal", nil, []string{"SSH_TTY=/dev/pts/1", "TERM=xterm-256color"}, `the terminal "xterm-256color" is not known to take OSC 52`},
		{"display and capable terminal", nil, []string{"DISPLAY=:0", "TERM=xterm-kitty"}, "not used next to a display"},
		{"no terminal", nil, []string{"TERM=xterm-kitty"}, "no terminal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			box := newToolbox(t, test.installed...)
			clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: box.world("linux", test.environ...), System: &memory{}})
			delivery, err := clipboard.Copy(t.Context(), "text")
			if delivery != (desktop.Delivery{}) || !errors.Is(err, desktop.ErrNoClipboard) || errors.Is(err, desktop.ErrCopyFailed) {
				t.Fatalf("Copy = %+v, %v; want ErrNoClipboard", delivery, err)
			}
			if !strings.Contains(err.Error(), test.why) {
				t.Errorf("Copy: %v; want %q in it", err, test.why)
			}
			if _, err := clipboard.Read(t.Context()); !errors.Is(err, desktop.ErrNoClipboard) {
				t.Errorf("Read: %v; want ErrNoClipboard", err)
			}
			if calls := box.calls(); len(calls) != 0 {
				t.Errorf("ran %q", calls)
			}
		})
	}
}
