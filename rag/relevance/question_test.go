package relevance_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag/relevance"
)

func TestReadQuestions(t *testing.T) {
	text := "# of the handbook\nhow?\tnotes/a.md | b.md|b.md\thard\n\nwhy not?\tc.md\r\n"
	got, err := relevance.ReadQuestions(strings.NewReader(text), "questions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	want := []relevance.Question{
		{Text: "how?", Paths: []string{"notes/a.md", "b.md"}, Class: "hard"},
		{Text: "why not?", Paths: []string{"c.md"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for text, want := range map[string]string{
		"a\tb\nno tab":     "q.tsv: line 2: 1 columns",
		"a\tb\tc\td":       "4 columns",
		"a\t | ":           "no question, or no path",
		" \tb":             "no question, or no path",
		"a\tb\nc\td\na\te": "line 3: the question is there twice",
	} {
		if _, err := relevance.ReadQuestions(strings.NewReader(text), "q.tsv"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error is %v, want %q", text, err, want)
		}
	}
}

// TestOwnQuestions reads the questions that the repository's own documents are
// asked.
func TestOwnQuestions(t *testing.T) {
	file, err := os.Open("../../testdata/questions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	questions, err := relevance.ReadQuestions(file, "questions.tsv")
	if err != nil || len(questions) < 10 || questions[0].Class == "" {
		t.Errorf("read %d questions: %v", len(questions), err)
	}
}

func TestExpected(t *testing.T) {
	question := relevance.Question{Text: "q", Paths: []string{"notes/a.md", "sub/b.md"}}
	ranking := []string{"notes/b.md", "work/sub/b.md", "work/a.md", "notes/a.md", "notes/sub/b.md"}
	want := []string{"notes/b.md", "sub/b.md", "work/a.md", "notes/a.md"}
	got := question.Expected(ranking)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if recall := metric(t, "recall@2").Of(got, question.Grades()); !near(recall, 0.5) {
		t.Errorf("recall@2 is %v, want 0.5", recall)
	}
}
