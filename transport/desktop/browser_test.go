package desktop_test

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/transport/desktop"
)

const chat = "http://127.0.0.1:8080/?q=what%27s+new%3F&x=$(id)"

// noDefault is a system without a browser.
func noDefault(string) error { return &exec.Error{Name: "xdg-open", Err: exec.ErrNotFound} }

func TestBrowserVariable(t *testing.T) {
	tests := []struct {
		name, variable string
		want           []string
	}{
		{"name", "firefox", []string{"firefox", chat}},
		{"arguments", "firefox --new-tab", []string{"firefox", "--new-tab", chat}},
		{"placeholder", "firefox --url=%s -x", []string{"firefox", "--url=" + chat, "-x"}},
		{"twice", "firefox %s %s", []string{"firefox", chat, chat}},
		{"escapes", "firefox a%cb 100%% %%s", []string{"firefox", "a:b", "100%", "%s", chat}},
		{"quotes", `firefox -P "my profile" 'it is' ""`, []string{"firefox", "-P", "my profile", "it is", "", chat}},
		{"name with a space", "my browser", []string{"my browser", chat}},
		{"background", "firefox %s &", []string{"firefox", chat}},
		{"list", "missing:firefox:chrome", []string{"firefox", chat}},
		{"empty entries", ": :firefox:", []string{"firefox", chat}},
		{"shell words are no shell", "firefox ;chrome", []string{"firefox", ";chrome", chat}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			box := newToolbox(t, "firefox", "chrome", "my browser")
			browser := desktop.NewBrowser(desktop.BrowserOptions{
				World: box.world("linux", "BROWSER="+test.variable), Grace: time.Minute, Default: noDefault,
			})
			if err := browser.Open(t.Context(), chat); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([][]string{test.want}, box.calls()); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
		})
	}
}

// An address is refused where a part of it would be lost on the way.
func TestLongestURL(t *testing.T) {
	for _, test := range []struct {
		system    string
		installed []string
		want      int
	}{
		{"linux", nil, 131_000},
		{"linux", []string{"wslview"}, 2_081},
		{"darwin", nil, 131_000},
		{"windows", nil, 2_081},
	} {
		box := newToolbox(t, test.installed...)
		var opened []string
		browser := desktop.NewBrowser(desktop.BrowserOptions{World: box.world(test.system, "DISPLAY=:0"), Default: func(url string) error {
			opened = append(opened, url)
			return nil
		}})
		if got := browser.LongestURL(); got != test.want {
			t.Errorf("%s with %q: %d bytes, want %d", test.system, test.installed, got, test.want)
		}
		address := "http://127.0.0.1/?q="
		address += strings.Repeat("x", test.want-len(address)+1)
		if err := browser.Open(t.Context(), address); !errors.Is(err, desktop.ErrInvalidURL) {
			t.Errorf("one byte more: %v", err)
		}
		if err := browser.Open(t.Context(), address[:len(address)-1]); err != nil || len(test.installed) == 0 && len(opened) != 1 {
			t.Errorf("that many: %v, opened %d", err, len(opened))
		}
	}
}

func TestBrowserVariableOnWindows(t *testing.T) {
	box := newToolbox(t, "firefox")
	path := filepath.Join(box.bin, "firefox")
	browser := desktop.NewBrowser(desktop.BrowserOptions{
		World: box.world("windows", "BROWSER=D:missing;"+path), Grace: time.Minute, Default: noDefault,
	})
	if err := browser.Open(t.Context(), chat); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"firefox", chat}}, box.calls()); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

