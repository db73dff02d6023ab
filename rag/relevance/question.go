package relevance

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Question is a question to documents of one's own, with the documents that
// answer it.
type Question struct {
	Text string
	// Paths are the places expected, each "collection/path", or a path alone
	// for that path in any collection.
	Paths []string
	Class string // any word to group questions by; "" for none
}

// ReadQuestions reads a question a line: the question, a tab, the expected
// places with "|" between them and, if wanted, another tab and a class. Lines
// that start with "#" are left out. name is the file's, for errors.
func ReadQuestions(r io.Reader, name string) ([]Question, error) {
	var questions []Question
	known := map[string]bool{}
	err := eachLineOf(r, name, func(l line) error {
		if l.text[0] == '#' {
			return nil
		}
		question, err := parseQuestion(string(l.text))
		switch {
		case err != nil:
			return err
		case known[question.Text]:
			return errors.New("the question is there twice")
		}
		known[question.Text] = true
		questions = append(questions, question)
		return nil
	})
	return questions, err
}

func parseQuestion(text string) (Question, error) {
	columns := strings.Split(text, "\t")
	if len(columns) < 2 || len(columns) > 3 {
		return Question{}, fmt.Errorf("%d columns with tabs between them, want a question, its paths and perhaps a class", len(columns))
	}
	question := Question{Text: strings.TrimSpace(columns[0])}
	for path := range strings.SplitSeq(columns[1], "|") {
		if path = strings.TrimSpace(path); path != "" && !slices.Contains(question.Paths, path) {
			question.Paths = append(question.Paths, path)
		}
	}
	if len(columns) == 3 {
		question.Class = strings.TrimSpace(columns[2])
	}
	if question.Text == "" || len(question.Paths) == 0 {
		return Question{}, errors.New("no question, or no path")
	}
	return question, nil
}

// Query returns the question as a query; its id is its text.
func (q Question) Query() Query { return Query{ID: q.Text, Text: q.Text} }

// Grades judge each expected place as relevant.
func (q Question) Grades() Grades {
	grades := make(Grades, len(q.Paths))
	for _, path := range q.Paths {
		grades[path] = 1
	}
	return grades
}

// Expected returns a ranking of [Place]s in which every document that is
// expected has the name it has in Paths. Where several documents go by one
// name, the best is kept.
func (q Question) Expected(ranking []string) []string {
	renamed := make([]string, 0, len(ranking))
	seen := make(map[string]bool, len(ranking))
	for _, place := range ranking {
		_, path, _ := strings.Cut(place, "/") // no collection's name has one
		switch {
		case slices.Contains(q.Paths, place):
		case slices.Contains(q.Paths, path):
			place = path
		}
		if !seen[place] {
			seen[place] = true
			renamed = append(renamed, place)
		}
	}
	return renamed
}
