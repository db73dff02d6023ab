// Command vulnerabilities reads the output of govulncheck -format json and
// decides whether it is bad news for this project.
//
// A vulnerable function of another module that our code calls is: the exit code
// is 1. One of the standard library is not, because the toolchain belongs to the
// machine and not to the project: it is printed with the release that fixes it.
// Modules and packages whose vulnerable functions are never called are listed.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	os.Exit(run(os.Stdin, os.Stdout, os.Stderr))
}

// run returns the exit code: 0 fine, 1 vulnerable, 2 no usable input.
func run(stdin io.Reader, stdout, stderr io.Writer) int {
	scan, err := read(stdin)
	if err != nil {
		fmt.Fprintln(stderr, "vulnerabilities:", err)
		return 2
	}
	return scan.report(stdout)
}
