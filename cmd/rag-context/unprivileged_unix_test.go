//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// nobody is the user that permissions bind; root they don't.
const nobody = 65534

// unprivilegedCommand is "unprivileged ARG...": runs rag-context as a user
// whom permissions bind, which is nobody where the tests run as root. Output
// goes to the files out and err.
func unprivilegedCommand(ts *testscript.TestScript, neg bool, args []string) {
	program := filepath.Join(ts.Getenv("WORK"), "rag-context")
	command := exec.Command(program, args...)
	command.Dir, command.Env = ts.MkAbs("."), scriptEnvironment(ts)
	self, err := os.ReadFile(os.Args[0])
	ts.Check(err)
	// A child that another script forks meanwhile would hold the file open for
	// writing for a moment, in which it can't be run: go.dev/issue/22315.
	syscall.ForkLock.RLock()
	err = os.WriteFile(program, self, 0o755)
	syscall.ForkLock.RUnlock()
	ts.Check(err)
	if os.Geteuid() == 0 {
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		ts.Check(giveTo(nobody, ts.Getenv("WORK")))
	}
	var out, diagnostics bytes.Buffer
	command.Stdout, command.Stderr = &out, &diagnostics
	err = command.Run()
	ts.Check(os.WriteFile(ts.MkAbs("out"), out.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("err"), diagnostics.Bytes(), 0o644))
	if (err != nil) != neg {
		ts.Fatalf("rag-context %s: %v\n%s", strings.Join(args, " "), err, diagnostics.String())
	}
}

// giveTo lets a user own everything below folder and reach it.
func giveTo(user int, folder string) error {
	for parent := filepath.Dir(folder); parent != filepath.Dir(parent); parent = filepath.Dir(parent) {
		if info, err := os.Stat(parent); err != nil || info.Mode()&0o001 != 0 {
			continue
		}
		if err := os.Chmod(parent, 0o711); err != nil {
			return err
		}
	}
	return filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, user, user)
	})
}
