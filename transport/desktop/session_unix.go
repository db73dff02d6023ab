//go:build unix

package desktop

import (
	"os/exec"
	"syscall"
)

// inOwnSession makes a command that neither an interrupt from the terminal nor
// the terminal's end reaches.
func inOwnSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}
