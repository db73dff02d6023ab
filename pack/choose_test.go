package pack_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"rag-context/pack"
	"rag-context/rag"
)

// row is what the tests below compare of a receipt's source.
type row struct {
	Passages []string
	Lines    [2]int
	Cut      bool
}

func rows(b pack.Block) []row {
	var all []row
	for _, s := range b.Receipt.Sources {
		short := make([]string, len(s.Passages))
		for i, id := range s.Passages {
			short[i] = id[len(id)-3:]
		}
		all = append(all, row{short, s.Lines, s.Cut})
	}
	return all
}

func mustPack(t *testing.T, passages []rag.Found, options pack.Options) pack.Block {
	t.Helper()
	options.Marker = marker
	block, err := pack.Pack("What?", passages, options)
	if err != nil {
		t.Fatal(err)
	}
	return block
}

func TestMerge(t *testing.T) {
	extracted := func(rank, ordinal int, text string) rag.Found {
		f := found(rank, keys, ordinal, 0, text)
		f.Lines = [2]int{}
		return f
	}
	tests := map[string]struct {
		passages []rag.Found
		want     []row
		text     string // must stand in the block
	}{
		"adjacent lines": {
			[]rag.Found{found(1, keys, 5, 3, "c", "d"), found(2, keys, 2, 1, "a", "b")},
			[]row{{Passages: []string{"a.2", "a.5"}, Lines: [2]int{1, 4}}}, "\na\nb\nc\nd\n",
		},
		"consecutive ordinals keep blank lines": {
			[]rag.Found{found(1, keys, 1, 1, "a"), found(2, keys, 2, 4, "d")},
			[]row{{Passages: []string{"a.1", "a.2"}, Lines: [2]int{1, 4}}}, "\na\n\n\nd\n",
		},
		"far consecutive ordinals": {
			[]rag.Found{found(1, keys, 1, 1, "a"), found(2, keys, 2, 400, "d")},
			[]row{{Passages: []string{"a.1", "a.2"}, Lines: [2]int{1, 400}}}, "\na\n\n\n\nd\n",
		},
		"a gap": {
			[]rag.Found{found(1, keys, 3, 9, "i"), found(2, keys, 1, 1, "a")},
			[]row{{Passages: []string{"a.1"}, Lines: [2]int{1, 1}}, {Passages: []string{"a.3"}, Lines: [2]int{9, 9}}}, "",
		},
		"overlapping lines": {
			[]rag.Found{found(1, keys, 1, 1, "a", "b", "c"), found(2, keys, 2, 2, "b", "c", "d")},
			[]row{{Passages: []string{"a.1", "a.2"}, Lines: [2]int{1, 4}}}, "\na\nb\nc\nd\n",
		},
		"overlapping lines that differ": {
			[]rag.Found{found(1, keys, 1, 1, "a", "b", "c"), found(2, keys, 2, 3, "X", "d")},
			[]row{{Passages: []string{"a.1"}, Lines: [2]int{1, 3}}, {Passages: []string{"a.2"}, Lines: [2]int{3, 4}}}, "",
		},
		"better passage within a wider one": {
			[]rag.Found{found(1, keys, 2, 2, "b"), found(2, keys, 1, 1, "a", "b", "c")},
			[]row{{Passages: []string{"a.1", "a.2"}, Lines: [2]int{1, 3}}}, "\na\nb\nc\n",
		},
		"no lines known": {
			[]rag.Found{extracted(1, 4, "four"), extracted(2, 5, "five"), extracted(3, 7, "seven")},
			[]row{{Passages: []string{"a.4", "a.5"}}, {Passages: []string{"a.7"}}}, "\nfour\n\nfive\n",
		},
		"other documents stay apart": {
			[]rag.Found{found(1, alerts, 1, 3, "c"), found(2, keys, 1, 1, "a", "b")},
			[]row{{Passages: []string{"b.1"}, Lines: [2]int{3, 3}}, {Passages: []string{"a.1"}, Lines: [2]int{1, 2}}}, "",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			block := mustPack(t, tt.passages, pack.Options{})
			if diff := cmp.Diff(tt.want, rows(block)); diff != "" {
				t.Errorf("sources (-want +got):\n%s", diff)
			}
			if !strings.Contains(block.Text, tt.text) {
				t.Errorf("no %q in\n%s", tt.text, block.Text)
			}
		})
	}
}

func TestDuplicates(t *testing.T) {
	tests := map[string]struct {
		first, second string
		want          []pack.Reason
	}{
		"equal":                 {"the same words", "the same words", []pack.Reason{pack.ReasonDuplicate}},
		"other white space":     {"the same words", " the\n\tsame  words ", []pack.Reason{pack.ReasonDuplicate}},
		"contained in a better": {"this holds the same words too", "the same words", []pack.Reason{pack.ReasonDuplicate}},
		"holds a better":        {"the same words", "this holds the same words too", nil},
		"part of a word":        {"unsaid", "said", nil},
		"invisible":             {"text", "\u200b \x01", []pack.Reason{pack.ReasonEmpty}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			block := mustPack(t, []rag.Found{found(1, keys, 1, 1, tt.first), found(2, alerts, 1, 1, tt.second)}, pack.Options{})
			var got []pack.Reason
			for _, o := range block.Receipt.LeftOut {
				got = append(got, o.Reason)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("reasons (-want +got):\n%s", diff)
			}
		})
	}
}

