package chunk_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rag-context/rag/chunk"
)

var formats = []string{
	"markdown", "rst", "org", "text", "go", "python", "ruby", "shell", "perl", "lua", "elixir", "c", "cpp", "java",
	"javascript", "rust", "csharp", "php", "css", "protobuf", "code", "csv", "tsv", "json", "yaml", "toml", "ini",
	"log", "no such format",
}

var seeds = []string{
	"", "\n", "a", "\r\n \r\n", "\x00\xff\xfe", "---\na: b\n---\n# T\n\ntext", "# A\n\n```\n# no\n", "- a\n  ```\nb\n",
	"T\n=\n\n::\n\n  code\n\n+--+\n|a |\n+--+\n", "* TODO A :x:\n#+begin_src go\nx\n#+end_src\n", "a,b\n\"x\ny\",2\n\"",
	"class A {\n  void f() { '\"' }\n\n}\n", "class A:\n  def f(self):\n    \"\"\"\nx\n\"\"\"\n", "{\n \"a\": [1,\n 2]\n}",
	"package p\n\n// F does.\nfunc F() {}\n", "NAME\n       x - y\n\n2.1 Title\n\ntext", "2026-01-02 x\n\tat y\nERROR z\n",
	"cat <<EOF\nx\nEOF\nf() {\n}\n", "[a]\nx = '''\n[b]\n'''\n", "<!--\n\n# x", "|a|\n|-|\n|b|\n", "{#a", "\\", "#", "`", "*", "_",
}

// FuzzOutline checks that the blocks of any text in any format cover it.
func FuzzOutline(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range formats {
			blocks := chunk.Outline(format, text)
			if err := tiles(format, text, spansOf(blocks)); err != nil {
				t.Fatalf("Outline(%q): %v", format, err)
			}
		}
	})
}

// FuzzAssemble checks that the chunks of any text cover it, whatever the
// sizes wished for.
func FuzzAssemble(f *testing.F) {
	for i, seed := range seeds {
		f.Add(seed, i*7, i*11)
	}
	f.Fuzz(func(t *testing.T, text string, target, most int) {
		for _, format := range formats {
			chunks := chunk.Assemble(chunk.Outline(format, text), chunk.Options{TargetTokens: target, MaxTokens: most})
			if err := tiles(format, text, spansOfChunks(chunks)); err != nil {
				t.Fatalf("Assemble of %q: %v", format, err)
			}
			if err := titled(chunks); err != nil {
				t.Fatalf("Assemble of %q: %v", format, err)
			}
		}
	})
}

// TestTextsOfManyShapes is the same on texts made of the words that formats
// give a meaning to, which random bytes hardly hit.
func TestTextsOfManyShapes(t *testing.T) {
	line := rapid.SampledFrom([]string{
		"", "", "", " ", "\t", "text and more text of a paragraph.", "# One", "## Two {#x}", "### Three", "====", "----", "```", "~~~~",
		"    indented", "\tx := 1", "- item", "  - nested", "1. first", "> quote", "| a | b |", "|---|---|", "<!--", "-->", "<pre>", "</pre>",
		".. note::", ".. code-block:: c", "literal::", "+---+", "==== ===", "* Headline :tag:", "#+begin_src", "#+end_src",
		"class A {", "class B:", "  def f(self):", "    return 1", "}", "  }", "func f() {", "/*", "*/", `"""`, `"`, "'", "`", "{", "[", "],",
		`"key": 1,`, "key:", "[section]", "a,b,c", `"a`, "2026-01-02 03:04:05 INFO x", "\tat y", "NAME", "2.1 Title", "   Sub", "        deep",
		"package p", "import \"x\"", "type T struct {", "#define X \\", "cat <<EOF", "EOF", "\r", "\xff\xfe", "漢字かな", "end",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(line, 0, 60).Draw(t, "lines"), "\n")
		target := rapid.IntRange(1, 80).Draw(t, "target")
		for _, format := range formats {
			blocks := chunk.Outline(format, text)
			if err := tiles(format, text, spansOf(blocks)); err != nil {
				t.Fatalf("Outline(%q): %v", format, err)
			}
			chunks := chunk.Assemble(blocks, chunk.Options{TargetTokens: target})
			if err := tiles(format, text, spansOfChunks(chunks)); err != nil {
				t.Fatalf("Assemble of %q: %v", format, err)
			}
			if err := titled(chunks); err != nil {
				t.Fatalf("Assemble of %q: %v", format, err)
			}
		}
	})
}

