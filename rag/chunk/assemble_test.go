package chunk_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag/chunk"
)

func TestEstimateTokens(t *testing.T) {
	for text, want := range map[string]int{
		"":                      0,
		"a":                     1,
		"abcdefghij":            3, // 2.2
		"1234567890":            7,
		"a, b.":                 2, // 1.72
		"\n\n\n\n\n":            3,
		"漢字かな한국":                6,
		"привет":                3, // 2.4
		"\xff\xff\xff":          2, // 1.2
		strings.Repeat(" ", 25): 2,
	} {
		if got := chunk.EstimateTokens(text); got != want {
			t.Errorf("EstimateTokens(%q) = %d, want %d", text, got, want)
		}
	}
}

// words makes a line of about that many tokens.
func words(tokens int) string {
	return strings.TrimSpace(strings.Repeat("abcdefghi ", tokens/2)) // two tokens each
}

func assembled(chunks []chunk.Chunk) []string {
	var lines []string
	for _, c := range chunks {
		lines = append(lines, fmt.Sprintf("%d-%d %s", c.First, c.Last, strings.Join(c.Heading, " > ")))
	}
	return lines
}

func TestAssembleMarkdown(t *testing.T) {
	big, small, tiny := words(80), words(35), words(5)
	table := "| a | b |\n|---|---|\n" + strings.Repeat("| 1 | 2 |\n", 60)
	tests := []struct {
		name string
		text string
		want []string // for a target of 100 tokens
	}{
		{"one section", "# A\n\n" + small + "\n\n" + small, []string{"1-5 A"}},
		{"heading stays with its text", "# A\n\n## B\n\n" + big + "\n\n" + big + "\n", []string{"1-5 A > B", "7-7 A > B"}},
		{"sections of level 2 stay apart", "# A\n## B\n" + small + "\n## C\n" + small + "\n", []string{"1-3 A > B", "4-5 A > C"}},
		{"small sections of level 3 are joined", "## A\n### B\n" + small + "\n### C\n" + small + "\n### D\n" + small + "\n",
			[]string{"1-5 A", "6-7 A > D"}},
		{"tiny sections look for a neighbour", "# A\n" + big + "\n# B\n" + tiny + "\n", []string{"1-4 "}},
		{"tiny sections prefer the same section", "# A\n" + small + "\n## B\n" + tiny + "\n# C\n" + small + "\n", []string{"1-4 A", "5-6 C"}},
		{"levels skip", "### A\n" + small + "\n# B\n" + small + "\n#### C\n" + big + "\n", []string{"1-2 A", "3-4 B", "5-6 B > C"}},
		{"no headings", big + "\n\n" + big, []string{"1-1 ", "3-3 "}},
		{"heading at the end", big + "\n\n" + big + "\n\n# A", []string{"1-1 ", "3-5 "}},
		{"empty heading", "#\n\n" + small + "\n\n## B\n\n" + small, []string{"1-3 ", "5-7 B"}},
		{"table stays whole", "# T\n\n" + strings.Join(strings.SplitAfter(table, "\n")[:20], "") + "\nend", []string{"1-24 T"}},
		{"table over the maximum", "# T\n\n" + table + "\n", []string{"1-23 T", "24-43 T", "44-64 T"}},
		{"as follows", small + "\n\n" + small + "\n\nAs follows:\n\n```\n" + small + "\n" + small + "\n```\n", []string{"1-3 ", "5-10 "}},
		{"front matter", "---\na: b\n---\n\ntext", []string{"5-5 "}},
		{"one huge line", "# A\n\n" + words(900) + "\nrest", []string{"1-3 A", "4-4 A"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			chunks := chunk.Assemble(chunk.Outline("markdown", test.text), chunk.Options{TargetTokens: 100})
			if diff := cmp.Diff(test.want, assembled(chunks)); diff != "" {
				t.Errorf("chunks (-want +got):\n%s", diff)
			}
			if err := tiles("markdown", test.text, spansOfChunks(chunks)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAssembleDividesWhereItMust(t *testing.T) {
	body := strings.Repeat("\tx := call(1, 2)\n", 8)
	item := "- " + words(20) + "\n  " + words(20) + "\n"
	tests := []struct {
		name, format, text string
		want               []string
	}{
		{"functions at blank lines", "go", "package p\n\nfunc F() {\n" + body + "\n" + body + "\n" + body + body + "}\n",
			[]string{"1-11 ", "13-20 func F", "22-29 func F", "30-38 func F"}},
		{"lists between items", "markdown", strings.Repeat(item, 6), []string{"1-4 ", "5-8 ", "9-12 "}},
		{"prose after sentences", "text", strings.Repeat(words(24)+"\n"+words(20)+".\n", 4), []string{"1-4 ", "5-8 "}},
		{"rows", "csv", "a,b\n" + strings.Repeat("1,2\n", 90), []string{"1-31 columns: a, b", "32-61 columns: a, b", "62-91 columns: a, b"}},
		{"methods under their class", "python", "class A:\n    def f():\n" + strings.Repeat("        x = y(1, 2)\n", 12) + "    def g():\n" +
			strings.Repeat("        x = y(1, 2)\n", 12), []string{"1-14 class A", "15-27 class A > def g"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			chunks := chunk.Assemble(chunk.Outline(test.format, test.text), chunk.Options{TargetTokens: 100, MaxTokens: 150})
			if diff := cmp.Diff(test.want, assembled(chunks)); diff != "" {
				t.Errorf("chunks (-want +got):\n%s", diff)
			}
			if err := tiles(test.format, test.text, spansOfChunks(chunks)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAssembleOtherText: blocks whose text is not that of their lines, as
// extractors of pages make them.
func TestAssembleOtherText(t *testing.T) {
	blocks := []chunk.Block{
		{Kind: chunk.Heading, Level: 1, Title: "A", First: 1, Last: 1, Text: "A"},
		{First: 1, Last: 1, Text: "one\ntwo"},
		{First: 4, Last: 9, Text: "three"},
	}
	want := []chunk.Chunk{{Heading: []string{"A"}, First: 1, Last: 9, Text: "A\n\none\ntwo\n\nthree"}}
	if diff := cmp.Diff(want, chunk.Assemble(blocks, chunk.Options{})); diff != "" {
		t.Errorf("chunks (-want +got):\n%s", diff)
	}
	if got := chunk.Assemble(nil, chunk.Options{}); got != nil {
		t.Errorf("Assemble(nil) = %v", got)
	}
}

// TestRealFiles checks on files of the Go installation that chunks give back
// the source and have about the size aimed for.
func TestRealFiles(t *testing.T) {
	tests := []struct {
		format string
		path   []string
	}{
		{"text", []string{"doc", "go_spec.html"}},
		{"markdown", []string{"doc", "godebug.md"}},
		{"markdown", []string{"README.md"}},
		{"go", []string{"src", "net", "dial.go"}},
		{"go", []string{"src", "net", "net.go"}},
		{"go", []string{"src", "net", "http", "server.go"}},
		{"c", []string{"src", "regexp", "testdata", "testregex.c"}},
		{"python", []string{"src", "runtime", "runtime-gdb.py"}},
		{"shell", []string{"src", "make.bash"}},
		{"javascript", []string{"lib", "wasm", "wasm_exec.js"}},
		{"json", []string{"src", "crypto", "tls", "bogo_config.json"}},
	}
	for _, test := range tests {
		t.Run(strings.Join(test.path, "/"), func(t *testing.T) {
			text := goroot(t, test.path...)
			chunks := chunk.Assemble(chunk.Outline(test.format, text), chunk.Options{})
			if err := tiles(test.format, text, spansOfChunks(chunks)); err != nil {
				t.Error(err)
			}
			var sizes []int
			for _, c := range chunks {
				sizes = append(sizes, chunk.EstimateTokens(c.Text))
			}
			slices.Sort(sizes)
			if median := sizes[len(sizes)/2]; len(sizes) > 2 && (median < 230 || median > 440) {
				t.Errorf("median of %d chunks is %d tokens", len(sizes), median)
			}
			if most := sizes[len(sizes)-1]; most > 720 {
				t.Errorf("largest chunk has %d tokens", most)
			}
		})
	}
}
