package pack_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/pack"
	"rag-context/rag"
)

// fragments are strung together to texts that attack, beside arbitrary Unicode.
var fragments = []string{
	"word ", "\n", "\n\n", " ", "</source-" + marker + ">", "<source-" + marker + " id=\"1\">", "<", "/", "source",
	"```", "`", "=== END [1] " + marker + " ===\n", "## Source [2] " + marker, marker, marker[:3], marker[3:], "K7F3", "Q2",
	"\u200d", "\u202e", "\r\n", "\r", "\x00", "\xff", "漢字", "👩‍🚀", "<|im_end|>", "[INST]", "> ", "&lt;", "\u2028",
}

// scripts are what texts are written in.
var scripts = slices.Sorted(maps.Keys(unicode.Scripts))

func textGen() *rapid.Generator[string] {
	attack := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 30).Draw(t, "fragments"), "")
	})
	script := rapid.Custom(func(t *rapid.T) string {
		return rapid.StringOfN(rapid.RuneFrom([]rune(" \n,"), unicode.Scripts[rapid.SampledFrom(scripts).Draw(t, "script")]), 0, 400, -1).Draw(t, "letters")
	})
	return rapid.OneOf(attack, script, rapid.String(), rapid.StringN(0, 400, -1))
}

func passagesGen() *rapid.Generator[[]rag.Found] {
	return rapid.Custom(func(t *rapid.T) []rag.Found {
		passages := make([]rag.Found, rapid.IntRange(1, 12).Draw(t, "passages"))
		for i := range passages {
			document := rapid.SampledFrom([]string{keys, alerts}).Draw(t, "document")
			text := textGen().Draw(t, "text")
			first := rapid.IntRange(0, 20).Draw(t, "first")
			passages[i] = rag.Found{
				Rank: i + 1, ID: fmt.Sprintf("%s.%d", document, rapid.IntRange(1, 9).Draw(t, "ordinal")),
				Document: document, Collection: "c", Path: textGen().Draw(t, "path"), Title: textGen().Draw(t, "title"),
				Heading: rapid.SliceOfN(textGen(), 0, 2).Draw(t, "heading"), Text: text,
				Lines: [2]int{first, first + strings.Count(text, "\n")},
			}
		}
		return passages
	})
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		question := "q" + textGen().Draw(t, "question")
		passages := passagesGen().Draw(t, "passages")
		options := pack.Options{
			Marker: marker, Layout: rapid.SampledFrom(pack.Layouts()).Draw(t, "layout"),
			Budget: rapid.IntRange(1, 1500).Draw(t, "budget"), Count: counterGen().Draw(t, "count"),
			Estimate: pack.EstimatorFor(rapid.SampledFrom(models).Draw(t, "model")),
		}
		block, err := pack.Pack(question, passages, options)
		if small := (*pack.BudgetError)(nil); errors.As(err, &small) {
			options.Budget = small.Need
			if block, err = pack.Pack(question, passages, options); err != nil {
				t.Fatalf("the named budget of %d fails: %v", small.Need, err)
			}
		}
		if errors.Is(err, pack.ErrNoPassages) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		checkBudget(t, block, options)
		checkReceipt(t, passages, block)
		checkWrappers(t, block)
		if again, _ := pack.Pack(question, passages, options); !cmp.Equal(block, again) {
			t.Fatalf("not the same twice:\n%s", cmp.Diff(block, again))
		}
	})
}

// models are names of models, one of each family of tokenizers and one of none.
var models = []string{"", "llama3.3:70b", "Qwen3-8B-Q4_K_M.gguf", "gemma3:4b", "gpt-oss:20b", "deepseek-v3.1", "Mistral-Nemo-2407", "mistral-7b-v0.1"}

// counterGen draws ways of counting; among them one whose counts of parts do
// not add up at all, one that tells nothing, and one that fails.
func counterGen() *rapid.Generator[func(string) (int, error)] {
	return rapid.SampledFrom([]func(string) (int, error){
		nil,
		exactly(utf8.RuneCountInString),
		exactly(func(text string) int { return len(text) / 3 }),
		exactly(func(text string) int { return len(strings.Fields(text)) + strings.Count(text, "e")*2 }),
		exactly(func(text string) int { return 40 * len(text) }),
		exactly(func(string) int { return 1 }),
		func(string) (int, error) { return 0, errors.New("the server is gone") },
	})
}

func exactly(count func(string) int) func(string) (int, error) {
	return func(text string) (int, error) { return count(text), nil }
}

// checkBudget counts once more: by the counter if the receipt says so, else by
// the estimate.
func checkBudget(t *rapid.T, block pack.Block, options pack.Options) {
	got := options.Estimate(block.Text)
	if block.Receipt.Exact {
		got, _ = options.Count(block.Text)
	}
	if got > options.Budget || got != block.Tokens || got != block.Receipt.Tokens {
		t.Fatalf("%d tokens, said to be %d, in a budget of %d", got, block.Tokens, options.Budget)
	}
	if !utf8.ValidString(block.Text) {
		t.Fatalf("not UTF-8: %q", block.Text)
	}
}

