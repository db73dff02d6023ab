package main

import (
	"strings"
	"testing"
)

// TestEditTOML edits files as people write them: what is not the entry stays
// byte by byte, and a file that has no place for a table is left alone.
func TestEditTOML(t *testing.T) {
	client := mcpClient{table: "servers", toml: true, remote: func(url string) fields { return fields{{"url", url}} }}
	entry := fields{{"command", "new"}, {"args", []string{"serve"}}}
	table := "[servers.own]\ncommand = \"new\"\nargs = [\"serve\"]\n"
	checkEdits(t, client, entry, map[string]edit{
		"nothing":           {"", table},
		"another":           {"[servers.other]\ncommand = \"x\"\n", "[servers.other]\ncommand = \"x\"\n\n" + table},
		"no line's end":     {"model = \"x\"", "model = \"x\"\n\n" + table},
		"an empty table":    {"[servers]\n", "[servers]\n\n" + table},
		"a list of lines":   {"[servers.own]\ncommand = \"x\"\nargs = [\n  \"a\",\n\n  [\"b\"],\n]\n\n# next\n[b]\n", table + "\n# next\n[b]\n"},
		"blank lines":       {"[servers.own]\n\ncommand = \"x\" # mine\n\n# why\nargs = []\n", "[servers.own]\n\ncommand = \"new\" # mine\n\n# why\nargs = [\"serve\"]\n"},
		"a key of theirs":   {"[servers.own]\nwait = 20\nenv = {A = \"1\"}\ncommand = \"x\"", "[servers.own]\nwait = 20\nenv = {A = \"1\"}\ncommand = \"new\"\nargs = [\"serve\"]"},
		"a key of before":   {"[servers.own]\n# which\nurl = \"x\"\n[b]\n", "[servers.own]\n# which\ncommand = \"new\"\nargs = [\"serve\"]\n[b]\n"},
		"quoted and spaced": {" [ servers . \"own\" ] # mine\ncommand = \"x\"\n[b]\n", " [ servers . \"own\" ] # mine\ncommand = \"new\"\nargs = [\"serve\"]\n[b]\n"},
		"in a text":         {"text = \"\"\"\n[servers.own]\ncommand = 1\n\"\"\"\n", "text = \"\"\"\n[servers.own]\ncommand = 1\n\"\"\"\n\n" + table},
		"a table below":     {"[servers.own]\ncommand = \"x\"\n\n[servers.own.env]\nA = \"1\"\n", table + "\n[servers.own.env]\nA = \"1\"\n"},
		"a table below it":  {"[servers.own.env]\nA = \"1\"\n", "[servers.own.env]\nA = \"1\"\n\n" + table},
		"lines of Windows":  {"a = 1\r\n", "a = 1\r\n\r\n" + strings.ReplaceAll(table, "\n", "\r\n")},
		"a mark":            {"\uFEFFa = 1\n", "\uFEFFa = 1\n\n" + table},
		"said otherwise":    {"[servers]\nown = {command = \"new\", args = [\"serve\"]}\n", "[servers]\nown = {command = \"new\", args = [\"serve\"]}\n"},
		"inline":            {"servers = {other = {command = \"x\"}}\n", ""},
		"inline entry":      {"[servers]\nown = {command = \"x\"}\n", ""},
		"dotted":            {"servers.own.command = \"x\"\n", ""},
		"no table":          {"servers = 1\n", ""},
		"a list of tables":  {"[[servers]]\nname = \"x\"\n", ""},
		"broken":            {"[servers\n", ""},
	})
}
