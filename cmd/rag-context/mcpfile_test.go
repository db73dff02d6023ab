package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestInstallKeepsEveryBackup installs twice within a second.
func TestInstallKeepsEveryBackup(t *testing.T) {
	client := mcpClient{table: "servers"}
	path := filepath.Join(t.TempDir(), "settings.json")
	texts := []string{`{"mine": 1}`}
	if err := os.WriteFile(path, []byte(texts[0]), 0o600); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for i, command := range []string{"one", "two", "three"} {
		backup, _, err := client.install(path, "own", fields{{"command", command}}, now)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(backup)
		if string(kept) != texts[i] || err != nil {
			t.Errorf("backup %d holds %q, %v; want %q", i+1, kept, err, texts[i])
		}
		written, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(written))
	}
}

func TestInstallLeavesALinkToNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.Symlink("elsewhere.json", path); err != nil && runtime.GOOS == "windows" {
		return // it takes a right that users don't have
	} else if err != nil {
		t.Fatal(err)
	}
	if _, _, err := (mcpClient{table: "servers"}).install(path, "own", fields{{"command", "x"}}, time.Time{}); err == nil {
		t.Error("it was replaced")
	}
	if target, err := os.Readlink(path); target != "elsewhere.json" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
}

// TestEditJSON edits files as people write them: comments stay at what they are
// about, and so do keys that are not ours.
func TestEditJSON(t *testing.T) {
	client := mcpClient{table: "servers", local: command, remote: atURL("TOKEN")}
	entry := fields{{"command", "new"}, {"args", []string{"serve"}}}
	whole := "{\n  \"servers\": {\n    \"own\": {\n      \"command\": \"new\",\n      \"args\": [\n        \"serve\"\n      ]\n    }\n  }\n}\n"
	checkEdits(t, client, entry, map[string]edit{
		"nothing":      {" ", whole},
		"an object":    {"{}\n", whole},
		"one line":     {`{"servers":{"other":{"command":"x"}}}`, `{"servers":{"other":{"command":"x"}, "own": {"command":"new","args":["serve"]}}}`},
		"their keys":   {`{"servers": {"own": {"command": "x", "env": {"A": "1"}, "off": true}}}`, `{"servers": {"own": {"command": "new", "env": {"A": "1"}, "off": true, "args": ["serve"]}}}`},
		"before a URL": {"{\"servers\": {\"own\": {\n\t// where\n\t\"url\": \"x\", // there\n\t\"env\": {}, // theirs\n\t\"headers\": {}\n}}}", "{\"servers\": {\"own\": {\n\t// where // there\n\t\"env\": {}, // theirs\n\t\"command\": \"new\",\n\t\"args\": [\n\t  \"serve\"\n\t]\n}}}"},
		"remarks": {
			"// top\n{\n  \"servers\": {\n    // first\n    \"a\": {} // of a\n    // last\n  } // of servers\n}\n// end\n",
			"// top\n{\n  \"servers\": {\n    // first\n    \"a\": {}, // of a\n    // last\n    \"own\": {\n      \"command\": \"new\",\n      \"args\": [\n        \"serve\"\n      ]\n    }\n  } // of servers\n}\n// end\n",
		},
		"a last comma": {"{\n  \"theme\": 1, // mine\n}\n", "{\n  \"theme\": 1, // mine\n" + whole[2:len(whole)-3] + ",\n}\n"},
		"there":        {whole, whole},
		"no object":    {`{"servers": []}`, ""},
		"no entry":     {`{"servers": {"own": 1}}`, ""},
		"a list":       {"[]", ""},
		"broken":       {"{", ""},
	})
}

// edit is a file before and after an entry is put into it; want is "" where the
// file is left alone.
type edit struct{ before, want string }

// checkEdits puts the entry "own" into files, and once more, which changes
// nothing.
func checkEdits(t *testing.T, client mcpClient, entry fields, edits map[string]edit) {
	t.Helper()
	for name, edit := range edits {
		got, err := client.edited(edit.before, "own", entry)
		if edit.want == "" {
			if err == nil {
				t.Errorf("%s: edited to:\n%s", name, got)
			}
			continue
		}
		if diff := cmp.Diff(edit.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
		if again, err := client.edited(got, "own", entry); again != got || err != nil {
			t.Errorf("%s, once more: %v\n%s", name, err, again)
		}
	}
}
