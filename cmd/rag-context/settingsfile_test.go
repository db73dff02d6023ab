package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWithSetting(t *testing.T) {
	for name, test := range map[string]struct{ before, after string }{
		"no file":       {"", "embedder = \"new\"\n"},
		"other keys":    {"# mine\nlimit = 5 # few\n\n", "# mine\nlimit = 5 # few\nembedder = \"new\"\n"},
		"no line break": {"limit = 5", "limit = 5\nembedder = \"new\"\n"},
		"replaced":      {"embedder='old' # here\nlimit = 5", "embedder=\"new\" # here\nlimit = 5"},
		"quoted key":    {"\"embedder\" = \"old\"\r\n", "\"embedder\" = \"new\"\r\n"},
		"many lines":    {"embedder = \"\"\"\nold\nlimit = 4\"\"\"\n", "embedder = \"new\"\n"},
		"in a comment":  {"# embedder = \"old\"\n", "# embedder = \"old\"\nembedder = \"new\"\n"},
		"in a text":     {"chat = '''\nembedder = 1\n'''\n", "chat = '''\nembedder = 1\n'''\nembedder = \"new\"\n"},
		"of a number":   {"embedder = 7\n", "embedder = \"new\"\n"},
		"a table":       {"[other]\nkey = 1\n", ""},
		"no TOML":       {"embedder = \n", ""},
	} {
		after, err := withSetting(test.before, "embedder", "new")
		if (err != nil) != (test.after == "") || err == nil && after != test.after {
			t.Errorf("%s: %v\n%s", name, err, cmp.Diff(test.after, after))
		}
	}
}

func TestSplitPlace(t *testing.T) {
	for place, want := range map[string][2]string{
		"nomic-embed-text":                 {"nomic-embed-text", ""},
		"bge@q8_0":                         {"bge@q8_0", ""},
		"bge@q8_0@http://127.0.0.1:1234":   {"bge@q8_0", "http://127.0.0.1:1234"},
		"hf.co/org/model:Q4@https://x/api": {"hf.co/org/model:Q4", "https://x/api"},
	} {
		model, address, err := splitPlace(place)
		if err != nil || model != want[0] || address != want[1] {
			t.Errorf("%s: %q at %q, %v", place, model, address, err)
		}
	}
	if _, _, err := splitPlace("m@127.0.0.1:11434"); err == nil {
		t.Error("a URL without http:// is taken for part of a name")
	}
}