// TestBlocksOfAnyShape feeds Assemble what no outline makes but an extractor
// might: lines that don't add up, levels out of order, no titles.
func TestBlocksOfAnyShape(t *testing.T) {
	block := rapid.Custom(func(t *rapid.T) chunk.Block {
		first := rapid.IntRange(-2, 50).Draw(t, "first")
		return chunk.Block{
			Kind:  chunk.Kind(rapid.IntRange(0, 6).Draw(t, "kind")),
			Level: rapid.IntRange(-1, 200).Draw(t, "level"),
			Title: rapid.SampledFrom([]string{"", " ", "A", "B\nC"}).Draw(t, "title"),
			First: first,
			Last:  first + rapid.IntRange(-2, 9).Draw(t, "lines"),
			Text:  rapid.StringMatching(`([a-z]{0,9}[ \n]){0,20}`).Draw(t, "text"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		blocks := rapid.SliceOfN(block, 0, 30).Draw(t, "blocks")
		chunks := chunk.Assemble(blocks, chunk.Options{TargetTokens: rapid.IntRange(1, 50).Draw(t, "target")})
		var want, got []string
		for _, b := range blocks {
			want = append(want, filledLines(b.Text)...)
		}
		for _, c := range chunks {
			got = append(got, filledLines(c.Text)...)
			if c.First < 1 || c.Last < c.First {
				t.Fatalf("lines %d to %d", c.First, c.Last)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("lines of the chunks\n%q\nare not those of the blocks\n%q", got, want)
		}
		if err := titled(chunks); err != nil {
			t.Fatal(err)
		}
	})
}

// TestLongInputs repeats what once made, or easily makes, an outline look at
// everything again for every line; then this test takes minutes.
func TestLongInputs(t *testing.T) {
	for _, unit := range []string{"\n", "a\n\n", "{(\n", "\"'`[(/"} {
		text := strings.Repeat(unit, 1<<16/len(unit))
		for _, format := range formats {
			chunks := chunk.Assemble(chunk.Outline(format, text), chunk.Options{})
			if err := tiles(format, text, spansOfChunks(chunks)); err != nil {
				t.Errorf("%q as %q: %v", unit, format, err)
			}
		}
	}
}

// lineSpan is what a block and a chunk have in common.
type lineSpan struct {
	first, last int
	text        string
}

func spansOf(blocks []chunk.Block) (spans []lineSpan) {
	for _, b := range blocks {
		spans = append(spans, lineSpan{b.First, b.Last, b.Text})
	}
	return spans
}

func spansOfChunks(chunks []chunk.Chunk) (spans []lineSpan) {
	for _, c := range chunks {
		spans = append(spans, lineSpan{c.First, c.Last, c.Text})
	}
	return spans
}

// tiles reports the first span whose text is not exactly its source lines, or
// that overlaps the one before, and the first line with something on it that
// is in no span.
func tiles(format, text string, spans []lineSpan) error {
	lines := strings.Split(text, "\n")
	next := 1
	if format == "markdown" && len(spans) > 0 && frontMatter(lines, spans[0].first) {
		next = spans[0].first
	} else if format == "markdown" && len(spans) == 0 {
		return nil // at most front matter; the table tests see to that
	}
	for _, s := range spans {
		if s.first < next || s.last < s.first || s.last > len(lines) {
			return fmt.Errorf("span of lines %d to %d after line %d, of %d", s.first, s.last, next-1, len(lines))
		}
		if strings.TrimSpace(s.text) == "" {
			return fmt.Errorf("lines %d to %d: nothing but blanks", s.first, s.last)
		}
		if want := strings.Join(lines[s.first-1:s.last], "\n"); s.text != want {
			return fmt.Errorf("lines %d to %d: got %q, want %q", s.first, s.last, s.text, want)
		}
		if err := allBlank(lines, next, s.first-1); err != nil {
			return err
		}
		next = s.last + 1
	}
	return allBlank(lines, next, len(lines))
}

func allBlank(lines []string, first, last int) error {
	for i := first; i <= last; i++ {
		if strings.TrimSpace(lines[i-1]) != "" {
			return fmt.Errorf("line %d, %q, is in no span", i, lines[i-1])
		}
	}
	return nil
}

// frontMatter reports whether the lines before first may be front matter.
func frontMatter(lines []string, first int) bool {
	open := strings.TrimSpace(lines[0])
	if open != "---" && open != "+++" {
		return false
	}
	for i := first - 1; i > 1; i-- {
		if line := strings.TrimSpace(lines[i-1]); line != "" {
			return line == open || line == "..."
		}
	}
	return false
}

func titled(chunks []chunk.Chunk) error {
	for _, c := range chunks {
		for _, title := range c.Heading {
			if strings.TrimSpace(title) != title || title == "" || len(title) > 130 {
				return fmt.Errorf("lines %d to %d: heading %q", c.First, c.Last, c.Heading)
			}
		}
	}
	return nil
}

func filledLines(text string) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
