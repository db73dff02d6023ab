package main

import (
	"runtime"
	"runtime/debug"
)

// version is set when a release is linked; else the build's own word counts.
var version = ""

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
