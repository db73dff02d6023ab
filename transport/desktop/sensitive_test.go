package desktop_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"rag-context/transport/desktop"
)

func TestCopySensitive(t *testing.T) {
	with := func(environ ...string) []string { return environ }
	tests := []struct {
		name, system string
		installed    []string
		environ      []string
		mark         string // that clipboard managers see
		unmarked     string // part of why there is none
	}{
		{"Wayland", "linux", []string{"wl-copy", "wl-paste"}, with("WAYLAND_DISPLAY=w"), "x-kde-passwordManagerHint", ""},
		{"Wayland, old tool", "linux", []string{"wl-copy", "wl-paste"}, with("WAYLAND_DISPLAY=w", "FAKE_MODE=old"), "", "wl-copy: exit status 1: unrecognized option"},
		{"X11", "linux", []string{"xclip"}, with("DISPLAY=:7"), "", "xclip has no way to mark it"},
		{"macOS", "darwin", []string{"pbcopy", "pbpaste", "osascript"}, nil, "org.nspasteboard.ConcealedType", ""},
		{"macOS, script fails", "darwin", []string{"pbcopy", "pbpaste", "osascript"}, with("FAKE_MODE=fail:osascript"), "", "pbcopy: exit status 1"},
		{"WSL", "linux", []string{"powershell.exe"}, nil, "ExcludeClipboardContentFromMonitorProcessing", ""},
		{"tmux", "linux", []string{"tmux"}, with("TMUX=/tmp/tmux-0/default,1,0"), "", "tmux has no way to mark it"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			box := newToolbox(t, test.installed...)
			clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: box.world(test.system, test.environ...), Timeout: time.Minute, System: broken{}})
			delivery, err := clipboard.CopySensitive(t.Context(), unicodeText)
			if err != nil || !strings.Contains(delivery.Unmarked, test.unmarked) || (delivery.Unmarked == "") != (test.unmarked == "") {
				t.Fatalf("CopySensitive = %+v, %v; want %q", delivery, err, test.unmarked)
			}
			if mark, err := os.ReadFile(box.store + ".mark"); string(mark) != test.mark || err != nil {
				t.Errorf("marked with %q, %v; want %q", mark, err, test.mark)
			}
			if text, err := clipboard.Read(t.Context()); err != nil || strings.ReplaceAll(text, "\r\n", "\n") != unicodeText {
				t.Errorf("read back %q, %v", text, err)
			}
		})
	}
}

// On Windows itself, PowerShell marks; where there is none the text is copied.
func TestCopySensitiveOnWindows(t *testing.T) {
	for _, installed := range [][]string{{"powershell.exe"}, nil} {
		box := newToolbox(t, installed...)
		world := box.world("windows")
		world.LookPath = func(name string) (string, error) {
			if !slices.Contains(installed, name) {
				return "", os.ErrNotExist
			}
			return box.lookPath(name)
		}
		board := &stored{box: box}
		clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: world, Timeout: time.Minute, System: board})
		delivery, err := clipboard.CopySensitive(t.Context(), unicodeText)
		if err != nil || !delivery.Verified || (delivery.Unmarked == "") != (installed != nil) {
			t.Errorf("with %q: CopySensitive = %+v, %v", installed, delivery, err)
		}
	}
}

// stored is the clipboard that the fakes write to.
type stored struct{ box *toolbox }

func (s *stored) WriteAll(text string) error { return os.WriteFile(s.box.store, []byte(text), 0o600) }
func (s *stored) ReadAll() (string, error) {
	text, err := os.ReadFile(s.box.store)
	return string(text), err
}

func TestCopyIsNotMarked(t *testing.T) {
	clipboard, box := machines[0].clipboard(t, time.Minute)
	if delivery, err := clipboard.Copy(t.Context(), "text"); err != nil || delivery.Unmarked != "" {
		t.Fatalf("Copy = %+v, %v", delivery, err)
	}
	if mark, _ := os.ReadFile(box.store + ".mark"); len(mark) > 0 {
		t.Errorf("marked with %q", mark)
	}
}
