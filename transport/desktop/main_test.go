package desktop_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"rag-context/transport/desktop"
)

// TestMain lets the test binary stand in for other programs. Under the name of
// a clipboard tool or a browser it is a fake of that; with DESKTOP_ROLE set it is
// a small program that uses the package and exits.
func TestMain(m *testing.M) {
	if fake, ok := fakes[calledAs()]; ok {
		os.Exit(fake())
	}
	switch os.Getenv("DESKTOP_ROLE") {
	case "copy":
		os.Exit(copier())
	case "read":
		os.Exit(reader())
	case "open":
		os.Exit(opener())
	}
	os.Exit(m.Run())
}

// outcome is what a copier reports.
type outcome struct {
	Delivery desktop.Delivery
	Error    string
	None     bool // is ErrNoClipboard
	Failed   bool // is ErrCopyFailed
}

func outcomeOf(delivery desktop.Delivery, err error) outcome {
	o := outcome{
		Delivery: delivery,
		None:     errors.Is(err, desktop.ErrNoClipboard),
		Failed:   errors.Is(err, desktop.ErrCopyFailed),
	}
	if err != nil {
		o.Error = err.Error()
	}
	return o
}

// copier copies its standard input, or DESKTOP_TEXT, in the real world, and
// exits.
func copier() int {
	text, err := []byte(os.Getenv("DESKTOP_TEXT")), error(nil)
	if len(text) == 0 {
		text, err = io.ReadAll(os.Stdin)
	}
	if err != nil {
		return 2
	}
	timeout, _ := time.ParseDuration(os.Getenv("DESKTOP_TIMEOUT"))
	clipboard := desktop.NewClipboard(desktop.ClipboardOptions{
		Timeout:    timeout,
		ForceOSC52: os.Getenv("DESKTOP_FORCE") != "",
	})
	report := os.Stdout
	if name := os.Getenv("DESKTOP_REPORT"); name != "" {
		if report, err = os.Create(name); err != nil {
			return 2
		}
	}
	copy := clipboard.Copy
	if os.Getenv("DESKTOP_SENSITIVE") != "" {
		copy = clipboard.CopySensitive
	}
	delivery, err := copy(context.Background(), string(text))
	if json.NewEncoder(report).Encode(outcomeOf(delivery, err)) != nil {
		return 2
	}
	return 0
}

// reader prints the real clipboard.
func reader() int {
	text, err := desktop.NewClipboard(desktop.ClipboardOptions{}).Read(context.Background())
	if err != nil {
		io.WriteString(os.Stderr, err.Error())
		return 1
	}
	io.WriteString(os.Stdout, text)
	return 0
}

// opener opens the URL in DESKTOP_URL. It gives up when its standard input ends.
func opener() int {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	browser := desktop.NewBrowser(desktop.BrowserOptions{Grace: time.Hour})
	err := browser.Open(ctx, os.Getenv("DESKTOP_URL"))
	if err != nil && !strings.Contains(err.Error(), "canceled") {
		return 1
	}
	return 0
}
