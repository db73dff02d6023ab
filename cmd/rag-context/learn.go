package main

import (
	"fmt"
	"os"
	"os/exec"

	"rag-context/rag"
)

type learnCommand struct {
	In    []string `placeholder:"PATH" sep:"none" help:"Learn from a folder that was asked with --in; may be repeated."`
	Force bool     `help:"Learn anew also where what has been learned will do."`
	JSON  bool     `help:"Print the report as JSON."`
}

// Help implements kong's HelpProvider.
func (learnCommand) Help() string {
	return `Examples:
  rag-context learn
  rag-context learn --force --tenant work

It finds out which words occur together in your passages, so that a question
finds passages that say the same in other words. It runs by itself, in the
background, after add and sync; nothing leaves your machine.`
}

// Run implements the command.
func (c learnCommand) Run(a *app) error {
	return querying{In: c.In, NoSync: true}.withLibrary(a, func(library *rag.Library) error {
		report, err := rag.Learn(a.ctx, library, rag.LearnOptions{Force: c.Force})
		if err != nil {
			return err
		}
		if c.JSON {
			return a.printJSON(report)
		}
		switch {
		case report.Fitted:
			a.say("learned; %s placed by what it means", count(report.Passages, "passage"))
		case report.Passages > 0:
			a.say("%s placed by what it means", count(report.Passages, "passage"))
		default:
			a.say("nothing to learn")
		}
		return nil
	})
}

type learnFlags struct {
	NoLearn bool `help:"Don't learn in the background afterwards which words occur together."`
}

// learnLater starts learning in a process of its own, where it is due. It must
// not hold up whoever has just synced, and may fail: the next sync tries again.
func (a *app) learnLater(library *rag.Library, flags learnFlags) {
	due, err := rag.LearningDue(a.ctx, library)
	if flags.NoLearn || err != nil || !due {
		return
	}
	program, err := exec.LookPath(os.Args[0]) // not os.Executable: it may be known by another name
	if err != nil {
		return
	}
	child := exec.Command(program, "learn", "--quiet", "--tenant", a.line.Tenant)
	inBackground(child)
	if err := child.Start(); err == nil {
		a.say("%s", fmt.Sprintf("learning which words occur together, in the background; rag-context%s learn waits for it", a.tenantFlag()))
		_ = child.Process.Release()
	}
}
