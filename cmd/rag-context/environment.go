package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/adrg/xdg"
	"golang.org/x/term"

	"rag-context/transport/desktop"
)

// environment is all of the world that the program touches.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// stdinTerminal, stdoutTerminal and stderrTerminal say whether a person is
	// at the other end.
	stdinTerminal, stdoutTerminal, stderrTerminal bool
	colour                                        bool   // may be used where a person looks
	typewriter                                    bool   // the terminal can't go back to what it has shown
	editor                                        string // with arguments; "" is the system's
	folders                                       folders
	clipboard                                     clipboard
	browser                                       browser
	modelClient                                   *http.Client // asks embedders and rerankers; nil for one of their own
	now                                           func() time.Time
	random                                        io.Reader
	// countTimeout is how long an LLM's server may take to count all it is asked
	// for one block; 0 means defaultCountTimeout.
	countTimeout time.Duration
}

// folders are where the program keeps things; the XDG base directories.
type folders struct{ data, cache, config string }

type clipboard interface {
	Copy(ctx context.Context, text string) (desktop.Delivery, error)
	// CopySensitive also asks clipboard managers not to keep the text.
	CopySensitive(ctx context.Context, text string) (desktop.Delivery, error)
	// Read returns the text that is there.
	Read(ctx context.Context) (string, error)
	// Available names the tool that Copy would use, without using it.
	Available() (tool string, err error)
}

type browser interface {
	Open(ctx context.Context, url string) error
	// LongestURL is the most bytes that Open takes.
	LongestURL() int
	// Available reports what stands in the way of Open, if anything.
	Available() error
}

func realWorld() environment {
	const program = "rag-context"
	return environment{
		stdin:          os.Stdin,
		stdout:         os.Stdout,
		stderr:         os.Stderr,
		stdinTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		stdoutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		stderrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		colour:         os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		typewriter:     os.Getenv("TERM") == "dumb" || os.Getenv("TERM") == "" && runtime.GOOS != "windows",
		editor:         cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR")),
		folders: folders{
			data:   filepath.Join(xdg.DataHome, program),
			cache:  filepath.Join(xdg.CacheHome, program),
			config: filepath.Join(xdg.ConfigHome, program),
		},
		clipboard: desktop.NewClipboard(desktop.ClipboardOptions{}),
		browser:   desktop.NewBrowser(desktop.BrowserOptions{}),
		now:       time.Now,
		random:    rand.Reader,
	}
}
