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
	"unicode/utf16"

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
	return desktop.World{OS: "windows", Environ: []string{}, LookPath: everything, OpenTerminal: noTerminal, AskTerminal: mute}
}

var copied = desktop.Delivery{Method: "clipboard", Verified: true}

func TestCopyIsVerified(t *testing.T) {
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	cut := func(text string) string { return text[:1<<20] }
	cutUnits := func(text string) string { return string(utf16.Decode(utf16.Encode([]rune(text))[:1<<20])) }
	straddling := strings.Repeat("x", 1<<20-1) + "👩 and more"
	long := strings.Repeat("0123456789abcdef", 1<<17) // 2 MiB
	tests := []struct {
		name   string
		system *memory
		text   string
		failed string // part of the error; empty where it is copied
	}{
		{"equal", &memory{}, unicodeText, ""},
		{"old answers first", &memory{stale: 4}, unicodeText, ""},
		{"dropped", &memory{keep: func(string) string { return "" }}, unicodeText, "windows: it reads back differently"},
		{"old text stays", &memory{stale: 1 << 30}, unicodeText, "reads back differently"},
		{"another text", &memory{keep: strings.ToUpper}, "a\nb", "reads back differently"},
		{"line ends changed", &memory{keep: crlf}, "a\nb", ""},
		{"read back in part", &memory{keep: cut}, long, ""},
		{"read back up to half a character", &memory{keep: cutUnits}, straddling, ""},
		{"another part", &memory{keep: func(text string) string { return strings.ToUpper(cut(text)) }}, long, "differently"},
		{"cut short", &memory{keep: func(text string) string { return text[:100] }}, long, "differently"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: windows(), System: test.system})
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
		{"write fails", func(chan struct{}) desktop.System { return broken{} }, 0, 0, "windows: exit status 1"},
		{"write hangs", func(r chan struct{}) desktop.System { return broken{r} }, 0, 3 * time.Second, "windows: no answer in time (3s)"},
		{"write hangs, own timeout", func(r chan struct{}) desktop.System { return broken{r} }, time.Second, time.Second, "(1s)"},
		{"read hangs", func(r chan struct{}) desktop.System { return deaf{r} }, 0, 3 * time.Second, "no answer in time (3s)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				defer close(release)
				clipboard := desktop.NewClipboard(desktop.ClipboardOptions{
					World: windows(), Timeout: test.timeout, System: test.system(release),
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
		clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: windows(), System: broken{release}})
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
	clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: windows(), System: &memory{text: unicodeText}})
	got, err := clipboard.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(unicodeText, got); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

func TestReadSaysWhatFailed(t *testing.T) {
	clipboard := desktop.NewClipboard(desktop.ClipboardOptions{World: windows(), System: broken{}})
	_, err := clipboard.Read(t.Context())
	if err == nil || errors.Is(err, desktop.ErrNoClipboard) || !strings.Contains(err.Error(), "read clipboard: windows: exit status 1") {
		t.Errorf("Read: %v", err)
	}
}
