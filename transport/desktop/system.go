package desktop

import (
	"context"
	"errors"
	"os/exec"
	"strings"

	"github.com/atotto/clipboard"
)

// System is a clipboard whose calls can't be interrupted. A call that does not
// return in time is left behind.
type System interface {
	WriteAll(text string) error
	ReadAll() (string, error)
}

// atotto is the clipboard of github.com/atotto/clipboard.
type atotto struct{}

func (atotto) WriteAll(text string) error { return clipboard.WriteAll(text) }
func (atotto) ReadAll() (string, error)   { return clipboard.ReadAll() }

// systemBoard gives a System a deadline and its errors a detail.
type systemBoard struct{ system System }

func (b systemBoard) write(ctx context.Context, text string) error {
	_, err := abandonable(ctx, func() (string, error) { return "", b.system.WriteAll(text) })
	return err
}

func (b systemBoard) read(ctx context.Context) (string, error) {
	text, err := abandonable(ctx, b.system.ReadAll)
	return text, detailed(err)
}

// detailed adds what a tool said on standard error to its exit status.
func detailed(err error) error {
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		return toolError{exit, string(exit.Stderr)}
	}
	return err
}

// toolError is a tool's failure in its own words.
type toolError struct {
	err  error
	said string
}

func (e toolError) Error() string {
	said, _, _ := strings.Cut(strings.TrimSpace(e.said), "\n")
	if said == "" {
		return e.err.Error()
	}
	const most = 200 // bytes; a tool may print its whole help
	return e.err.Error() + ": " + strings.ToValidUTF8(strings.TrimSpace(said[:min(len(said), most)]), "")
}

func (e toolError) Unwrap() error { return e.err }
