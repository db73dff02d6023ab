package extract_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/extract"
)

// described is what a document says about itself.
type described struct {
	Title         string
	Aliases, Tags []string
	Created       time.Time
}

func describe(t *testing.T, name, text string) described {
	t.Helper()
	e, err := extract.Text{}.Extract(t.Context(), rag.Content{Path: name, Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return described{e.Title, e.Aliases, e.Tags, e.Created}
}

func date(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func TestFrontMatter(t *testing.T) {
	tests := []struct {
		name, text string
		want       described
	}{
		{"lists", "---\ntitle: Key rotation\naliases: [Keys, Signing]\ntags:\n  - security\n  - ops/keys\ndate: 2024-03-05\n---\n# Other\n",
			described{"Key rotation", []string{"Keys", "Signing"}, []string{"security", "ops/keys"}, date(2024, 3, 5)}},
		{"commas", "---\nTitle: \"Keys\"\nalias: Signing, and more\ntags: security, ops, Security\n---\ntext",
			described{"Keys", []string{"Signing, and more"}, []string{"security", "ops"}, time.Time{}}},
		{"quoted hashes", "---\ntags: \"#security #ops\"\n---\ntext", described{Tags: []string{"security", "ops"}}},
		{"bare hashes", "---\ntags: #security #ops\nkeywords:\n  - #more\n---\ntext", described{Tags: []string{"security", "ops", "more"}}},
		{"one tag of two words", "---\ntag: machine learning\n---\ntext", described{Tags: []string{"machine learning"}}},
		{"numbers and dates", "---\ntitle: 2024-01-02\ntags: [2024, true, null, {a: b}]\ncreated: 20240102\n---\ntext",
			described{"2024-01-02", nil, []string{"2024", "true"}, date(2024, 1, 2)}},
		{"created before date", "---\ndate: 2025-01-01\ncreated: 2024-01-01T10:00:00Z\n---\ntext",
			described{Created: time.Date(2024, 1, 1, 10, 0, 0, 0, time.UTC)}},
		{"toml", "+++\ntitle = 'Keys'\ntags = ['a', 'b']\ndate = 2024-03-05\n+++\ntext",
			described{"Keys", nil, []string{"a", "b"}, date(2024, 3, 5)}},
		{"dots end it", "---\ntitle: Keys\n...\ntext", described{Title: "Keys"}},
		{"line ends of Windows", "---\r\ntitle: Keys\r\n---\r\n# Other\r\n", described{Title: "Keys"}},
		{"no more than that", "---\ntitle: Keys\n---\n", described{Title: "Keys"}},
		{"malformed", "---\ntitle: [Keys\n---\n# Heading\n", described{Title: "Heading"}},
		{"not closed", "---\ntitle: Keys\n\n# Heading\n", described{Title: "Heading"}},
		{"rule at the top", "---\nSome text.\n---\n\n# Heading\n", described{Title: "Heading"}},
		{"heading between rules", "---\n# Heading\n---\ntext\n", described{Title: "Heading"}},
		{"not at the top", "text\n---\ntitle: Keys\n---\n", described{}},
		{"heading of level two", "## Heading\n", described{}},
		{"no heading", "text\n", described{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, describe(t, "a.md", test.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDates(t *testing.T) {
	for text, want := range map[string]time.Time{
		"2024-03-05": date(2024, 3, 5), "2024/03/05": date(2024, 3, 5), "March 5, 2024": date(2024, 3, 5),
		"5 Mar 2024": date(2024, 3, 5), "2024-03-05 10:30": date(2024, 3, 5).Add(10*time.Hour + 30*time.Minute),
		"2024-03-05T10:30:00+02:00":       date(2024, 3, 5).Add(8*time.Hour + 30*time.Minute),
		"Tue, 05 Mar 2024 10:30:00 +0000": date(2024, 3, 5).Add(10*time.Hour + 30*time.Minute),
		"soon":                            {}, "2024": {}, "2024-13-45": {},
	} {
		got := describe(t, "a.md", "---\ndate: "+text+"\n---\ntext").Created
		if !got.Equal(want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestMalformedFrontMatterStaysText(t *testing.T) {
	got := text(t, "a.md", []byte("---\ntitle: [Keys\nauthor: me\n---\nbody\n"))
	if want := "---\ntitle: [Keys\nauthor: me\n---\nbody\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMarkdownLines(t *testing.T) {
	for name, above := range map[string]string{
		"none": "", "front matter": "---\ntitle: x\n---\n", "odd front matter": "---\n\ntitle: x\n---\n\n",
		"malformed": "---\ntitle: [\n---\n\n", "rule": "---\nx\n\n", "blank": "\n\n\n", "toml": "+++\na = 1\n+++\n",
	} {
		source := above + "# Heading\n\nFirst.\n\n```\ncode\n```\n"
		checkVerbatim(t, name, "a.md", source)
	}
}

func TestInlineTags(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"in prose", "A note #security and #ops/keys, see #to-do_list.\n#first", []string{"security", "ops/keys", "to-do_list", "first"}},
		{"other scripts", "#Schlüssel #鍵 #ключ", []string{"Schlüssel", "鍵", "ключ"}},
		{"in a list and a heading", "# Title #a\n\n- item #b\n  - #c\n\n> #d\n", []string{"a", "b", "c", "d"}},
		{"once", "#a #A #a", []string{"a"}},
		{"no tags", "# Heading\n\nIssue #12, [link](#anchor), x#y, https://a.b/#frag, [[Note#Part]], # alone, \\#no, C#", nil},
		{"code", "`#no` and ``#neither `#this`` #yes\n\n```c\n#include <x>\n```\n\n    #indented\n\n- x\n  ```\n  #fenced\n  ```\n", []string{"yes"}},
		{"ends", "#a/ #b- #c. #d/e/", []string{"a", "b", "c", "d/e"}},
		{"with front matter", "---\ntags: [b, a]\n---\n#a #c", []string{"b", "a", "c"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, describe(t, "a.md", test.text).Tags); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestOtherMarkup(t *testing.T) {
	tests := []struct {
		name, path, text string
		want             described
	}{
		{"rst", "a.rst", "=====\nTitle\n=====\n\n:tags: a, b\n:date: 2024-03-05\n\nPart\n----\n\ntext\n",
			described{"Title", nil, []string{"a", "b"}, date(2024, 3, 5)}},
		{"rst of a site generator", "a.rst", ".. title: Named\n.. tags: a\n\nHeading\n=======\n\ntext\n",
			described{Title: "Named", Tags: []string{"a"}}},
		{"sphinx source", "a.rst.txt", "Title\n=====\n\ntext\n", described{Title: "Title"}},
		{"org", "a.org", "#+TITLE: Keys\n#+filetags: :security:ops:\n#+date: <2024-03-05 Tue>\n\n* Part  :todo:work:\ntext\n",
			described{"Keys", nil, []string{"security", "ops", "todo", "work"}, date(2024, 3, 5)}},
		{"org without keywords", "a.org", "* First\ntext\n", described{Title: "First"}},
		{"code has no title", "a.py", "# Title\nx = 1\n", described{}},
		{"text has no title", "a.txt", "# Title #tag\n", described{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, describe(t, test.path, test.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
