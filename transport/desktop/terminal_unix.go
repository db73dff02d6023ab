//go:build unix

package desktop

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// askTerminal writes a query to the controlling terminal and returns what comes
// back up to the character end. It changes nothing unless it can be sure to get
// control back: with a deadline to reading, and in the foreground, where alone a
// process may change a terminal without being stopped.
func askTerminal(query string, end byte, within time.Duration) (answer string, err error) {
	device, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer device.Close()
	if err := device.SetReadDeadline(time.Now().Add(within)); err != nil {
		return "", err
	}
	err = withoutEcho(device, func() error {
		if _, err := device.WriteString(query); err != nil {
			return err
		}
		answer, err = readUntil(device, end)
		return err
	})
	return answer, err
}

// readUntil reads byte by byte, so that it takes no more than the answer.
func readUntil(device *os.File, end byte) (string, error) {
	var answer strings.Builder
	for one := make([]byte, 1); ; {
		if _, err := device.Read(one); err != nil {
			return "", err
		}
		answer.WriteByte(one[0])
		if one[0] == end && strings.Contains(answer.String(), "\x1b[") {
			return answer.String(), nil
		}
	}
}

// withoutEcho runs use while the terminal gives every byte as it comes and shows
// none. The descriptor is reached in a way that keeps the file's deadlines.
func withoutEcho(device *os.File, use func() error) error {
	connection, err := device.SyscallConn()
	if err != nil {
		return err
	}
	var before *term.State
	err = errors.Join(err, connection.Control(func(fd uintptr) {
		var foreground int
		if foreground, err = unix.IoctlGetInt(int(fd), unix.TIOCGPGRP); err == nil && foreground != syscall.Getpgrp() {
			err = errors.New("it belongs to another process now")
		}
		if err == nil {
			before, err = term.MakeRaw(int(fd))
		}
	}))
	if err != nil {
		return err
	}
	defer connection.Control(func(fd uintptr) { term.Restore(int(fd), before) })
	return use()
}
