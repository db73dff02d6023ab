//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestInterruptedWhileWaiting ends the program while it waits for a question
// that never comes.
func TestInterruptedWhileWaiting(t *testing.T) {
	u := newUser(t)
	command := exec.CommandContext(t.Context(), "rag-context-real", "-")
	command.Env = u.env
	ours, theirs := narrowPipe(t)
	command.Stdin = theirs
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close() // so that writing ends should the program do
	// All of it goes through only once the program reads, and so waits for the
	// rest; by then it listens to signals.
	if _, err := ours.Write(make([]byte, 20_000)); err != nil {
		t.Fatal(err)
	}
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := command.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("ended with %v, want exit status %d", err, exitInterrupted)
	}
}

// narrowPipe returns both ends of a connection that holds only a few thousand
// bytes that nobody has read yet. A pipe may hold all that the program reads.
func narrowPipe(t *testing.T) (ours, theirs *os.File) {
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs = os.NewFile(uintptr(ends[0]), "ours"), os.NewFile(uintptr(ends[1]), "theirs")
	t.Cleanup(func() { ours.Close() })
	if err := syscall.SetsockoptInt(ends[0], syscall.SOL_SOCKET, syscall.SO_SNDBUF, 1); err != nil {
		t.Fatal(err)
	}
	return ours, theirs
}
