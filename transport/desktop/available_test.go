package desktop_test

import (
	"errors"
	"os/exec"
	"slices"
	"testing"

	"rag-context/transport/desktop"
)

// world is a machine with these executables and this environment.
func worldWith(system string, executables, environ []string) desktop.World {
	return desktop.World{OS: system, AskTerminal: mute, Environ: append([]string{"PATH=/bin"}, environ...), LookPath: func(name string) (string, error) {
		if slices.Contains(executables, name) {
			return "/bin/" + name, nil
		}
		return "", exec.ErrNotFound
	}}
}

func TestBrowserAvailable(t *testing.T) {
	display := []string{"DISPLAY=:0"}
	for _, test := range []struct {
		name   string
		world  desktop.World
		wanted bool
	}{
		{"no display", worldWith("linux", []string{"xdg-open", "firefox"}, nil), false},
		{"xdg-open and a browser", worldWith("linux", []string{"xdg-open", "firefox"}, display), true},
		{"xdg-open alone", worldWith("linux", []string{"xdg-open"}, display), false},
		{"a browser alone", worldWith("linux", []string{"firefox"}, display), false},
		{"Debian's alternative", worldWith("linux", []string{"x-www-browser"}, display), true},
		{"BROWSER", worldWith("linux", []string{"mine"}, []string{"BROWSER=mine"}), true},
		{"BROWSER that is not there", worldWith("linux", nil, []string{"BROWSER=mine"}), false},
		{"Windows from inside WSL", worldWith("linux", []string{"wslview"}, nil), true},
		{"macOS", worldWith("darwin", nil, nil), true},
	} {
		err := desktop.NewBrowser(desktop.BrowserOptions{World: test.world}).Available()
		if (err == nil) != test.wanted || err != nil && !errors.Is(err, desktop.ErrNoBrowser) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestClipboardAvailable(t *testing.T) {
	for _, test := range []struct {
		world desktop.World
		want  string
	}{
		{worldWith("linux", []string{"xclip"}, []string{"DISPLAY=:0"}), "xclip"},
		{worldWith("linux", []string{"xclip"}, nil), ""},
		{worldWith("linux", []string{"wl-copy", "wl-paste", "xclip"}, []string{"DISPLAY=:0", "WAYLAND_DISPLAY=w"}), "wl-copy"},
		{worldWith("darwin", nil, nil), "pbcopy"},
	} {
		tool, err := desktop.NewClipboard(desktop.ClipboardOptions{World: test.world}).Available()
		if tool != test.want || (err == nil) != (test.want != "") {
			t.Errorf("got %q, %v; want %q", tool, err, test.want)
		}
	}
}
