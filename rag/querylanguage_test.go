package rag_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/rag"
)

// library of some documents whose names and texts a query can tell apart.
func described(t *testing.T) (*shelf, *rag.Library) {
	s := newShelf(t)
	library := s.open("alice", "notes", "code")
	notes, code := s.source("alice", "notes"), s.source("alice", "code")
	notes.Set("keys.txt", "# Signing keys\nPenguins rotate the\nsigning keys with SSH.", s.now.AddDate(0, 0, -3))
	notes.Set("old/keys.txt", "# Old keys\nPenguins sign, and the keys are old.", s.now.AddDate(0, -2, 0))
	notes.Set("ssh.txt", "# Shells\nPenguins open an ssh shell in C++.", s.now.AddDate(-1, 0, 0))
	code.Set("main.txt", "# Main\nPenguins callFunc() backups in C.", s.now)
	s.sync(library)
	return s, library
}

func TestQueryLanguage(t *testing.T) {
	s, library := described(t)
	const keys, old, ssh, main = "notes/keys.txt", "notes/old/keys.txt", "notes/ssh.txt", "code/main.txt"
	for _, test := range []struct {
		query string
		want  []string // in any order
	}{
		{"penguins", []string{keys, old, ssh, main}},
		{`penguins "signing keys"`, []string{keys}},
		{`"SIGNING keys"`, nil}, // smart: a capital counts
		{`penguins -keys`, []string{ssh, main}},
		{`penguins -key`, []string{ssh, main}}, // by its stem
		{`penguins -"key"`, []string{keys, old, ssh, main}},
		{`penguins -ssh`, []string{old, main}},
		{`penguins -SSH`, []string{old, ssh, main}},
		{`penguins -C++`, []string{keys, old, main}},
		{`penguins "C++"`, []string{ssh}},
		{`penguins "in c"`, []string{main}},
		{`shell OR backup`, []string{ssh, main}},
		{`penguins (shell OR "signing keys")`, []string{keys, ssh}},
		{`penguins tag:x OR shell`, []string{ssh}},
		{`penguins callfunc`, []string{keys, old, ssh, main}},
		{`"callFunc"`, []string{main}},
		{`penguins collection:code`, []string{main}},
		{`penguins collection:co* collection:notes`, []string{keys, old, ssh, main}},
		{`penguins -collection:code path:*keys*`, []string{keys, old}},
		{`penguins path:old OR path:ssh.txt`, []string{old, ssh}},
		{`penguins path:"OLD"`, []string{old}},
		{`penguins title:KEYS`, []string{keys, old}},
		{`penguins heading:"signing keys"`, []string{keys}},
		{`penguins heading:sign*`, []string{keys}},
		{`penguins type:text -modified:7d`, []string{old, ssh}},
		{`penguins modified:<2026`, []string{ssh}},
		{`penguins is:prose is:tagged`, nil},
		{`penguins is:prose -is:tagged`, []string{keys, old, ssh, main}},
		{`penguins type:md type:text`, []string{keys, old, ssh, main}},
		{`penguins -(keys OR shell)`, []string{main}},
		{`penguins -(keys old)`, []string{keys, ssh, main}},
		// Without words, the last changed first.
		{`collection:notes`, []string{keys, old, ssh}},
		{`-keys`, []string{main, ssh}},
	} {
		got := paths(s.query(library, rag.Request{Question: test.query}))
		slices.Sort(got)
		want := slices.Sorted(slices.Values(test.want))
		if diff := cmp.Diff(want, got); diff != "" && len(want)+len(got) > 0 {
			t.Errorf("%s (-want +got):\n%s", test.query, diff)
		}
	}
}

func TestCase(t *testing.T) {
	s, library := described(t)
	for _, test := range []struct {
		casing rag.Case
		query  string
		want   int
	}{
		{rag.CaseIgnore, `"SIGNING Keys"`, 1},
		{rag.CaseIgnore, "penguins -SSH", 2},
		{rag.CaseRespect, "penguins -ssh", 3},
		{rag.CaseRespect, `"signing keys"`, 1},
		{rag.CaseRespect, "penguins path:OLD", 0},
		{rag.CaseRespect, "penguins title:signing", 0},
		{rag.CaseRespect, "penguins title:Signing", 1},
	} {
		if got := s.query(library, rag.Request{Question: test.query, Case: test.casing}).Passages; len(got) != test.want {
			t.Errorf("%s, case %s: found %d, want %d", test.query, test.casing, len(got), test.want)
		}
	}
	if _, err := rag.Query(t.Context(), library, rag.Request{Question: "q", Case: "upper"}); !errors.Is(err, rag.ErrInvalidRequest) {
		t.Errorf("an unknown case: %v", err)
	}
}

