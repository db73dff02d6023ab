package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/alecthomas/kong"
)

// version is set when a release is linked; else the build's own word counts.
var version = ""

// versionFlag is --version, which people type.
type versionFlag bool

// BeforeReset implements kong's hook: nothing else is looked at.
func (versionFlag) BeforeReset(application *kong.Kong) error {
	_, err := fmt.Fprintln(application.Stdout, "rag-context "+programVersion())
	application.Exit(0)
	return err
}

// helpCommand is "rag-context help", which people type.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"The command to show help of."`
}

// Run implements the command.
func (c helpCommand) Run(a *app) error {
	if code := run(a.ctx, append(slices.Clone(c.Command), "--help"), a.env); code != 0 {
		return usageError{errors.New("there is no help on that")}
	}
	return nil
}

type versionCommand struct {
	JSON bool `help:"Print the version as JSON."`
}

// Help implements kong's HelpProvider.
func (versionCommand) Help() string {
	return `Examples:
  rag-context version
  rag-context version --json`
}

// Run implements the command.
func (c versionCommand) Run(a *app) error {
	if c.JSON {
		return a.printJSON(map[string]string{"version": programVersion(), "go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH})
	}
	return a.print("rag-context " + programVersion())
}

func programVersion() string {
	if version != "" {
		return version
	}
	if build, ok := debug.ReadBuildInfo(); ok && build.Main.Version != "" && build.Main.Version != "(devel)" {
		return build.Main.Version
	}
	return "development"
}
