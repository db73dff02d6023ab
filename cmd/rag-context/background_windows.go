package main

import (
	"os/exec"
	"syscall"
)

// inBackground detaches a command from the console, so that it outlives it.
func inBackground(command *exec.Cmd) {
	const detached = 0x00000008 // DETACHED_PROCESS
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: detached}
}
