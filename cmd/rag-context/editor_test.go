package main

import (
	"strings"
	"testing"
)

func TestEditing(t *testing.T) {
	for editor, want := range map[string]string{
		"vim":                 "vim +7 notes.md",
		"/usr/bin/nano -w":    "/usr/bin/nano -w +7 notes.md",
		"code --wait":         "code --wait --goto notes.md:7",
		"hx":                  "hx notes.md:7",
		"ed":                  "ed notes.md",
		"/opt/my-editor --ro": "/opt/my-editor --ro notes.md",
		"  ":                  strings.Join(editing(systemEditor(), "notes.md", 7), " "),
	} {
		if got := strings.Join(editing(editor, "notes.md", 7), " "); got != want {
			t.Errorf("with EDITOR=%q it runs %q, want %q", editor, got, want)
		}
	}
}
