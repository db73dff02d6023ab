//go:build unix

package main

import "os"

// interrupt asks a process to end, as Ctrl-C does.
func interrupt(process *os.Process) error { return process.Signal(os.Interrupt) }
