package desktop

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"

	"github.com/pkg/browser"
)

// openByDefault asks the system for its browser.
func openByDefault(url string) error {
	silencePkgBrowser()
	err := browser.OpenURL(url)
	// xdg-open's word for "a required tool could not be found".
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 3 {
		return unreachable{"xdg-open finds none"}
	}
	return err
}

// silencePkgBrowser keeps the browser's output, now and for as long as it runs,
// out of ours, which pkg/browser would hand it. It is the null device and not
// io.Discard, because that would be a pipe: waited for until the last of the
// browser's processes closes it, and broken once this process is gone.
var silencePkgBrowser = sync.OnceFunc(func() {
	browser.Stdout, browser.Stderr = io.Discard, io.Discard
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		browser.Stdout, browser.Stderr = null, null
	}
})
