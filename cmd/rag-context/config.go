package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"
)

type configCommand struct {
	JSON bool `help:"Print the settings as JSON."`
}

// Help implements kong's HelpProvider.
func (configCommand) Help() string {
	return `Examples:
  rag-context config
  rag-context config --json

Settings are the names of flags. They come from the command line, else from the
environment (RAG_CONTEXT_ and the name: RAG_CONTEXT_LLM), else from the file
config.toml, else they are the default. The file has a line for each:

  llm = "ollama"
  chat = "http://127.0.0.1:3000"
  limit = 8`
}

// setting is one row of what is in force.
type setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"` // "default", "file" or "environment"
	// Variable is the environment's that says it; "" where none does.
	Variable string `json:"variable,omitempty"`
}

// settingList is what config --json prints, a contract like rag.Result.
type settingList struct {
	File     string    `json:"file"`
	Settings []setting `json:"settings"`
}

// place is where a person finds what says it.
func (s setting) place() string {
	if s.From == fromFile {
		return "config.toml"
	}
	return cmp.Or(s.Variable, s.From)
}

// Places that a setting comes from.
const (
	fromDefault     = "default"
	fromFile        = "file"
	fromEnvironment = "environment"
)

// Run implements the command.
func (c configCommand) Run(a *app) error {
	rows := settingsInForce(a)
	if c.JSON {
		return a.printJSON(settingList{a.settings.path, rows})
	}
	note := ""
	if a.settings.values == nil {
		note = " (it is not there: nothing needs to be)"
	}
	a.say("file: %s%s", a.settings.path, note)
	table := tabwriter.NewWriter(a.env.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "setting\tvalue\tset by")
	for _, row := range rows {
		fmt.Fprintf(table, "%s\t%s\t%s\n", row.Name, cmp.Or(row.Value, "-"), row.place())
	}
	return table.Flush()
}

// settingsInForce lists the flags of the default command and of the program
// with the value each has when it is not typed, those that somebody set first.
func settingsInForce(a *app) []setting {
	var rows []setting
	application := a.selected.Model
	for _, node := range []*kong.Node{application.Node, application.DefaultCmd} {
		for _, flag := range node.Flags {
			if !perCall(flag) {
				rows = append(rows, a.settingOf(flag))
			}
		}
	}
	slices.SortFunc(rows, func(x, y setting) int {
		return cmp.Or(strings.Compare(byDefault(x), byDefault(y)), strings.Compare(x.Name, y.Name))
	})
	return rows
}

// byDefault is "" for what somebody set.
func byDefault(s setting) string {
	if s.From == fromDefault {
		return s.From
	}
	return ""
}

func (a *app) settingOf(flag *kong.Flag) setting {
	row := setting{Name: flag.Name, Value: flag.Default, From: fromDefault}
	if flag.IsBool() && flag.Default == "" {
		row.Value = "false"
	}
	if value, ok := a.settings.values[flag.Name]; ok {
		row.Value, row.From = fmt.Sprint(value), fromFile
	}
	for _, name := range flag.Envs {
		if isSet(name) {
			row.Value, row.From, row.Variable = os.Getenv(name), fromEnvironment, name
		}
	}
	row.Value = withoutPassword(row.Value)
	if slices.Contains(secretFlags, flag.Name) && row.Value != "" {
		row.Value = "(set)"
	}
	return row
}
