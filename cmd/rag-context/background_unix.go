//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// inBackground gives a command a session of its own, so that it outlives the
// terminal. It has no pipes: its output goes nowhere.
func inBackground(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}

// yields makes a command that was started in the background let others go first.
func yields(command *exec.Cmd) { _ = syscall.Setpriority(syscall.PRIO_PGRP, command.Process.Pid, 10) }
