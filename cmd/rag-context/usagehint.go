package main

import (
	"slices"
	"strings"

	"rag-context/rag/lexical"
)

// askingCommands are those that are followed by a question.
var askingCommands = []string{"ask", "search", "query", "ui"}

// usageHint says how to type what was understood wrongly.
func (a *app) usageHint(err error) string {
	if moved := a.flagsMoved(); moved != nil {
		return "flags go after the command: rag-context " + strings.Join(moved, " ")
	}
	if asked := append([]string{"ask"}, a.arguments...); strings.Contains(err.Error(), "applies to the default command") && a.understands(asked) {
		return "leave the flag out, or for a question that starts with a command's name: rag-context " + strings.Join(asked, " ")
	}
	if strings.Contains(err.Error(), "missing unit in duration") {
		return "a time has a unit, like 60s or 2m"
	}
	hint := a.helpHint()
	if slices.Contains(askingCommands, a.command()) && strings.HasPrefix(err.Error(), "unknown flag") {
		hint += "; put -- before a question with a word that starts with a dash: rag-context search -- key -ssh"
	}
	return hint
}

// helpHint names the help of the command that was typed.
func (a *app) helpHint() string {
	return strings.Join(strings.Fields("rag-context "+a.command()+" --help shows what can be typed"), " ")
}

// command is the one that was typed, "ask" for a question alone, "" for flags
// alone.
func (a *app) command() string {
	dashed := func(word string) bool { return strings.HasPrefix(word, "-") }
	switch {
	case len(a.arguments) > 0 && slices.Contains(a.commands, a.arguments[0]):
		return a.arguments[0]
	case slices.ContainsFunc(a.arguments, func(word string) bool { return !dashed(word) }):
		return "ask"
	}
	return ""
}

// meantCommand is the command that a question of one or two words may have been
// meant for: its first word is one slip of the hand away. "" is none.
func (a *app) meantCommand(words []string) string {
	if len(words) == 0 || len(words) > 2 || len(words[0]) < 4 {
		return ""
	}
	at := slices.IndexFunc(a.commands, func(command string) bool { return lexical.Slips(words[0], command, 1) == 1 })
	if at < 0 {
		return ""
	}
	return a.commands[at]
}

// flagsMoved is what was typed with the flags behind the command, if that can be
// understood, else nil. A flag before a command's name is kong's flag of the
// default command, which people don't expect.
func (a *app) flagsMoved() []string {
	if len(a.arguments) == 0 || !strings.HasPrefix(a.arguments[0], "-") {
		return nil
	}
	for i, word := range a.arguments {
		if slices.Contains(a.commands, word) {
			moved := append([]string{word}, slices.Delete(slices.Clone(a.arguments), i, i+1)...)
			if a.understands(moved) {
				return moved
			}
		}
	}
	return nil
}

// understands reports whether it could be typed.
func (a *app) understands(arguments []string) bool {
	parser, err := newParser(&app{env: a.env}, func(int) {})
	if err == nil {
		_, err = parser.Parse(arguments)
	}
	return err == nil
}
