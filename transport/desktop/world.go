package desktop

import (
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// World is what the package asks of the machine it runs on. The zero value is
// the real one.
type World struct {
	// OS is named as in runtime.GOOS, which is the default.
	OS string
	// Environ holds "NAME=value" pairs, for decisions and for child processes;
	// nil means os.Environ().
	Environ []string
	// LookPath finds an executable by name or path; nil means exec.LookPath.
	LookPath func(name string) (string, error)
	// OpenTerminal opens the controlling terminal for writing; nil means the
	// system's device. It fails where there is none.
	OpenTerminal func() (io.WriteCloser, error)
	// AskTerminal writes a query to the controlling terminal and returns what
	// comes back up to the byte end, in that time; nil means the system's device.
	AskTerminal func(query string, end byte, within time.Duration) (string, error)
}

func (w World) withDefaults() World {
	if w.OS == "" {
		w.OS = runtime.GOOS
	}
	if w.Environ == nil {
		w.Environ = os.Environ()
	}
	if w.LookPath == nil {
		w.LookPath = exec.LookPath
	}
	if w.OpenTerminal == nil {
		w.OpenTerminal = openTerminal
	}
	if w.AskTerminal == nil {
		w.AskTerminal = askTerminal
	}
	return w
}

func openTerminal() (io.WriteCloser, error) {
	device := "/dev/tty"
	if runtime.GOOS == "windows" {
		device = "CONOUT$"
	}
	return os.OpenFile(device, os.O_WRONLY, 0)
}

// getenv returns the value of the last pair of that name, as a process that is
// given these pairs sees it.
func (w World) getenv(name string) string {
	value := ""
	for _, pair := range w.Environ {
		if key, v, _ := strings.Cut(pair, "="); key == name {
			value = v
		}
	}
	return value
}

func (w World) has(executables ...string) bool {
	for _, name := range executables {
		if _, err := w.LookPath(name); err != nil {
			return false
		}
	}
	return true
}

// command returns an executable's path and its arguments.
func (w World) command(name string, arguments ...string) []string {
	if path, err := w.LookPath(name); err == nil {
		name = path
	}
	return append([]string{name}, arguments...)
}

// remote reports whether the person sits at another machine.
func (w World) remote() bool {
	return w.getenv("SSH_CONNECTION") != "" || w.getenv("SSH_TTY") != ""
}

// display reports whether a graphical session of this machine can be reached.
func (w World) display() bool {
	return w.OS == "windows" || w.OS == "darwin" ||
		w.getenv("DISPLAY") != "" || w.getenv("WAYLAND_DISPLAY") != ""
}

// termux reports whether this is the Android terminal of that name.
func (w World) termux() bool { return w.getenv("TERMUX_VERSION") != "" }
