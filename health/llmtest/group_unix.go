//go:build unix

package llmtest

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a command that is to be started, and all that it starts, into a
// group of their own: servers run models in processes that outlive them.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