func TestBrowserOrder(t *testing.T) {
	tests := []struct {
		name    string
		environ []string
		want    []string // the fakes run, in order
		fails   bool
	}{
		{"variable first", []string{"BROWSER=chrome"}, []string{"chrome"}, false},
		{"then the next of the variable", []string{"BROWSER=firefox:chrome", "FAKE_MODE=fail:firefox"}, []string{"firefox", "chrome"}, false},
		{"then wslview", []string{"BROWSER=firefox", "FAKE_MODE=fail:firefox"}, []string{"firefox", "wslview"}, false},
		{"then the default", []string{"FAKE_MODE=fail:wslview", "DISPLAY=:0"}, []string{"wslview", "default"}, false},
		{"then none", []string{"FAKE_MODE=fail:wslview"}, []string{"wslview"}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			box := newToolbox(t, "firefox", "chrome", "wslview")
			reached := false
			browser := desktop.NewBrowser(desktop.BrowserOptions{
				World: box.world("linux", test.environ...), Grace: time.Minute,
				Default: func(string) error {
					reached = true
					return nil
				},
			})
			err := browser.Open(t.Context(), chat)
			if (err != nil) != test.fails || errors.Is(err, desktop.ErrNoBrowser) {
				t.Fatalf("Open: %v; want it to fail: %t", err, test.fails)
			}
			var ran []string
			for _, call := range box.calls() {
				ran = append(ran, call[0])
			}
			if reached {
				ran = append(ran, "default")
			}
			if diff := cmp.Diff(test.want, ran); diff != "" {
				t.Errorf("ran (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNoBrowser(t *testing.T) {
	tests := []struct {
		name    string
		environ []string
		why     string
	}{
		{"nothing installed", []string{"DISPLAY=:0"}, "not found"},
		{"no display", nil, "no display"},
		{"variable names nothing", []string{"BROWSER=missing:/no/such/browser %s"}, "missing"},
		{"variable is blank", []string{"BROWSER= : "}, "no display"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			browser := desktop.NewBrowser(desktop.BrowserOptions{
				World: newToolbox(t).world("linux", test.environ...), Default: noDefault,
			})
			err := browser.Open(t.Context(), chat)
			if !errors.Is(err, desktop.ErrNoBrowser) || !strings.Contains(err.Error(), test.why) {
				t.Errorf("Open: %v; want ErrNoBrowser with %q", err, test.why)
			}
		})
	}
}

func TestBrowserURLs(t *testing.T) {
	tests := []struct {
		url  string
		want bool
	}{
		{"http://localhost:8080", true},
		{"https://chat.example/c/new?q=a%20b#top", true},
		{"HTTPS://chat.example/", true},
		{"http://[::1]:11434/", true},
		{"http://bücher.example/ä", true},
		{"", false},
		{"localhost:8080", false},
		{"chat.example", false},
		{"http://", false},
		{"http:///path", false},
		{"http://:80/", false},
		{"file:///etc/passwd", false},
		{"javascript:alert(1)", false},
		{"ftp://example.org/", false},
		{"--help", false},
		{"http://a/ b", false},
		{"http://a/\nb", false},
		{"http://a/?q=\"x\"", false},
		{"http://a/?q=`x`", false},
		{"http://a\\b/", false},
	}
	for _, test := range tests {
		opened := ""
		browser := desktop.NewBrowser(desktop.BrowserOptions{
			World: windows(),
			Default: func(url string) error {
				opened = url
				return nil
			},
		})
		err := browser.Open(t.Context(), test.url)
		if test.want && (err != nil || opened != test.url) {
			t.Errorf("Open(%q): %v, opened %q", test.url, err, opened)
		}
		if !test.want && (!errors.Is(err, desktop.ErrInvalidURL) || opened != "") {
			t.Errorf("Open(%q): %v, opened %q; want ErrInvalidURL", test.url, err, opened)
		}
	}
}

func TestInvalidURLIsNotRepeated(t *testing.T) {
	browser := desktop.NewBrowser(desktop.BrowserOptions{World: windows(), Default: noDefault})
	for _, url := range []string{"ftp://a/?q=secret", "http://a/%zz?q=secret", "http:?secret", "http://a/ secret"} {
		if err := browser.Open(t.Context(), url); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("Open(%q): %v", url, err)
		}
	}
}

func TestSlowDefaultBrowserCountsAsStarted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := make(chan struct{})
		defer close(closed)
		browser := desktop.NewBrowser(desktop.BrowserOptions{World: windows(), Default: func(string) error {
			<-closed
			return errors.New("crashed when it was closed")
		}})
		began := time.Now()
		err := browser.Open(t.Context(), chat)
		if took := time.Since(began); err != nil || took != desktop.DefaultGrace {
			t.Errorf("Open: %v after %s; want it started after %s", err, took, desktop.DefaultGrace)
		}
	})
}

func TestSlowBrowserIsLeftAlive(t *testing.T) {
	box, gate := newToolbox(t, "firefox"), newGate(t)
	browser := desktop.NewBrowser(desktop.BrowserOptions{
		World: box.world("linux", "BROWSER=firefox", "FAKE_MODE=hang", gate.variable()),
		Grace: time.Millisecond, Default: noDefault,
	})
	if err := browser.Open(t.Context(), chat); err != nil {
		t.Fatal(err)
	}
	checkAlive(t, gate.accept())
}

func TestOpenEndsWithItsContext(t *testing.T) {
	box, gate := newToolbox(t, "firefox"), newGate(t)
	ctx, cancel := context.WithCancel(t.Context())
	browser := desktop.NewBrowser(desktop.BrowserOptions{
		World: box.world("linux", "BROWSER=firefox", "FAKE_MODE=hang", gate.variable()),
		Grace: time.Hour, Default: noDefault,
	})
	ended := make(chan error)
	go func() { ended <- browser.Open(ctx, chat) }()
	connection := gate.accept()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v; want the context's error", err)
	}
	checkAlive(t, connection)
	if err := browser.Open(ctx, chat); !errors.Is(err, context.Canceled) || len(box.calls()) != 1 {
		t.Errorf("Open with an ended context: %v, calls %q; want nothing started", err, box.calls())
	}
}
