package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// memoryLimit makes the garbage collector work harder when the Go heap comes
// near it, in bytes. It is no hard limit: a sync of 100 MB of text stays under
// 150 MB in all, which it would not with the collector's default.
const memoryLimit = 80 << 20

func main() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], realWorld())
	stop()
	os.Exit(code)
}