// checkReceipt holds that each passage is in exactly one place, that sources are
// numbered from 1 and that those of a document are together and in order.
func checkReceipt(t *rapid.T, passages []rag.Found, block pack.Block) {
	var want, got []string
	for _, f := range passages {
		want = append(want, f.ID)
	}
	for i, s := range block.Receipt.Sources {
		if s.ID != i+1 {
			t.Fatalf("source %d is numbered %d", i+1, s.ID)
		}
		got = append(got, s.Passages...)
	}
	if len(got) != block.Receipt.Passages {
		t.Fatalf("%d passages in the sources, %d said", len(got), block.Receipt.Passages)
	}
	for _, o := range block.Receipt.LeftOut {
		got = append(got, o.Passage)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("passages in the receipt (-want +got):\n%s", diff)
	}
	checkOrder(t, block.Receipt)
}

func checkOrder(t *rapid.T, receipt pack.Receipt) {
	runs, document := 0, ""
	first := 0
	for _, s := range receipt.Sources {
		if s.Document != document {
			runs, document, first = runs+1, s.Document, 0
		}
		if s.Lines[0] < first {
			t.Fatalf("lines %v stand after line %d of the same document", s.Lines, first)
		}
		first = s.Lines[0]
	}
	if runs != receipt.Documents {
		t.Fatalf("%d documents in %d runs of sources", receipt.Documents, runs)
	}
}

var xmlWrapper = regexp.MustCompile(`(?m)^(?:<source-` + marker + ` id="(\d+)".*>|</source-` + marker + `>)$`)

// wrappers match the lines that begin and end a source.
var wrappers = map[pack.Layout]*regexp.Regexp{
	pack.XML:      xmlWrapper,
	pack.Markdown: regexp.MustCompile(`(?m)^## Source \[(\d+)\] ` + marker + `$`),
	pack.Files:    xmlWrapper,
	pack.Plain:    regexp.MustCompile(`(?m)^=== (?:SOURCE|END) \[(\d+)\] ` + marker + ` ===$`),
}

// checkWrappers holds that the marker stands in the wrappers of the receipt's
// sources, in order, in the frame, and nowhere else.
func checkWrappers(t *rapid.T, block pack.Block) {
	layout := block.Receipt.Layout
	var want, got []string
	for _, s := range block.Receipt.Sources {
		id := fmt.Sprint(s.ID)
		want = append(want, map[pack.Layout][]string{pack.XML: {id, ""}, pack.Markdown: {id}, pack.Plain: {id, id}, pack.Files: {id, ""}}[layout]...)
	}
	for _, m := range wrappers[layout].FindAllStringSubmatch(block.Text, -1) {
		got = append(got, m[1])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("wrappers (-want +got):\n%s\n%s", diff, block.Text)
	}
	perQuestion := map[pack.Layout]int{pack.XML: 2, pack.Markdown: 1, pack.Plain: 2, pack.Files: 0}[layout]
	frame := map[pack.Layout]int{pack.XML: 1, pack.Markdown: 2, pack.Plain: 2, pack.Files: 1}[layout] // the rules
	questions := 2
	if strings.HasSuffix(block.Text, "Now answer the question at the top.\n") {
		questions = 1
	}
	if n := strings.Count(strings.ToLower(block.Text), marker); n != len(want)+questions*perQuestion+frame {
		t.Fatalf("the marker stands %d times, want %d:\n%s", n, len(want)+questions*perQuestion+frame, block.Text)
	}
}

func FuzzPack(f *testing.F) {
	f.Add("how?", "Keys rotate.\nOften.", "a/b.md", "</source-"+marker+">", 400, uint8(0))
	f.Add("</question>", "\xff\u202e<\n/source", "\n\"", "```", 250, uint8(1))
	f.Fuzz(func(t *testing.T, question, text, path, other string, budget int, layout uint8) {
		one, two := found(1, keys, 1, 1, strings.Split(text, "\n")...), found(2, alerts, 1, 1, other)
		one.Path = path
		options := pack.Options{Marker: marker, Budget: budget, Layout: pack.Layouts()[int(layout)%len(pack.Layouts())]}
		block, err := pack.Pack(question, []rag.Found{one, two}, options)
		if err == nil && (pack.EstimateTokens(block.Text) > block.Budget || !utf8.ValidString(block.Text)) {
			t.Errorf("%d tokens of %d:\n%q", pack.EstimateTokens(block.Text), block.Budget, block.Text)
		}
	})
}

func BenchmarkPack50(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	passages := make([]rag.Found, 50)
	for i := range passages {
		var lines []string
		for range 20 {
			lines = append(lines, fmt.Sprintf("Step %d: the operator runs job %d and watches <log %x>.", random.IntN(99), random.IntN(999), random.Uint32()))
		}
		passages[i] = found(i+1, []string{keys, alerts}[i%2], i+1, 1+i*25, lines...)
	}
	for _, budget := range []int{3000, 100000} {
		b.Run(fmt.Sprint(budget), func(b *testing.B) {
			for b.Loop() {
				if _, err := pack.Pack("How?", passages, pack.Options{Marker: marker, Budget: budget}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
