package main

import (
	"context"
	"errors"
	"os"
	"os/exec"

	"rag-context/rag"
)

type learnCommand struct {
	In     []string `placeholder:"PATH" sep:"none" help:"Learn from a folder that was asked with --in; may be repeated."`
	Force  bool     `help:"Learn anew also where what has been learned will do."`
	NoWait bool     `help:"Give up at once if another one with --no-wait is at it."`
	JSON   bool     `help:"Print the report as JSON."`
}

// Help implements kong's HelpProvider.
func (learnCommand) Help() string {
	return `Examples:
  rag-context learn
  rag-context learn --force --tenant work

It finds out which words occur together in your passages, so that a question
finds passages that say the same in other words. It runs by itself, in the
background, after add and sync, and after a question for which changed files were
picked up; nothing leaves your machine. With an embedder set up, its server is
given the passages too: see rag-context embed auto. It may be interrupted at any
time: the next one goes on from there.`
}

// Run implements the command.
func (c learnCommand) Run(a *app) error {
	return querying{In: c.In, NoSync: true}.withLibrary(a, func(library *rag.Library) error {
		report, err := a.learn(library, rag.LearnOptions{Force: c.Force, Alone: c.NoWait})
		if c.JSON {
			return errors.Join(a.printJSON(report), err)
		}
		c.say(a, report, err)
		return err
	})
}

// say tells what was done, also where it ended early.
func (c learnCommand) say(a *app, report rag.LearnReport, err error) {
	placed := count(report.Passages, "passage") + " placed by what it means"
	switch {
	case report.Fitted && report.Passages == 0:
		a.say("learned") // who else learns places them
	case report.Fitted:
		a.say("learned; %s", placed)
	case report.Passages > 0:
		a.say("%s", placed)
	}
	switch {
	case report.Embedded > 0:
		a.say("%s embedded", count(report.Embedded, "passage"))
	case err == nil && report == rag.LearnReport{}:
		a.say("nothing to learn")
	}
}

// learn learns with a progress bar where a person looks.
func (a *app) learn(library *rag.Library, options rag.LearnOptions) (rag.LearnReport, error) {
	bar := a.newProgress()
	defer bar.end()
	options.Progress = bar.showLearning
	return rag.Learn(a.ctx, library, options)
}

type learnFlags struct {
	NoLearn bool `help:"Don't learn in the background afterwards which words occur together."`
}

// learnLater starts learning where it is due, after a sync.
func (a *app) learnLater(ctx context.Context, library *rag.Library, flags learnFlags) {
	if a.startLearning(ctx, library, flags) {
		a.say("learning from the passages, in the background; rag-context%s learn waits for it", tenantFlag(library.Scope().Tenant().String()))
	}
}

// learnAfter starts learning where it is due, after a question: what is picked
// up before one gets no sync. Whoever asked need not know. From folders that may
// be asked only once nothing is learned unasked.
func (q querying) learnAfter(a *app, library *rag.Library, flags learnFlags) {
	if len(q.In) == 0 {
		a.startLearning(a.ctx, library, flags)
	}
}

// startLearning starts learning in a process of its own, where it is due. It must
// not hold up anybody, and may fail: the next sync or question tries again.
func (a *app) startLearning(ctx context.Context, library *rag.Library, flags learnFlags) bool {
	if flags.NoLearn {
		return false
	}
	if due, err := rag.LearningDue(ctx, library); err != nil || !due {
		return false
	}
	program, err := exec.LookPath(os.Args[0]) // not os.Executable: it may be known by another name
	if err != nil {
		return false
	}
	child := exec.Command(program, "learn", "--quiet", "--no-wait", "--tenant", library.Scope().Tenant().String())
	child.Env = append(os.Environ(), a.line.modelFlags.environment()...)
	inBackground(child)
	if child.Start() != nil {
		return false
	}
	yields(child)
	go func() { _ = child.Wait() }() // it outlives a command, but not unseen a server
	return true
}
