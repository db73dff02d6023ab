package querylang_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"rag-context/rag/querylang"
)

// language has some fields, one of which takes nothing but a year.
func language() querylang.Language {
	return querylang.Language{
		Fields: []querylang.FieldName{{Name: "tag", Aliases: []string{"tags"}}, {Name: "collection"}, {Name: "path"}, {Name: "modified"}, {Name: "is"}},
		Check: func(name, value string) error {
			if name == "modified" && !strings.HasPrefix(value, "20") {
				return fmt.Errorf("must be a year")
			}
			return nil
		},
	}
}

// shape writes a tree so that each node's kind shows.
func shape(node querylang.Node) string {
	var parts []string
	for _, part := range node.Parts {
		parts = append(parts, shape(part))
	}
	switch node.Kind {
	case querylang.Word:
		return node.Text
	case querylang.Phrase:
		return "<" + node.Text + ">"
	case querylang.Field:
		return node.Name + "=" + node.Text
	}
	return string(node.Kind) + "[" + strings.Join(parts, " ") + "]"
}

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "all[]"},
		{"how do we rotate keys?", "all[how do we rotate keys?]"},
		{"rotate -tape", "all[rotate not[tape]]"},
		{`"signing keys" -"old keys"`, "all[<signing keys> not[<old keys>]]"},
		{"a b OR c d", "all[a any[b c] d]"},
		{"a OR b OR c", "all[any[a b c]]"},
		{"(a b) OR -(c d)", "all[any[all[a b] not[all[c d]]]]"},
		{"((a))", "all[a]"},
		{"tag:security -TAGS:old", "all[tag=security not[tag=old]]"},
		{`tag:"two words" path:notes/**`, "all[tag=two words path=notes/**]"},
		{"modified:2026", "all[modified=2026]"},
		{"(tag:a OR tag:b) keys", "all[any[tag=a tag=b] keys]"},
		// What only looks like an operator.
		{"what's new?", "all[what's new?]"},
		{"foo-bar a:b C++ time 12:30 Go's std::vector", "all[foo-bar a:b C++ time 12:30 Go's std::vector]"},
		{`"unclosed 🐧`, `all["unclosed 🐧]`},
		{"https://x/y path://z tag::x", "all[https://x/y path://z tag::x]"},
		{"main() f(a, b)", "all[main() f(a, b)]"},
		{"(main() x)", "all[main() x]"},
		{"tar -x --all -5 - --", "all[tar -x --all -5 - --]"},
		{"OR a OR", "all[OR a OR]"},
		{"a OR OR b", "all[a any[OR b]]"},
		{"nor or ORDER", "all[nor or ORDER]"},
		{`19" rack`, `all[19" rack]`},
		{`() "" -() ":-)"`, "all[<:-)>]"},
		{":-) a) (b", "all[:-) a) b]"},
		{"tag: security", "all[tag: security]"},
		{"modified:soon", "all[modified:soon]"},
		{`modified:"next week" x`, `all[modified:"next week" x]`},
		{"colection:notes", "all[colection:notes]"},
		{"(\xff", "all[\xff]"},
	} {
		query := language().Parse(test.text)
		if got := shape(query.Root); got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
		checkSpans(t, test.text, query.Root)
	}
}

// TestDepth holds that no text makes a deep tree.
func TestDepth(t *testing.T) {
	for _, piece := range []string{"(", "-(", "(a ", "(a OR ", "-(a "} {
		text := strings.Repeat(piece, 8000/len(piece))
		query := language().Parse(text)
		if deep := depth(query.Root); deep > 60 {
			t.Errorf("%s...: %d nodes inside each other", piece, deep)
		}
		if len(query.Remarks) == 0 {
			t.Errorf("%s...: nothing is said", piece)
		}
	}
	three := language().Parse("(a OR -(b (c OR d)))")
	if got := shape(three.Root); got != "all[any[a not[all[b any[c d]]]]]" || len(three.Remarks) > 0 {
		t.Errorf("%s, %v", got, three.Remarks)
	}
}

func depth(node querylang.Node) (deepest int) {
	for _, part := range node.Parts {
		deepest = max(deepest, depth(part))
	}
	return deepest + 1
}

// checkSpans holds words and phrases against the text at their places.
func checkSpans(t *testing.T, text string, root querylang.Node) {
	t.Helper()
	root.Each(func(node querylang.Node) {
		if node.Span.First < 0 || node.Span.First > node.Span.End || node.Span.End > len(text) {
			t.Fatalf("%q: %s at %v", text, shape(node), node.Span)
		}
		at := text[node.Span.First:node.Span.End]
		if node.Kind == querylang.Word && at != node.Text || node.Kind == querylang.Phrase && at != `"`+node.Text+`"` {
			t.Errorf("%q: at %s stands %q", text, shape(node), at)
		}
	})
}

func TestRemarks(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"plain words a:b 12:30 https://x C++", ""},
		{"colection:notes", "there is no field colection: searched as words; did you mean collection:notes?"},
		{"tga:x", "there is no field tga: searched as words; did you mean tag:x?"},
		{"modifed:2026", "there is no field modifed: searched as words; did you mean modified:2026?"},
		{"modified:soon", "modified:soon was searched as words: modified must be a year"},
		{"tag: x", "tag: has no value right after it: searched as words"},
		{"tag:(a b)", "tag:(a was searched as words: tag takes one value: tag:a OR tag:b is for either"},
		{`tag:"a b`, `tag:"a was searched as words: tag has a " that nothing closes`},
		{`"open`, `nothing closes the " here: searched as words`},
		{`(a b`, `nothing closes the ( here: it was taken to go on to the end`},
		{`a OR`, `OR has nothing to join here: searched as a word`},
	} {
		var got []string
		for _, remark := range language().Parse(test.text).Remarks {
			got = append(got, remark.Message)
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

// checkFormat holds that a query that is written down reads the same.
func checkFormat(t interface{ Fatalf(string, ...any) }, text string) {
	first := language().Parse(text).Root
	written := first.Format()
	again := language().Parse(written).Root
	if diff := cmp.Diff(first, again, cmpopts.IgnoreTypes(querylang.Span{})); diff != "" {
		t.Fatalf("%q is written as %q, which reads otherwise (-first +again):\n%s", text, written, diff)
	}
}

// TestFormat makes queries of the pieces that mean something.
func TestFormat(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"a", "word", "OR", " ", " ", "-", "(", ")", `"`, "tag:", "path:", "modified:", "2026", ":", "x(y", "+", "/", "\n", "é"})
	rapid.Check(t, func(t *rapid.T) {
		checkFormat(t, strings.Join(rapid.SliceOfN(pieces, 0, 20).Draw(t, "pieces"), ""))
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{`a "b c" -d OR (e f:g)`, "tag:x -path:**/*.md", `"`, "((((", "))))", "- OR -", "tag:\"(\" z(x", "\xff\x00",
		strings.Repeat("(", 17), strings.Repeat("(", 17) + "-(", strings.Repeat("(a ", 17) + "OR) b) c"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkSpans(t, text, language().Parse(text).Root)
		checkFormat(t, text)
	})
}
