package main

import (
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
config.toml, one line each:

  llm = "ollama"
  chat = "http://127.0.0.1:3000"
  limit = 8`
}

// setting is one row of what is in force.
type setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"` // "default", "file" or "environment"
}

// Run implements the command.
func (c configCommand) Run(a *app) error {
	rows := settingsInForce(a)
	if c.JSON {
		return a.printJSON(map[string]any{"file": a.settings.path, "settings": rows})
	}
	a.say("file: %s", a.settings.path)
	table := tabwriter.NewWriter(a.env.stdout, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(table, "%s\t%s\t%s\n", row.Name, row.Value, row.From)
	}
	return table.Flush()
}

// settingsInForce lists the flags of the default command and of the program
// with the value each has when it is not typed.
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
	slices.SortFunc(rows, func(x, y setting) int { return strings.Compare(x.Name, y.Name) })
	return rows
}

func (a *app) settingOf(flag *kong.Flag) setting {
	row := setting{Name: flag.Name, Value: flag.Default, From: "default"}
	if value, ok := a.settings.values[flag.Name]; ok {
		row.Value, row.From = fmt.Sprint(value), "file"
	}
	for _, name := range flag.Envs {
		if isSet(name) {
			row.Value, row.From = os.Getenv(name), "environment"
		}
	}
	row.Value = withoutPassword(row.Value)
	if slices.Contains(secretFlags, flag.Name) && row.Value != "" {
		row.Value = "(set)"
	}
	return row
}
