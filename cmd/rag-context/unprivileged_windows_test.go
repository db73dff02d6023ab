package main

import "github.com/rogpeppe/go-internal/testscript"

// unprivilegedCommand has nothing to do here: the scripts that use it are about
// Unix permissions, and end before they come to it.
func unprivilegedCommand(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("unprivileged is for Unix")
}
