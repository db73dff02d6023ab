package extract_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/chunk"
	"rag-context/rag/extract"

	"rag-context/rag/ragtest"
)

func page(t *testing.T, source string) rag.Extracted {
	t.Helper()
	e, err := extract.Text{}.Extract(t.Context(), rag.Content{Path: "a.html", Data: []byte(source)})
	if err != nil {
		t.Fatal(err)
	}
	checkBlocks(t, e.Blocks)
	return e
}

func TestHTMLBlocks(t *testing.T) {
	const p, h, l, c, tb = chunk.Paragraph, chunk.Heading, chunk.List, chunk.Code, chunk.Table
	tests := []struct {
		name, source string
		want         []chunk.Block
	}{
		{"headings and paragraphs", "<h1>One <i>two</i></h1>\n<p>\nFirst  line\n  second <b>line</b>.\n</p>\n<h3 id=x>\nThree\nlines<a href=#x>¶</a>\n</h3>", []chunk.Block{
			{Kind: h, Level: 1, Title: "One two", First: 1, Last: 1, Text: "One two"},
			{Kind: p, First: 3, Last: 4, Text: "First line\nsecond line."},
			{Kind: h, Level: 3, Title: "Three lines", First: 7, Last: 8, Text: "Three\nlines"},
		}},
		{"entities", "<p>a &lt; b &amp;&amp; caf&eacute;&nbsp;&mdash; &#x4e00; &unknown; hyphen&shy;ated", []chunk.Block{
			{Kind: p, First: 1, Last: 1, Text: "a < b && café — 一 &unknown; hyphenated"},
		}},
		{"code", "<p>Text:\n<pre>\n\n  if <b>x</b> {\n\treturn\n  }\n\n</pre>\nMore", []chunk.Block{
			{Kind: p, First: 1, Last: 1, Text: "Text:"},
			{Kind: c, First: 4, Last: 6, Text: "  if x {\n\treturn\n  }"},
			{Kind: p, First: 9, Last: 9, Text: "More"},
		}},
		{"lists", "<ul>\n<li>one\n<li><p>two</p>\n<p>more</p>\n<ol><li>deep</li>\n<li>deeper</li></ol></ul>end", []chunk.Block{
			{Kind: l, First: 2, Last: 2, Text: "- one"},
			{Kind: l, First: 3, Last: 3, Text: "- two"},
			{Kind: l, First: 4, Last: 4, Text: "  more"},
			{Kind: l, First: 5, Last: 5, Text: "  1. deep"},
			{Kind: l, First: 6, Last: 6, Text: "  2. deeper"},
			{Kind: p, First: 6, Last: 6, Text: "end"},
		}},
		{"table", "<table>\n<caption>Sizes</caption>\n<tr><th>Name<th>Size\n<tr><td>a\nb<td>\n<tr><td></td><td>1<br>2</td></tr>\n</table>", []chunk.Block{
			{Kind: tb, First: 2, Last: 6, Text: "Sizes\nName | Size\na b | \n | 1 2"},
		}},
		{"table for layout", "<table><tr><td>Menu<td><h2>Title</h2><p>Text\n<table><tr><td>1<td>2</table>\nafter</table>", []chunk.Block{
			{Kind: tb, First: 1, Last: 1, Text: "Menu"},
			{Kind: h, Level: 2, Title: "Title", First: 1, Last: 1, Text: "Title"},
			{Kind: p, First: 1, Last: 1, Text: "Text"},
			{Kind: tb, First: 2, Last: 2, Text: "1 | 2"},
			{Kind: p, First: 3, Last: 3, Text: "after"},
		}},
		{"left out", "<nav>n</nav><style>s</style><p>a<script>b</script>c\n<svg><title>t</title></svg><p hidden>d<p>e<span style='display: none'>f<span>g</span></span>h\n<div role=navigation>i<div>j</div></div><button>k</button><footer>l</footer>", []chunk.Block{
			{Kind: p, First: 1, Last: 1, Text: "ac"},
			{Kind: p, First: 2, Last: 2, Text: "eh"},
		}},
		{"never closed", "<nav>menu<p>all the rest", []chunk.Block{
			{Kind: p, First: 1, Last: 1, Text: "menu"},
			{Kind: p, First: 1, Last: 1, Text: "all the rest"},
		}},
		{"tags over lines", "<p\nclass='a\nb'\n>text<br\n/>more", []chunk.Block{
			{Kind: p, First: 4, Last: 5, Text: "text\nmore"},
		}},
		{"powers", "<p>10<sup>6</sup>", []chunk.Block{{Kind: p, First: 1, Last: 1, Text: "10^6"}}},
		{"bare text", "just text\n\n\nand more", []chunk.Block{{Kind: p, First: 1, Last: 4, Text: "just text\nand more"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, page(t, test.source).Blocks); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestHTMLMetadata(t *testing.T) {
	tests := []struct {
		name, source string
		want         described
	}{
		{"head", "<title>\nThe &amp; title\n</title><meta name=Keywords content='a, b'><meta property='article:published_time' content='2024-03-05'><p>x",
			described{"The & title", nil, []string{"a", "b"}, date(2024, 3, 5)}},
		{"heading", "<h2>Part</h2><h1>Title</h1>", described{Title: "Title"}},
		{"comment", "<!--{\n\"Title\": \"Named\"\n}-->\n<h1>Other</h1>", described{Title: "Named"}},
		{"other comments", "<!-- {\"Title\": 1} --><!--{broken--><p>x", described{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, describe(t, "a.html", test.source)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLongTableIsDivided(t *testing.T) {
	row := "<tr><td>name<td>" + strings.Repeat("value ", 20) + "</tr>\n"
	blocks := page(t, "<table>"+strings.Repeat(row, 100)+"</table>").Blocks
	if len(blocks) < 3 || blocks[0].Last >= blocks[1].First {
		t.Errorf("%d blocks", len(blocks))
	}
}

// Each word of each block stands on the source lines that the block names.
func TestGoPages(t *testing.T) {
	for name, title := range map[string]string{
		"go_spec.html": "The Go Programming Language Specification", "go_mem.html": "The Go Memory Model",
	} {
		source, err := os.ReadFile(ragtest.GoRoot(t, "doc", name))
		if err != nil {
			t.Fatal(err)
		}
		e := page(t, string(source))
		if e.Title != title {
			t.Errorf("%s: title %q", name, e.Title)
		}
		lines := strings.Split(string(source), "\n")
		kinds := map[chunk.Kind]int{}
		for _, block := range e.Blocks {
			kinds[block.Kind]++
			checkWords(t, block, strings.Join(lines[block.First-1:block.Last], "\n"))
		}
		for _, kind := range []chunk.Kind{chunk.Paragraph, chunk.Heading, chunk.List, chunk.Code} {
			if kinds[kind] < 5 {
				t.Errorf("%s: %d blocks of kind %d", name, kinds[kind], kind)
			}
		}
	}
}

var tag = regexp.MustCompile(`<[^>]*>`)

// checkWords looks for the plain words of a block in its source lines.
func checkWords(t *testing.T, block chunk.Block, source string) {
	t.Helper()
	source = tag.ReplaceAllString(source, "")
	for word := range strings.FieldsSeq(block.Text) {
		plain := strings.Trim(word, "0123456789.-,:;()[]{}\"'")
		if strings.IndexFunc(plain, func(r rune) bool { return r < 'A' || r > 'z' || r > 'Z' && r < 'a' }) < 0 &&
			!strings.Contains(source, plain) {
			t.Errorf("lines %d to %d: no %q in %.200q", block.First, block.Last, word, source)
		}
	}
}
