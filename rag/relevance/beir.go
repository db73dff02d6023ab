package relevance

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Query is a question that is asked.
type Query struct{ ID, Text string }

// BEIR is a judged collection in the layout of the BEIR benchmark: a folder
// with corpus.jsonl (_id, title, text), queries.jsonl (_id, text) and
// qrels.tsv or qrels/test.tsv (query, document, grade; with or without a
// header). Only queries and judgements are held in memory.
type BEIR struct {
	Corpus *Corpus // owned: closed by Close
	// Queries are those with a relevant document, in the file's order.
	Queries    []Query
	Judgements Judgements // of Queries only
	// Lost is how many queries have judgements but no text.
	Lost int
}

// OpenBEIR opens a folder. What it lacks is [fs.ErrNotExist]; what can't be
// understood is an error with the file and line.
func OpenBEIR(folder string) (*BEIR, error) {
	judgements, err := readJudgements(folder)
	if err != nil {
		return nil, err
	}
	collection := &BEIR{Judgements: Judgements{}}
	err = eachLine(filepath.Join(folder, "queries.jsonl"), func(l line) error {
		e, err := parseEntry(l.text)
		if err == nil {
			err = collection.add(e, judgements)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	collection.Lost = len(judgements)
	collection.Corpus, err = OpenCorpus(filepath.Join(folder, "corpus.jsonl"))
	return collection, err
}

// Close closes the corpus.
func (b *BEIR) Close() error { return b.Corpus.Close() }

// add takes a query in where it is judged, and its judgements out of those left.
func (b *BEIR) add(e entry, left Judgements) error {
	if _, again := b.Judgements[e.ID]; again {
		return fmt.Errorf("query %.80q is there twice", e.ID)
	}
	if grades, judged := left[e.ID]; judged {
		b.Queries = append(b.Queries, Query{ID: e.ID, Text: e.Text})
		b.Judgements[e.ID] = grades
		delete(left, e.ID)
	}
	return nil
}

// readJudgements returns the judgements of queries that have a relevant
// document.
func readJudgements(folder string) (Judgements, error) {
	path := filepath.Join(folder, "qrels.tsv")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		path = filepath.Join(folder, "qrels", "test.tsv")
	}
	all := Judgements{}
	if err := eachLine(path, func(l line) error { return all.parse(l) }); err != nil {
		return nil, err
	}
	for query, grades := range all {
		if grades.Relevant() == 0 {
			delete(all, query)
		}
	}
	return all, nil
}

// parse takes one line of a judgements file in.
func (j Judgements) parse(l line) error {
	columns := strings.Split(string(l.text), "\t")
	if len(columns) != 3 {
		return fmt.Errorf("%d columns with tabs between them, want query, document and grade", len(columns))
	}
	query, document := columns[0], columns[1]
	grade, err := strconv.ParseFloat(strings.TrimSpace(columns[2]), 64)
	switch {
	case err != nil && l.number == 1: // a header
		return nil
	case err != nil || grade != math.Trunc(grade) || math.Abs(grade) > 1<<20:
		return fmt.Errorf("grade %.40q is no whole number", columns[2])
	}
	if j[query] == nil {
		j[query] = Grades{}
	}
	j[query][document] = int(grade)
	return nil
}
