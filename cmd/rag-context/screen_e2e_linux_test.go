//go:build e2e

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// These tests press keys in a real terminal, in which the program is the one
// of the scripts: its clipboard is a file.

// person sits at a terminal, with some notes.
type person struct {
	*terminal
	clipboard string // a file
	notes     string
	program   string
}

func newPerson(t *testing.T, env ...string) person {
	t.Helper()
	u := newUser(t)
	p := person{clipboard: filepath.Join(u.home, "clipboard"), notes: filepath.Join(u.home, "notes")}
	write(t, filepath.Join(p.notes, "backup.md"), "# Backups\n\nTo restore a backup, run restore.\n")
	write(t, filepath.Join(p.notes, "bread.md"), "# Bread\n\nDough\x1b[31m rests for a day.\n\n## Oven\n\nBake bread hot.\n")
	var err error
	if p.program, err = exec.LookPath("rag-context"); err != nil {
		t.Fatal(err)
	}
	env = append(append(u.env, "SCRIPT_CLIPBOARD="+p.clipboard, "TERM=xterm-256color", "LC_ALL=C.UTF-8", "NO_COLOR=", "PS1=$ "), env...)
	p.terminal = newTerminal(t, env)
	return p
}

// start types the program's command line.
func (p person) start(arguments string) {
	p.run("clear; " + p.program + " " + arguments + " --in " + p.notes + "; echo left with $?")
}

func (p person) keys(names ...string) { p.tmux(append([]string{"send-keys"}, names...)...) }

// shows waits until the screen shows all the texts.
func (p person) shows(texts ...string) string {
	p.t.Helper()
	var screen string
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		screen = p.screen()
		missing := false
		for _, text := range texts {
			missing = missing || !strings.Contains(screen, text)
		}
		if !missing {
			return screen
		}
		time.Sleep(10 * time.Millisecond) // a screen can only be looked at again
	}
	p.t.Fatalf("the screen never showed %q:\n%s", texts, screen)
	return ""
}

func (p person) copied() string {
	p.t.Helper()
	text, err := os.ReadFile(p.clipboard)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

func TestScreenCopies(t *testing.T) {
	p := newPerson(t)
	p.start("ui")
	p.shows("? type a question", "enter copy")
	p.keys("-l", "bread backup")
	p.shows("? bread backup", "> [x] notes/backup.md", "  [x] notes/bread.md", "2 of 2 passages")
	p.tmux("resize-window", "-x", "50", "-y", "15")
	p.shows("enter copy  tab in/out  esc leave", "2 of 2 passages")
	p.keys("Down", "Tab")
	p.shows("1 of 2 passages", "> [ ] notes/bread.md", "\uFFFD[31m rests")
	p.keys("Up", "Enter")
	p.shows("copied 1 source (1 passage of 1 document)")
	if text := p.copied(); !strings.Contains(text, "bread backup") || strings.Count(text, "</source-") != 1 {
		t.Errorf("copied:\n%s", text)
	}
	p.keys("Escape")
	screen := p.shows("left with 0", "snapshot: ")
	if strings.Contains(screen, "enter copy") {
		t.Errorf("the screen was not left tidy:\n%s", screen)
	}
}

// TestScreenEdits gives the terminal to an editor, which changes the document.
func TestScreenEdits(t *testing.T) {
	folder := t.TempDir()
	editor := filepath.Join(folder, "vim")
	script := "#!/bin/sh\necho edits \"$1\"\nread line\necho \"$line bread\" >> \"$2\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	p := newPerson(t, "VISUAL=", "EDITOR="+editor)
	p.start("ui bread")
	p.shows("> [x] notes/bread.md")
	p.keys("C-e")
	p.shows("edits +1")
	p.keys("-l", "rye\n")
	p.shows("rye bread", "enter copy", "the index is up to date")
	p.keys("C-c")
	p.shows("left with 130")
}

func TestPick(t *testing.T) {
	p := newPerson(t)
	p.start("--pick bread backup")
	p.shows("enter take", "2 of 2 passages")
	p.keys("Tab")
	p.shows("1 of 2 passages")
	p.keys("Enter")
	p.shows("copied 1 source (1 passage of 1 document)", "left with 0")
	if text := p.copied(); strings.Count(text, "</source-") != 1 {
		t.Errorf("copied:\n%s", text)
	}
	p.start("--pick bread backup")
	p.shows("enter take")
	p.keys("Escape")
	p.shows("rag-context: error: interrupted", "left with 130")
}

// Without any clipboard the block is printed once the screen is left.
func TestScreenWithoutClipboard(t *testing.T) {
	p := newPerson(t, "SCRIPT_CLIPBOARD=")
	p.start("ui restore a backup")
	p.shows("> [x] notes/backup.md")
	p.keys("Enter")
	p.shows("there is no clipboard here: the block is printed when you leave")
	p.keys("Escape")
	p.shows("</question-", "left with 0")
}

func TestScreenWithoutColour(t *testing.T) {
	for variable, want := range map[string]bool{"NO_COLOR=1": false, "NO_COLOR=": true} {
		p := newPerson(t, variable)
		p.start("ui restore a backup")
		p.shows("> [x] notes/backup.md", "enter copy")
		if got := strings.Contains(p.tmux("capture-pane", "-p", "-e"), "\x1b[32m"); got != want {
			t.Errorf("with %s: colours: %v, want %v", variable, got, want)
		}
	}
	p := newPerson(t)
	p.run("TERM=dumb " + p.program + " ui; echo left with $?")
	p.shows("this terminal can't show a full screen", "rag-context: hint: set TERM", "left with 2")
}
