package desktop_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/transport/desktop"
)

const unicodeText = "Grüße, 世界 👩‍🚀\n\t$HOME `x` \"quoted\" %s\n"

// memory is a desktop's clipboard.
type memory struct {
	mu    sync.Mutex
	text  string
	stale int // so many answers are still those of before the last write
	// keep is what is made of a written text; nil means it is kept as it is.
	keep func(text string) string
}

func (m *memory) WriteAll(text string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.keep != nil {
		text = m.keep(text)
	}
	m.text = text
	return nil
}

func (m *memory) ReadAll() (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stale > 0 {
		m.stale--
		return "the text before", nil
	}
	return m.text, nil
}

// broken fails each call, after waiting for release where that is set.
type broken struct{ release chan struct{} }

func (b broken) WriteAll(string) error {
	if b.release != nil {
		<-b.release
	}
	return errors.New("exit status 1")
}

func (b broken) ReadAll() (string, error) { return "", b.WriteAll("") }

// deaf takes a text and never gives one back.
type deaf struct{ release chan struct{} }

func (d deaf) WriteAll(string) error { return nil }
func (d deaf) ReadAll() (string, error) {
	<-d.release
	return "", nil
}

var noTerminal = func() (io.WriteCloser, error) { return nil, os.ErrNotExist }

// everything is a LookPath that finds every name.
func everything(name string) (string, error) { return name, nil }

func windows() desktop.World {
	return desktop.World{OS: "windows", Environ: []string{}, LookPath: everything, OpenTerminal: noTerminal}
}

func x11() desktop.World {
	return desktop.World{
		OS: "linux", Environ: []string{"DISPLAY=:7"}, OpenTerminal: noTerminal,
		LookPath: func(name string) (string, error) {
			if name == "xclip" {
				return name, nil
			}
			return "", os.ErrNotExist
		},
	}
}

var copied = desktop.Delivery{Method: "clipboard", Verified: true}

func TestCopyIsVerified(t *testing.T) {
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	cut := func(text string) string { return text[:1<<20] }
	long := strings.Repeat("0123456789abcdef", 1<<17) // 2 MiB
	tests := []struct {
		name   string
		world  desktop.World
		system *memory
		text   string
		failed string // part of the error; empty where it is copied
	}{
		{"equal", x11(), &memory{}, unicodeText, ""},
		{"old answers first", x11(), &memory{stale: 4}, unicodeText, ""},
		{"dropped", x11(), &memory{keep: func(string) string { return "" }}, unicodeText, "xclip: it reads back differently"},
		{"old text stays", x11(), &memory{stale: 1 << 30}, unicodeText, "reads back differently"},
		{"line ends changed", x11(), &memory{keep: crlf}, "a\nb", "reads back differently"},
		{"cut", x11(), &memory{keep: cut}, long, "reads back differently"},
		{"line ends changed on Windows", windows(), &memory{keep: crlf}, "a\nb", ""},
		{"another text on Windows", windows(), &memory{keep: strings.ToUpper}, "a\nb", "windows: it reads back differently"},
		{"read back in part on Windows", windows(), &memory{keep: cut}, long, ""},
		{"another part on Windows", windows(), &memory{keep: func(text string) string { return strings.ToUpper(cut(text)) }}, long, "differently"},
		{"cut short on Windows", windows(), &memory{keep: func(text string) string { return text[:100] }}, long, "differently"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: test.world, System: test.system})
				delivery, err := clipboard.Copy(t.Context(), test.text)
				if test.failed == "" {
					if delivery != copied || err != nil {
						t.Errorf("Copy = %+v, %v; want it copied", delivery, err)
					}
					return
				}
				if delivery != (desktop.Delivery{}) || !errors.Is(err, desktop.ErrCopyFailed) || !strings.Contains(err.Error(), test.failed) {
					t.Errorf("Copy = %+v, %v; want ErrCopyFailed with %q", delivery, err, test.failed)
				}
			})
		})
	}
}

func TestCopyFailsInTime(t *testing.T) {
	tests := []struct {
		name    string
		system  func(release chan struct{}) desktop.System
		timeout time.Duration
		within  time.Duration
		detail  string
	}{
		{"write fails", func(chan struct{}) desktop.System { return broken{} }, 0, 0, "xclip: exit status 1"},
		{"write hangs", func(r chan struct{}) desktop.System { return broken{r} }, 0, 3 * time.Second, "xclip: no answer in time (3s)"},
		{"write hangs, own timeout", func(r chan struct{}) desktop.System { return broken{r} }, time.Second, time.Second, "(1s)"},
		{"read hangs", func(r chan struct{}) desktop.System { return deaf{r} }, 0, 3 * time.Second, "no answer in time (3s)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				defer close(release)
				clipboard := desktop.NewClipboard(desktop.ClipboardOptions{
					World: x11(), Timeout: test.timeout, System: test.system(release),
				})
				began := time.Now()
				_, err := clipboard.Copy(t.Context(), "text")
				if !errors.Is(err, desktop.ErrCopyFailed) || !strings.Contains(err.Error(), test.detail) {
					t.Errorf("Copy: %v; want ErrCopyFailed with %q", err, test.detail)
				}
				if took := time.Since(began); took != test.within {
					t.Errorf("Copy took %s, want %s", took, test.within)
				}
			})
		})
	}
}

func TestCopyEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: x11(), System: broken{release}})
		_, err := clipboard.Copy(ctx, "text")
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, desktop.ErrCopyFailed) {
			t.Errorf("Copy: %v; want the context's error", err)
		}
		if _, err = clipboard.Read(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Read: %v; want the context's error", err)
		}
	})
}

func TestCopyRefusesWhatIsNoText(t *testing.T) {
	for _, text := range []string{"", "a\x00b", "a\xffb"} {
		system := &memory{text: "untouched"}
		clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: windows(), System: system})
		if _, err := clipboard.Copy(t.Context(), text); !errors.Is(err, desktop.ErrCopyFailed) {
			t.Errorf("Copy(%q): %v; want ErrCopyFailed", text, err)
		}
		if system.text != "untouched" {
			t.Errorf("Copy(%q) left %q on the clipboard", text, system.text)
		}
	}
}

func TestReadGivesTheText(t *testing.T) {
	clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: x11(), System: &memory{text: unicodeText}})
	got, err := clipboard.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(unicodeText, got); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

func TestReadSaysWhatFailed(t *testing.T) {
	clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: x11(), System: broken{}})
	_, err := clipboard.Read(t.Context())
	if err == nil || errors.Is(err, desktop.ErrNoClipboard) || !strings.Contains(err.Error(), "read clipboard: xclip: exit status 1") {
		t.Errorf("Read: %v", err)
	}
}
