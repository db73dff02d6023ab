package main

import (
	"os/exec"
	"syscall"
)

// inBackground detaches a command from the console, so that it outlives it, and
// lets others go first.
func inBackground(command *exec.Cmd) {
	const detached, belowNormal = 0x00000008, 0x00004000 // DETACHED_PROCESS, BELOW_NORMAL_PRIORITY_CLASS
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: detached | belowNormal}
}

// yields: inBackground has seen to it.
func yields(*exec.Cmd) {}
