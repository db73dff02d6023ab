package desktop

import (
	"os/exec"
	"syscall"
)

// inOwnSession makes a command that an interrupt from the console does not
// reach.
func inOwnSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
