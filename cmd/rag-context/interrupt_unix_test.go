//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestInterruptedWhileWaiting ends the program while it waits for a question
// that never comes.
func TestInterruptedWhileWaiting(t *testing.T) {
	u := newUser(t)
	command := exec.CommandContext(t.Context(), "rag-context-real", "-")
	command.Env = u.env
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	// More than a pipe holds goes through only once the program reads, and so
	// waits for the rest; by then it listens to signals.
	if _, err := stdin.Write(make([]byte, 20_000)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond) // nothing tells when it has begun to wait
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := command.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("ended with %v, want exit status %d", err, exitInterrupted)
	}
}
