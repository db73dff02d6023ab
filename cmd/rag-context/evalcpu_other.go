//go:build !unix

package main

import "time"

// cpuTime is the time of day: the standard library can't tell a process's own
// time here. Differences are then wall time, which is no less than it.
func cpuTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
