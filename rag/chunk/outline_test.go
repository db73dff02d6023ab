package chunk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag/chunk"
)

type outlineTest struct {
	name string
	text string
	want []string // see describe
}

func testOutline(t *testing.T, format string, tests []outlineTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			blocks := chunk.Outline(format, test.text)
			if diff := cmp.Diff(test.want, describe(blocks)); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
			if err := tiles(format, test.text, spansOf(blocks)); err != nil {
				t.Error(err)
			}
		})
	}
}

// describe writes a block as "1-2 heading 1 Title".
func describe(blocks []chunk.Block) []string {
	kinds := map[chunk.Kind]string{
		chunk.Paragraph: "paragraph", chunk.Heading: "heading", chunk.List: "list", chunk.Code: "code", chunk.Table: "table",
	}
	var lines []string
	for _, b := range blocks {
		line := fmt.Sprintf("%d-%d %s", b.First, b.Last, kinds[b.Kind])
		if b.Level > 0 {
			line += fmt.Sprintf(" %d %s", b.Level, b.Title)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestOutlineMarkdown(t *testing.T) {
	testOutline(t, "markdown", []outlineTest{
		{"empty", "", nil},
		{"blank", " \n\t\n", nil},
		{"headings", "# A\ntext\n\nB\n===\nC\nD\n---\n####### no\n", []string{
			"1-1 heading 1 A", "2-2 paragraph", "4-5 heading 1 B", "6-8 heading 2 C D", "9-9 paragraph"}},
		{"titles", "# The `a_b*` **bold** _it_ #\n## [Link](x.md) ![p](q.png) {#id}\n### a_b \\*c\\* 2 * 3 &amp; <b>d</b>\n#\n", []string{
			"1-1 heading 1 The a_b* bold it", "2-2 heading 2 Link p", "3-3 heading 3 a_b *c* 2 * 3 & d", "4-4 heading 1 "}},
		{"linked picture", "# [![Go](a.svg)](https://go.dev) Tools [1.0]", []string{"1-1 heading 1 Go Tools [1.0]"}},
		{"fences", "```go\n# no\n```\n~~~~\n~~~\n## no\n~~~~~\n````\n```\n````\nend", []string{
			"1-3 code", "4-7 code", "8-10 code", "11-11 paragraph"}},
		{"unclosed fence", "a\n```\n# no\n\nb\n", []string{"1-1 paragraph", "2-5 code"}},
		{"inline backticks are no fence", "```a``` b\n# H\n", []string{"1-1 paragraph", "2-2 heading 1 H"}},
		{"indented code", "a\n    lazy\n\n    code\n\n    more\n\nb", []string{"1-2 paragraph", "4-6 code", "8-8 paragraph"}},
		{"table", "intro\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\nafter | no table", []string{
			"1-1 paragraph", "2-4 table", "6-6 paragraph"}},
		{"list", "1. a\n   b\n\n   ```\n# no\n   ```\n2. c\n   - d\n\n     e\n\nf", []string{
			"1-4 list", "5-5 heading 1 no", "6-12 code"}},
		{"list with code", "- a\n\n  ```\n  # no\n\n  x\n  ```\n- c\nlazy\n\nf", []string{"1-9 list", "11-11 paragraph"}},
		{"list after paragraph", "a\n- b\n\n* * *\n", []string{"1-1 paragraph", "2-2 list", "4-4 paragraph"}},
		{"year is no list", "born in\n1986. Then\n", []string{"1-2 paragraph"}},
		{"quote", "> # no\n> b\nlazy\n\nc", []string{"1-3 paragraph", "5-5 paragraph"}},
		{"html", "<!-- a\n\n# no\n-->\n<div>\n# no\n\n# H\n<https://a.b>\n# I\n", []string{
			"1-4 paragraph", "5-6 paragraph", "8-8 heading 1 H", "9-9 paragraph", "10-10 heading 1 I"}},
		{"front matter", "---\ntitle: x\n---\n\n# A\n", []string{"5-5 heading 1 A"}},
		{"toml front matter", "+++\na = 1\n+++\nb", []string{"4-4 paragraph"}},
		{"front matter alone", "---\na: 1\n---\n", nil},
		{"no front matter", "---\ntext\n---\n", []string{"1-1 paragraph", "2-3 heading 2 text"}},
		{"unclosed front matter", "---\na: b\n", []string{"1-1 paragraph", "2-2 paragraph"}},
		{"carriage returns", "# A\r\n\r\nb\r\n", []string{"1-2 heading 1 A", "3-3 paragraph"}},
		{"blanks on a blank line stay", "a\n  \nb", []string{"1-2 paragraph", "3-3 paragraph"}},
		{"long title", "# " + strings.Repeat("é", 100), []string{"1-1 heading 1 " + strings.Repeat("é", 58) + "…"}},
	})
}

func TestOutlineRST(t *testing.T) {
	testOutline(t, "rst", []outlineTest{
		{"sections", ".. _a:\n\n****\nDoc\n****\n\n:mod:`json` --- *JSON*\n======\ntext\n\n``Sub`` |x|\n-----\n\nNext\n====\n", []string{
			"1-5 heading 1 Doc", "7-8 heading 2 json --- JSON", "9-9 paragraph", "11-12 heading 3 Sub x",
			"14-15 heading 2 Next"}},
		{"targets", "a\n\n.. _b:\n.. _c:\n\nTitle\n=====\n\n.. _d:\n\n.. _e:\n\ntext\n\n.. _f: https://a.b\n\nTitle\n=====\n", []string{
			"1-1 paragraph", "3-7 heading 1 Title", "9-11 paragraph", "13-13 paragraph", "15-15 paragraph", "17-18 heading 1 Title"}},
		{"short adornment", "A long title\n--\n\nAB\n==\n", []string{"1-2 paragraph", "4-5 heading 1 AB"}},
		{"transition", "a\n\n-----\n\nb", []string{"1-1 paragraph", "3-3 paragraph", "5-5 paragraph"}},
		{"literal", "As follows::\n\n    >>> x\n\n    y\n\nafter\n", []string{"1-1 paragraph", "3-5 code", "7-7 paragraph"}},
		{"directives", ".. code-block:: c\n   :n:\n\n   x\n\n.. note::\n\n   prose\n\n   ::\n\n      code\n\n   more\n", []string{
			"1-4 code", "6-6 paragraph", "8-8 paragraph", "10-10 paragraph", "12-12 code", "14-14 paragraph"}},
		{"definitions", "AA\n==\n\n.. class:: C(x, \\\n         z)\n           C(y)\n   :noindex:\n\n   text\n\n   .. c:function:: int *f(int a)\n\n      text\n\n   more\n\nafter\n\n.. data:: a\n          b\n\n.. data::\n", []string{
			"1-2 heading 1 AA", "4-7 heading 3 C", "9-9 paragraph", "11-11 heading 4 int *f", "13-13 paragraph",
			"15-15 paragraph 4 ", "17-17 paragraph 3 ", "19-20 heading 3 a, b", "22-22 paragraph 3 "}},
		{"doctest", ">>> 1\n1\n\na", []string{"1-2 code", "4-4 paragraph"}},
		{"tables", "+---+\n| a |\n+---+\n\n=== ===\na   b\n=== ===\n1   2\n\n3   4\n=== ===\n\nx", []string{
			"1-3 table", "5-11 table", "13-13 paragraph"}},
		{"list", "* a\n\n  b\n\n* c\n\n#. d\n\n(a) e\n\nf", []string{"1-9 list", "11-11 paragraph"}},
	})
}

func TestOutlineOrg(t *testing.T) {
	testOutline(t, "org", []outlineTest{
		{"headlines", "#+TITLE: x\n* TODO [#A] Buy *milk* [[u][now]] :a:b:\ntext\n** Sub\n*bold* text\n", []string{
			"1-1 paragraph", "2-2 heading 1 Buy milk now", "3-3 paragraph", "4-4 heading 2 Sub", "5-5 paragraph"}},
		{"blocks", "a\n#+BEGIN_SRC go\n\nx\n#+END_SRC\n#+begin_quote\nq\n#+end_quote\n: fixed\n", []string{
			"1-1 paragraph", "2-5 code", "6-8 paragraph", "9-9 code"}},
		{"unclosed block", "#+begin_src\nx\n* H\n", []string{"1-2 code", "3-3 heading 1 H"}},
		{"table and list", "| a |\n|---|\n| b |\n- c\n  d\n- e\n\nf", []string{"1-3 table", "4-6 list", "8-8 paragraph"}},
	})
}

func TestOutlineText(t *testing.T) {
	testOutline(t, "text", []outlineTest{
		{"paragraphs", "a\nb\n\n\n- c\n- d\n", []string{"1-2 paragraph", "5-6 list"}},
		{"underlined", "Title\n=====\ntext\n\nSub\n---\nx\n\na | b\n---------\n", []string{
			"1-2 heading 1 Title", "3-3 paragraph", "5-6 heading 2 Sub", "7-7 paragraph", "9-10 heading 2 a | b"}},
		{"numbered", "1.  Introduction\n\n2.1 The Title\n\n1. buy milk\n\n3. A sentence.\n\n4 Contents ... 5\n", []string{
			"1-1 heading 1 1.  Introduction", "3-3 heading 2 2.1 The Title", "5-5 list", "7-7 list", "9-9 paragraph"}},
		{"manual page", "NAME\n       ls - list\n\nOPTIONS\n       prose\n\n   Size options\n       -a\n\nNO\nmore\n", []string{
			"1-1 heading 1 NAME", "2-2 paragraph", "4-4 heading 1 OPTIONS", "5-5 paragraph", "7-7 heading 2 Size options",
			"8-8 paragraph", "10-11 paragraph"}},
		{"any bytes", "\xff\xfe\x00\n\n\xff", []string{"1-1 paragraph", "3-3 paragraph"}},
	})
	if diff := cmp.Diff(chunk.Outline("text", "a\n\nb"), chunk.Outline("unheard of", "a\n\nb")); diff != "" {
		t.Errorf("an unknown format is not text:\n%s", diff)
	}
}

func TestOutlineData(t *testing.T) {
	testOutline(t, "csv", []outlineTest{
		{"header", "name, age\nx,1\n\"a\nb\",2\ny,3\n", []string{"1-1 heading 1 columns: name, age", "2-2 table", "3-4 table", "5-5 table"}},
		{"semicolons", "a;\"b;c\"\n1;2\n", []string{"1-1 heading 1 columns: a, b;c", "2-2 table"}},
		{"no header", "1,2\n3,4\n", []string{"1-2 table"}},
		{"stray quote", "a,b\n5\" pipe,1\nx,2\n", []string{"1-1 heading 1 columns: a, b", "2-3 table"}},
	})
	testOutline(t, "tsv", []outlineTest{{"tabs", "a\tb,c\n1\t2\n", []string{"1-1 heading 1 columns: a, b,c", "2-2 table"}}})
	testOutline(t, "json", []outlineTest{
		{"object", "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": \"{\"\n}\n", []string{"1-4 code 1 a", "5-6 code 1 c"}},
		{"array", "[\n  {\n    \"a\": 1\n  },\n  {}\n]", []string{"1-4 code", "5-6 code"}},
		{"minified", `{"a":1,"b":[2]}`, []string{"1-1 code"}},
		{"lines", "{\"a\":1}\n{\"a\":2}\n", []string{"1-1 code", "2-2 code"}},
	})
	testOutline(t, "yaml", []outlineTest{
		{"keys", "# top\na: 1\nb:\n- x\n\n# about c\nc: |\n  d: 2\n\"e: f\": 3\n", []string{
			"1-2 code 1 a", "3-3 code 1 b", "4-4 code", "6-8 code 1 c", "9-9 code 1 e: f"}},
		{"documents", "---\na: 1\n---\nurl:http\n", []string{"1-1 code", "2-2 code 1 a", "3-4 code"}},
	})
	testOutline(t, "toml", []outlineTest{
		{"tables", "x = 1\n\n# about\n[a.b]\ny = '''\n[no]\n'''\nz = [\n  [1, 2],\n]\n[[c]] # d\n", []string{
			"1-1 code", "3-10 code 1 a.b", "11-11 code 1 c"}}})
	testOutline(t, "ini", []outlineTest{
		{"sections", "; c\n[remote \"origin\"]\nurl=x\n[core]\n", []string{"1-3 code 1 remote \"origin\"", "4-4 code 1 core"}}})
}

func TestOutlineLog(t *testing.T) {
	testOutline(t, "log", []outlineTest{
		{"entries", "2026-01-02 03:04:05 a\n2026-01-02 03:04:06 b\n\tat x\n\tat y\n[INFO] c\nJan  2 15:04:05 d\n", []string{
			"1-1 paragraph", "2-4 code", "5-6 paragraph"}},
		{"no marks", "one\ntwo\n  more\nthree", []string{"1-1 paragraph", "2-3 code", "4-4 paragraph"}},
	})
}
