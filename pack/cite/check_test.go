package cite_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/pack/cite"
)

var sources = []cite.Source{
	{ID: 1, Text: "# Signing keys\n\nRotate the signing keys every 90 days, or at once when a *laptop* is lost.\nAsk the security team — they hold the `root` key."},
	{ID: 2, Text: "Backups are restored from the archive server.\nThe restore drill takes two hours and happens each quarter."},
	{ID: 3, Text: "Der Schlüssel liegt im Tresor, „nur für Befugte“."},
}

// row is what a case compares: what, verdict, where it stands.
type row struct {
	What    string
	Verdict cite.Verdict
	Found   []int
}

func rowsOf(report cite.Report) []row {
	rows := []row{}
	for _, c := range report.Citations {
		rows = append(rows, row{fmt.Sprintf("[%d]", c.Source), c.Verdict, c.Found})
	}
	for _, q := range report.Quotes {
		rows = append(rows, row{q.Text, q.Verdict, q.Found})
	}
	return rows
}

func TestCheck(t *testing.T) {
	for name, test := range map[string]struct {
		answer string
		want   []row
	}{
		"own words":         {"The signing keys are to be rotated every 90 days [1].", []row{{"[1]", cite.Right, []int{1}}}},
		"after the stop":    {"The signing keys are rotated every 90 days. [1] Nothing else.", []row{{"[1]", cite.Right, []int{1}}}},
		"wrong number":      {"The signing keys are rotated every 90 days [2].", []row{{"[2]", cite.WrongPassage, []int{1}}}},
		"from nowhere":      {"Penguins swim in southern seas [2].", []row{{"[2]", cite.NotFound, []int{}}}},
		"no such source":    {"The signing keys are rotated every 90 days [7].", []row{{"[7]", cite.NotFound, []int{}}}},
		"two for two":       {"Rotate the signing keys every 90 days [1]. The restore drill takes two hours [2].", []row{{"[1]", cite.Right, []int{1}}, {"[2]", cite.Right, []int{2}}}},
		"a list of numbers": {"Rotate the signing keys every 90 days [1, 1].", []row{{"[1]", cite.Right, []int{1}}}},
		"quote": {
			"It says “rotate the signing keys every 90 days” [1].",
			[]row{{"[1]", cite.Right, []int{1}}, {"rotate the signing keys every 90 days", cite.Right, []int{1}}},
		},
		"quote with a word changed": {
			"It says “rotate the signing keys every 60 days” [1].",
			[]row{{"[1]", cite.NotFound, []int{}}, {"rotate the signing keys every 60 days", cite.NotFound, []int{}}},
		},
		"quote, other marks and space": {
			"It says \"Ask the security team -  they hold the root key.\" [1]",
			[]row{{"[1]", cite.Right, []int{1}}, {"Ask the security team -  they hold the root key.", cite.Right, []int{1}}},
		},
		"quote with an ellipsis": {
			`"Rotate the signing keys […] when a laptop is lost" [1]`,
			[]row{{"[1]", cite.Right, []int{1}}, {"Rotate the signing keys […] when a laptop is lost", cite.Right, []int{1}}},
		},
		"ellipsis the wrong way round": {
			`"when a laptop is lost ... Rotate the signing keys" [1]`,
			[]row{{"[1]", cite.NotFound, []int{}}, {"when a laptop is lost ... Rotate the signing keys", cite.NotFound, []int{}}},
		},
		"quote of another source": {
			`"The restore drill takes two hours" [1]`,
			[]row{{"[1]", cite.WrongPassage, []int{2}}, {"The restore drill takes two hours", cite.WrongPassage, []int{2}}},
		},
		"quote without a number": {`"The restore drill takes two hours", it says.`, []row{{"The restore drill takes two hours", cite.Right, []int{2}}}},
		"block quote, cited before": {
			"The handbook says [2]:\n\n> Backups are restored\n> from the archive server.\n",
			[]row{{"[2]", cite.Right, []int{2}}, {"Backups are restored from the archive server.", cite.Right, []int{2}}},
		},
		"scare quotes": {`The "root" key [1] is held by the security team.`, []row{{"[1]", cite.Right, []int{1}}}},
		"code":         {"```\nx[1] = \"rotate the signing keys\"\n```\nNothing.", []row{}},
		"German":       {"Es heißt: „Der Schlüssel liegt im Tresor“ [3].", []row{{"[3]", cite.Right, []int{3}}, {"Der Schlüssel liegt im Tresor", cite.Right, []int{3}}}},
		"nothing":      {"I do not know.", []row{}},
	} {
		if diff := cmp.Diff(test.want, rowsOf(cite.Check(test.answer, sources))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestQuotesOfSources: whatever is copied out of a source is found there, and
// citing that source for it is right.
func TestQuotesOfSources(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zäöß0-9]{2,12}`), 6, 60).Draw(t, "words")
		source := cite.Source{ID: rapid.IntRange(1, 99).Draw(t, "id"), Text: strings.Join(words, rapid.SampledFrom([]string{" ", "\n", "  \t"}).Draw(t, "space"))}
		from := rapid.IntRange(0, len(words)-4).Draw(t, "from")
		to := rapid.IntRange(from+4, len(words)).Draw(t, "to")
		quote := strings.Join(words[from:to], " ")
		report := cite.Check(fmt.Sprintf("It says “%s” [%d].", quote, source.ID), []cite.Source{source})
		if len(report.Quotes) != 1 || len(report.Citations) != 1 || report.Wrong() != 0 {
			t.Fatalf("%+v", report)
		}
	})
}

func FuzzCheck(f *testing.F) {
	for _, seed := range []string{"", "[1]", "\"unclosed [1", "> quote\n>\n> more [1-99]", "```\n[1]", "„a b c“ [2", "a. b. c [1]\r\nd", "[1]\x00\xff", "。「引用」[3]", "[999-1]"} {
		f.Add(seed, "some source\nwith lines")
	}
	f.Fuzz(func(t *testing.T, answer, text string) {
		known := []cite.Source{{ID: 1, Text: text}, {ID: 2, Text: "another"}}
		report := cite.Check(answer, known)
		lines := strings.Count(answer, "\n") + 1
		for _, c := range report.Citations {
			checkFound(t, c.Verdict, c.Found, c.Line, lines)
			if c.Verdict == cite.Right && !slices.Contains(c.Found, c.Source) || c.Support < 0 || c.Support > 1 {
				t.Errorf("%+v", c)
			}
		}
		for _, q := range report.Quotes {
			checkFound(t, q.Verdict, q.Found, q.Line, lines)
		}
		if report.Wrong() > len(report.Citations)+len(report.Quotes) {
			t.Errorf("%d wrong", report.Wrong())
		}
	})
}

func checkFound(t *testing.T, verdict cite.Verdict, found []int, line, lines int) {
	t.Helper()
	if line < 1 || line > lines {
		t.Errorf("line %d of %d", line, lines)
	}
	if found == nil || len(found) == 0 && verdict != cite.NotFound {
		t.Errorf("%s, but found in %v", verdict, found)
	}
}
