//go:build unix

package filetree

import "syscall"

// nonBlocking keeps the opening of a named pipe from waiting for its writer.
const nonBlocking = syscall.O_NONBLOCK
