package desktop

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
)

// Sentinels of the package.
var (
	// ErrNoClipboard: none can be reached from here; nothing was attempted. The
	// error's text says why, one reason for each way there is.
	ErrNoClipboard = errors.New("no clipboard here")
	// ErrCopyFailed: a copy was attempted and the text did not arrive, or can't
	// be shown to have arrived.
	ErrCopyFailed = errors.New("copy did not arrive")
	// ErrNoBrowser: none can be reached from here.
	ErrNoBrowser = errors.New("no browser here")
	// ErrInvalidURL: a URL that is not to be handed to a browser.
	ErrInvalidURL = errors.New("invalid URL")
)

// unreachable is a reason why one way is no way here. It says nothing of the
// others, so it is none of the sentinels yet.
type unreachable struct{ reason string }

func (u unreachable) Error() string { return u.reason }

// isAbsent tells what is not there from what does not work.
func isAbsent(err error) bool {
	_, ok := errors.AsType[unreachable](err)
	return ok || errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist)
}

// summarize makes one error of the reasons why every way ended: absent where
// none was to be had, else failed.
func summarize(reasons []error, absent, failed error) error {
	summary := absent
	for _, reason := range reasons {
		if !isAbsent(reason) {
			summary = failed
		}
	}
	separator := ": "
	for _, reason := range reasons {
		summary = fmt.Errorf("%w%s%w", summary, separator, reason)
		separator = "; "
	}
	return summary
}