func TestQueryRemarks(t *testing.T) {
	s, library := described(t)
	for _, test := range []struct{ query, code, message string }{
		{"penguins colection:code", rag.CodeAsWords, "did you mean collection:code?"},
		{"penguins modified:soon", rag.CodeAsWords, "modified must be a time like 7d"},
		{"penguins is:green", rag.CodeAsWords, "is must be one of code, data"},
		{"penguins path:a[", rag.CodeAsWords, "path has a ["},
		{"penguins tag:nothing", rag.CodeFulfilledByNone, "no document here fulfils tag:nothing"},
		{"penguins collection:mail", rag.CodeFulfilledByNone, "there is no collection for collection:mail"},
	} {
		result := s.query(library, rag.Request{Question: test.query})
		if len(result.Diagnostics) == 0 || result.Diagnostics[0].Code != test.code || !strings.Contains(result.Diagnostics[0].Message, test.message) {
			t.Errorf("%s: %+v, want %s with %q", test.query, result.Diagnostics, test.code, test.message)
		}
	}
	if got := s.query(library, rag.Request{Question: `shell -keys tag:"x" "in c"`}).Query; got != "shell in c" {
		t.Errorf("ranked by %q", got)
	}
	if got := s.query(library, rag.Request{Question: "penguins -keys", Literal: true}).Passages; len(got) != 4 {
		t.Errorf("taken literally, %d passages", len(got))
	}
}

// TestRemarksAreFew holds that a pasted text full of mistakes is told of them in
// brief, and that a plan of it is not much longer than one of words alone.
func TestRemarksAreFew(t *testing.T) {
	s, library := described(t)
	var each strings.Builder
	for n := range 400 {
		fmt.Fprintf(&each, "modified:soon%d ", n)
	}
	for _, test := range []struct {
		query string
		want  int
	}{
		{strings.Repeat("(", 8000), 2},
		{strings.Repeat("effort:quick ", 600), 1},
		{strings.Repeat("is:green ", 600), 1},
		{each.String(), 21},
	} {
		if got := s.query(library, rag.Request{Question: test.query}).Diagnostics; len(got) != test.want {
			t.Errorf("%.20s...: %d diagnostics, want %d: %.200v", test.query, len(got), test.want, got)
		}
	}
	plan, err := rag.PlanQuery(t.Context(), library, rag.Request{Question: strings.Repeat("(a ", 2600)})
	if err != nil {
		t.Fatal(err)
	}
	if printed, err := json.MarshalIndent(plan, "", "  "); err != nil || len(printed) > 250*8000 {
		t.Errorf("the plan has %d bytes, %v", len(printed), err)
	}
}

// TestPickOne refuses what is said twice, in the query and beside it.
func TestPickOne(t *testing.T) {
	_, library := described(t)
	for _, request := range []rag.Request{
		{Question: "keys tag:a", Filter: rag.Filter{Tags: []string{"b"}}},
		{Question: "keys -path:a", Filter: rag.Filter{Path: "b"}},
		{Question: "keys (modified:7d OR x)", Filter: rag.Filter{Modified: "7d"}},
		{Question: "keys effort:quick", Effort: rag.EffortQuick},
		{Question: "keys collection:notes", Collections: []string{"notes"}},
	} {
		_, err := rag.Query(t.Context(), library, request)
		if !errors.Is(err, rag.ErrInvalidRequest) || !strings.Contains(err.Error(), "pick one") {
			t.Errorf("%+v: %v", request, err)
		}
	}
	if _, err := rag.Query(t.Context(), library, rag.Request{Question: "keys tag:a", Filter: rag.Filter{Path: "b"}}); err != nil {
		t.Error(err)
	}
}

