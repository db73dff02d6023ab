//go:build e2e

package main

import (
	"bufio"
	"fmt"
	"testing"
)

// BenchmarkInitialize starts the program as a client does and waits for its first
// answer: no index is opened before, so that none is needed here.
func BenchmarkInitialize(b *testing.B) {
	u := newUser(b)
	for b.Loop() {
		command := u.command("serve", "--quiet")
		in, err := command.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		out, err := command.StdoutPipe()
		if err == nil {
			err = command.Start()
		}
		if err != nil {
			b.Fatal(err)
		}
		fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"0"}}}`)
		if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			b.Fatal(err)
		}
		if err := in.Close(); err != nil {
			b.Fatal(err)
		}
		if err := command.Wait(); err != nil {
			b.Fatal(err)
		}
	}
}