// A copy of a passage that did not fit is no duplicate: its text is not there.
func TestDuplicateOfWhatWasLeftOut(t *testing.T) {
	long := strings.Repeat("many words ", 100)
	passages := []rag.Found{found(1, keys, 1, 1, "short"), found(2, keys, 9, 50, long), found(3, alerts, 1, 1, long)}
	for _, o := range mustPack(t, passages, pack.Options{Budget: 350}).Receipt.LeftOut {
		if o.Reason != pack.ReasonBudget {
			t.Errorf("%s was left out for %q", o.Passage, o.Reason)
		}
	}
}

func TestSmallerOnesFillTheRest(t *testing.T) {
	passages := []rag.Found{
		found(1, keys, 1, 1, "best"),
		found(2, keys, 9, 50, strings.Repeat("many words ", 100)),
		found(3, alerts, 1, 1, "small"),
	}
	block := mustPack(t, passages, pack.Options{Budget: 350})
	want := []row{{Passages: []string{"a.1"}, Lines: [2]int{1, 1}}, {Passages: []string{"b.1"}, Lines: [2]int{1, 1}}}
	if diff := cmp.Diff(want, rows(block)); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
}

func TestCut(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(strings.Repeat("one line of a very long passage\n", 200)), "\n")
	block := mustPack(t, []rag.Found{found(1, keys, 1, 11, lines...)}, pack.Options{Budget: 500})
	shown := strings.Count(block.Text, "one line of a very long passage\n")
	want := []row{{Passages: []string{"a.1"}, Lines: [2]int{11, 10 + shown}, Cut: true}}
	if diff := cmp.Diff(want, rows(block)); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	if line := pack.EstimateTokens(lines[0]); block.Tokens+2*line < block.Budget {
		t.Errorf("%d of %d tokens used: there is room for another line of %d", block.Tokens, block.Budget, line)
	}
}

func TestRank(t *testing.T) {
	passages := []rag.Found{found(2, keys, 1, 1, "second"), found(1, alerts, 1, 1, "first")}
	block := mustPack(t, passages, pack.Options{})
	if first, second := strings.Index(block.Text, "\nfirst\n"), strings.Index(block.Text, "\nsecond\n"); first < 0 || second < first {
		t.Errorf("not in order of rank:\n%s", block.Text)
	}
}

func TestCount(t *testing.T) {
	block := mustPack(t, handbook(), pack.Options{Count: exactly(utf8.RuneCountInString), Budget: 1500})
	if got := utf8.RuneCountInString(block.Text); got != block.Tokens || got > 1500 || !block.Receipt.Exact {
		t.Errorf("%d counted, %d said, exact %v", got, block.Tokens, block.Receipt.Exact)
	}
}

func TestRedact(t *testing.T) {
	redact := func(text string) (string, []pack.Redaction) {
		n := strings.Count(text, "s3cret")
		if n == 0 {
			return text, nil
		}
		return strings.ReplaceAll(text, "s3cret", "[redacted: password]"), []pack.Redaction{{Kind: "password", Count: n}}
	}
	passages := []rag.Found{found(1, keys, 1, 1, "use s3cret", "or s3cret"), found(2, alerts, 1, 1, "not s3cret!")}
	block := mustPack(t, passages, pack.Options{Redact: redact})
	if strings.Contains(block.Text, "s3cret") {
		t.Errorf("the secret is in the block:\n%s", block.Text)
	}
	if diff := cmp.Diff([]pack.Redaction{{Kind: "password", Count: 3}}, block.Receipt.Redactions); diff != "" {
		t.Errorf("redactions (-want +got):\n%s", diff)
	}
}

// TestMinShare leaves out what scores little against the best, and says so.
func TestMinShare(t *testing.T) {
	var passages []rag.Found
	for i, score := range []float64{10, 4, 3, 2.9, 0} {
		f := found(i+1, "doc"+string(rune('a'+i)), 1, 1, "text "+string(rune('a'+i)))
		f.Score = score
		passages = append(passages, f)
	}
	for share, want := range map[float64]int{0: 5, 0.3: 3, 1: 1} {
		block := mustPack(t, passages, pack.Options{MinShare: share})
		if block.Receipt.Passages != want || len(block.Receipt.LeftOut) != 5-want {
			t.Errorf("share %v: %d passages, left out %v", share, block.Receipt.Passages, block.Receipt.LeftOut)
		}
		for _, omission := range block.Receipt.LeftOut {
			if omission.Reason != pack.ReasonWeak {
				t.Errorf("share %v: left out because %q", share, omission.Reason)
			}
		}
	}
}

// TestPinned: a passage that was asked for is in, whatever its score, and the
// others are measured by each other.
func TestPinned(t *testing.T) {
	pinned, best, fair, weak := found(1, keys, 1, 1, "pinned"), found(2, keys, 3, 10, "best"), found(3, keys, 5, 20, "fair"), found(4, keys, 7, 30, "weak")
	pinned.Pinned, pinned.Score = true, 0
	best.Score, fair.Score, weak.Score = 1, 0.5, 0.1
	block := mustPack(t, []rag.Found{pinned, best, fair, weak}, pack.Options{MinShare: 0.3})
	if diff := cmp.Diff([]string{"pinned", "best", "fair"}, block.Texts); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	if left := block.Receipt.LeftOut; len(left) != 1 || left[0].Reason != pack.ReasonWeak {
		t.Errorf("left out %+v", left)
	}
	for _, text := range block.Texts {
		if !strings.Contains(block.Text, "\n"+text+"\n") {
			t.Errorf("the block does not hold %q", text)
		}
	}
}
