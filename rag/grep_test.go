package rag_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/rag"
)

// grepped runs a search; each line that matches is "path:line:column:text",
// each other "path-line-text".
func grepped(t testing.TB, library *rag.Library, request rag.GrepRequest) []string {
	t.Helper()
	lines := []string{}
	for found, err := range rag.Grep(t.Context(), library, request) {
		if err != nil {
			t.Fatalf("%+v: %v", request, err)
		}
		for _, line := range found.Lines {
			if line.Column > 0 {
				lines = append(lines, fmt.Sprintf("%s:%d:%d:%s", found.Path, line.Line, line.Column, line.Text))
			} else {
				lines = append(lines, fmt.Sprintf("%s-%d-%s", found.Path, line.Line, line.Text))
			}
		}
	}
	return lines
}

const grepText = `one red fox
two
Red roses

foxes, redder
a.b axb
eins Übermut mut
last red fox here`

func TestGrep(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes", "mail")
	s.source("alice", "notes").Set("a.txt", grepText, s.now)
	s.source("alice", "mail").Set("b.txt", "a red fox", s.now.AddDate(-1, 0, 0))
	s.sync(library)
	for _, test := range []struct {
		name    string
		request rag.GrepRequest
		want    []string
	}{
		{"literal", rag.GrepRequest{Pattern: "a.b"}, []string{"a.txt:6:1:a.b axb"}},
		{"in its case", rag.GrepRequest{Pattern: "Red"}, []string{"a.txt:3:1:Red roses"}},
		{"words between", rag.GrepRequest{Pattern: "t red f"}, []string{"a.txt:8:4:last red fox here"}},
		{"any case", rag.GrepRequest{Pattern: "RED ", Case: rag.CaseIgnore}, []string{"b.txt:1:3:a red fox", "a.txt:1:5:one red fox", "a.txt:3:1:Red roses", "a.txt:8:6:last red fox here"}},
		{"word", rag.GrepRequest{Pattern: "fox", Word: true, Collections: []string{"notes"}}, []string{"a.txt:1:9:one red fox", "a.txt:8:10:last red fox here"}},
		{"word beside letters of any script", rag.GrepRequest{Pattern: "bermut", Word: true}, []string{}},
		{"word that also stands inside another", rag.GrepRequest{Pattern: "mut", Word: true}, []string{"a.txt:7:15:eins Übermut mut"}},
		{"expression", rag.GrepRequest{Pattern: `^[a-z]+\.b`, Regexp: true}, []string{"a.txt:6:1:a.b axb"}},
		{"alternatives", rag.GrepRequest{Pattern: `roses|two`, Regexp: true}, []string{"a.txt:2:1:two", "a.txt:3:5:Red roses"}},
		{"expression that says any case", rag.GrepRequest{Pattern: `(?i)RED r`, Regexp: true}, []string{"a.txt:3:1:Red roses"}},
		{"most", rag.GrepRequest{Pattern: "red", MostPerDocument: 1}, []string{"b.txt:1:3:a red fox", "a.txt:1:5:one red fox"}},
		{"lines around", rag.GrepRequest{Pattern: "roses", Before: 1, After: 2}, []string{"a.txt-2-two", "a.txt:3:5:Red roses", "a.txt-4-", "a.txt-5-foxes, redder"}},
		{"lines around two", rag.GrepRequest{Pattern: "o$|s$", Regexp: true, After: 1}, []string{"a.txt:2:3:two", "a.txt:3:9:Red roses", "a.txt-4-"}},
		{"filter", rag.GrepRequest{Pattern: "red fox", Filter: rag.Filter{Modified: "7d"}}, []string{"a.txt:1:5:one red fox", "a.txt:8:6:last red fox here"}},
		{"thousands of parts", rag.GrepRequest{Pattern: strings.Repeat("d+.?", 2000), Regexp: true}, []string{}},
		{"nothing", rag.GrepRequest{Pattern: "purple"}, []string{}},
	} {
		if diff := cmp.Diff(test.want, grepped(t, library, test.request)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestGrepRefuses(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	for field, request := range map[string]rag.GrepRequest{
		"pattern":   {Pattern: "a(", Regexp: true},
		"context":   {Pattern: "a", After: rag.MaxContext + 1},
		"max-count": {Pattern: "a", MostPerDocument: -1},
		"modified":  {Pattern: "a", Filter: rag.Filter{Modified: "soon"}},
		"heading":   {Pattern: "a", Filter: rag.Filter{Heading: "x"}},
	} {
		for _, err := range rag.Grep(t.Context(), library, request) {
			if err == nil || !strings.HasPrefix(err.Error(), field) {
				t.Errorf("%+v: %v, want an error of %s", request, err, field)
			}
		}
	}
}

// TestGrepStaysInScope writes the same line in other places and asks for it.
func TestGrepStaysInScope(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes", "mail")
	other := s.open("bob", "notes")
	s.source("alice", "notes").Set("mine.txt", "canary sings here", s.now)
	s.source("alice", "mail").Set("secret.txt", "canary sings here", s.now)
	s.source("bob", "notes").Set("bobs.txt", "canary sings here", s.now)
	s.sync(library)
	s.sync(other)
	narrow := s.openAs("alice", rag.ScopeOptions{Collections: []string{"notes"}})
	for _, pattern := range []string{"canary", "canary sings here", "c.*y"} {
		got := grepped(t, narrow, rag.GrepRequest{Pattern: pattern, Regexp: true})
		if diff := cmp.Diff([]string{"mine.txt:1:1:canary sings here"}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", pattern, diff)
		}
	}
	for _, err := range rag.Grep(t.Context(), narrow, rag.GrepRequest{Pattern: "canary", Collections: []string{"mail"}}) {
		if err == nil {
			t.Error("a collection outside the scope was searched")
		}
	}
}

// TestGrepFindsWhatALoopFinds holds Grep, which leaves most of the work to the
// index, against the plain way.
func TestGrepFindsWhatALoopFinds(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	words := []string{"signing", "Sign", "key", "keys", "the", "rotate", "e", "x-ray", "C++", "don't", "Über", "日本", "a_b", "1.2", "designing", "İ", "ſo"}
	var texts []string
	for i := range 40 {
		var lines []string
		for j := range 12 {
			line := ""
			for k := range 6 {
				line += words[(i*31+j*17+k*k*7+i*j)%len(words)] + []string{" ", ", ", "-", "  "}[(i+j*k)%4]
			}
			lines = append(lines, line)
		}
		texts = append(texts, strings.Join(lines, "\n"))
		s.source("alice", "notes").Set(fmt.Sprintf("%02d.txt", i), texts[i], s.now)
	}
	s.sync(library)
	rapid.Check(t, func(rt *rapid.T) {
		pattern := rapid.SampledFrom(words).Draw(rt, "first")
		for _, more := range rapid.SliceOfN(rapid.SampledFrom(words), 0, 2).Draw(rt, "more") {
			pattern += rapid.SampledFrom([]string{" ", ", ", "-"}).Draw(rt, "between") + more
		}
		request := rag.GrepRequest{Pattern: pattern, NoSync: true}
		expression := regexp.QuoteMeta(pattern)
		if rapid.Bool().Draw(rt, "any case") {
			request.Case, expression = rag.CaseIgnore, "(?i)"+expression
		}
		plain := regexp.MustCompile(expression)
		want := []string{}
		for i, text := range texts {
			for j, line := range strings.Split(text, "\n") {
				if at := plain.FindStringIndex(line); at != nil {
					want = append(want, fmt.Sprintf("%02d.txt:%d:%d:%s", i, j+1, at[0]+1, line))
				}
			}
		}
		if diff := cmp.Diff(want, grepped(t, library, request)); diff != "" {
			rt.Errorf("%q (-loop +Grep):\n%s", pattern, diff)
		}
	})
}