// TestNoFieldReachesFurther asks a narrowed scope for what it may not see.
func TestNoFieldReachesFurther(t *testing.T) {
	s, library := described(t)
	guest := s.openAs("alice", rag.ScopeOptions{Collections: []string{"code"}})
	defer guest.Close()
	for _, query := range []string{"penguins collection:notes", "collection:*", "-collection:code penguins", "penguins OR -x", `"signing keys"`, "path:keys.txt"} {
		for _, passage := range s.query(guest, rag.Request{Question: query}).Passages {
			if passage.Collection != "code" {
				t.Errorf("%s found %s of %s", query, passage.Path, passage.Collection)
			}
		}
	}
	want := s.query(guest, rag.Request{Question: "penguins collection:absent"}).Diagnostics
	got := s.query(guest, rag.Request{Question: "penguins collection:notes"}).Diagnostics
	if len(want) != 1 || len(got) != 1 || strings.ReplaceAll(got[0].Message, "notes", "absent") != want[0].Message {
		t.Errorf("a collection of others: %v; one that is not there: %v", got, want)
	}
	if _, err := rag.Query(t.Context(), library, rag.Request{Question: "penguins"}); err != nil {
		t.Error(err)
	}
}

// TestCoverageOfAll tells of every collection why it was not searched.
func TestCoverageOfAll(t *testing.T) {
	s, library := described(t)
	empty := s.open("alice", "empty")
	s.sync(empty)
	const searched, named, left, none = "", "the request names other collections", "the query leaves it out", "it holds no passages"
	for _, test := range []struct {
		request rag.Request
		want    []string // of code, empty and notes
	}{
		{rag.Request{Question: "penguins"}, []string{searched, none, searched}},
		{rag.Request{Question: "penguins", Collections: []string{"code"}}, []string{searched, named, named}},
		{rag.Request{Question: "penguins -collection:code"}, []string{left, none, searched}},
		{rag.Request{Question: "penguins collection:absent"}, []string{left, left, left}},
	} {
		var reasons []string
		for _, c := range s.query(library, test.request).Coverage {
			if reasons = append(reasons, c.Reason); c.Searched != (c.Reason == "") {
				t.Errorf("%s: searched %t, %q", c.Collection, c.Searched, c.Reason)
			}
		}
		if diff := cmp.Diff(test.want, reasons); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", test.request, diff)
		}
	}
}

// TestAnyTextIsAQuery puts pieces that mean something together at random.
func TestAnyTextIsAQuery(t *testing.T) {
	_, library := described(t)
	pieces := rapid.SampledFrom([]string{"keys", "penguins", "OR", "-", "(", ")", `"`, `"in c"`, " ", " ", " ", "tag:x", "path:a[", "path:*", "collection:notes", "heading:keys",
		"effort:quick", "effort:targeted", "effort:never", "role:user", "modified:7d", "modified:soon", "is:code", "lang:", "C++", "\x00", "\xff", "é"})
	rapid.Check(t, func(t *rapid.T) {
		question := "x" + strings.Join(rapid.SliceOfN(pieces, 0, 12).Draw(t, "pieces"), "")
		request := rag.Request{Question: question, NoSync: true}
		if _, err := rag.Query(t.Context(), library, request); err != nil {
			t.Fatalf("%q: %v", question, err)
		}
		if _, err := rag.PlanQuery(t.Context(), library, request); err != nil {
			t.Fatalf("%q planned: %v", question, err)
		}
	})
}

// TestConversations finds by who speaks, and to what.
func TestConversations(t *testing.T) {
	s, library := described(t)
	s.must(library.Add(t.Context(), rag.Collection{Name: "talks", Kind: "memory", Location: "alice/talks", Tags: []string{"agent:claude"}}))
	s.source("alice", "talks").Set("1.txt", "# Main\nPenguins, said the user.", s.now)
	s.sync(library)
	for query, want := range map[string]int{
		"penguins role:main": 1, "penguins role:main role:user": 1, "penguins -role:main": 4, "penguins agent:claude": 1, "penguins agent:codex": 0, "penguins role:user": 0,
	} {
		if got := paths(s.query(library, rag.Request{Question: query})); len(got) != want {
			t.Errorf("%s found %v, want %d", query, got, want)
		}
	}
	if got := s.query(library, rag.Request{Question: "penguins role:main collection:code"}).Diagnostics; len(got) != 1 || got[0].Code != rag.CodeFulfilledByNone {
		t.Errorf("no conversations: %v", got)
	}
}
