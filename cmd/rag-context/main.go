package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
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
	defer stop()
	done := make(chan int, 1)
	go func() { done <- run(ctx, os.Args[1:], realWorld()) }()
	select {
	case code := <-done:
		os.Exit(code)
	case <-ctx.Done():
		stop() // a second signal ends it at once
		os.Exit(afterSignal(done))
	}
}

// grace is how long work under way may take to end well after a signal.
const grace = 5 * time.Second

// afterSignal waits for the work to end. What waits for a person or a pipe
// never does; nothing that is half done then is lost by just ending.
func afterSignal(done <-chan int) int {
	waits := time.NewTimer(grace)
	defer waits.Stop()
	select {
	case code := <-done:
		return code
	case <-waits.C:
		return exitInterrupted
	}
}
