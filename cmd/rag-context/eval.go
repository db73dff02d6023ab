package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"rag-context/rag"
	"rag-context/rag/relevance"
)

type evalCommand struct {
	Dir []string `arg:"" optional:"" type:"existingdir" help:"Judged collections in the BEIR layout: corpus.jsonl, queries.jsonl, qrels.tsv."`

	Questions  string   `type:"existingfile" placeholder:"FILE" help:"Ask your own collections these: question, tab, paths with | between them, maybe a tab and a class."`
	In         []string `placeholder:"PATH" sep:"none" help:"With --questions: ask this folder without adding it; may be repeated."`
	Collection []string `short:"c" placeholder:"NAME" predictor:"collection" help:"With --questions: ask only this collection; may be repeated."`

	Mode    []string `placeholder:"MODE" help:"Measure this mode (default: each that is set up); may be repeated."`
	Queries string   `enum:"all,odd,even" default:"all" placeholder:"WHICH" help:"Which queries to ask: all, or every second one, odd or even, to tune on one half and report the other."`
	Depth   int      `aliases:"limit" default:"100" placeholder:"N" help:"How many documents to rank for each query, 1 to 1000 (default 100)."`

	Candidates candidateBound `placeholder:"N" help:"Let a search score that many passages at most, or that share of them, like 6% (default 60000): what that costs in a small collection, it costs in a large one. Not with --questions."`

	Save      string   `placeholder:"FILE" help:"Write the values of each query to this file."`
	Compare   string   `type:"existingfile" placeholder:"FILE" help:"Compare with what --save wrote; p is the chance of such a difference between equals."`
	FailUnder []string `placeholder:"METRIC=VALUE" help:"Fail if a mean is lower, like ndcg@10=0.6; may be repeated. Metrics: ndcg, recall, map, mrr, hit, p."`
	JSON      bool     `help:"Print the figures as one JSON object."`
}

// Help implements kong's HelpProvider.
func (evalCommand) Help() string {
	return `Examples:
  rag-context eval ~/beir/scifact --save before.json
  rag-context eval --questions mine.tsv --in ~/notes --fail-under hit@5=0.9
  rag-context eval ~/beir/scifact --candidates 6% --compare before.json

A collection is indexed into a temporary folder, every judged query is asked, and
the ranking is scored as trec_eval does. CPU is that of the whole process per query.`
}

// Run implements the command.
func (c evalCommand) Run(a *app) error {
	e, err := c.prepare(a)
	if err != nil {
		return err
	}
	for _, folder := range c.Dir {
		name := e.name(folder)
		if err := e.folder(name, folder); err != nil {
			return fmt.Errorf("evaluate %s: %w", name, err)
		}
	}
	if c.Questions != "" {
		name := e.name(strings.TrimSuffix(c.Questions, filepath.Ext(c.Questions)))
		if err := e.ownQuestions(name, c.Questions); err != nil {
			return fmt.Errorf("evaluate %s: %w", name, err)
		}
	}
	if err := e.show(); err != nil {
		return err
	}
	if c.Save != "" {
		if err := saveMeasured(c.Save, e.rows); err != nil {
			return err
		}
	}
	return e.check()
}

// prepare finds what is wrong with the arguments before any work.
func (c evalCommand) prepare(a *app) (*evaluation, error) {
	switch {
	case len(c.Dir) == 0 && c.Questions == "":
		return nil, usageError{errors.New("nothing to evaluate: name a folder with a judged collection, or --questions FILE")}
	case c.Questions == "" && len(c.In)+len(c.Collection) > 0:
		return nil, usageError{errors.New("--in and --collection say where --questions are asked, and there are none")}
	case c.Questions != "" && c.Candidates != candidateBound{}:
		return nil, usageError{errors.New("--candidates is for judged collections, not for --questions")}
	}
	if err := rag.CheckLimit(c.Depth, true); err != nil {
		return nil, usageError{fmt.Errorf("--depth: %w", err)}
	}
	e := &evaluation{app: a, command: c, metrics: relevance.Standard()}
	for _, mode := range c.Mode {
		if _, err := (rag.Request{Question: "mode", Mode: rag.Mode(mode)}).WithDefaults(); err != nil {
			return nil, err
		}
	}
	for _, text := range c.FailUnder {
		bound, err := parseBound(text)
		if err != nil {
			return nil, usageError{fmt.Errorf("--fail-under: %w", err)}
		}
		e.bounds = append(e.bounds, bound)
		e.metrics = append(e.metrics, bound.metric)
	}
	var err error
	if c.Compare != "" {
		e.before, err = readMeasured(c.Compare)
	}
	return e, err
}

// bound is the least mean that passes.
type bound struct {
	metric relevance.Metric
	least  float64
}

func parseBound(text string) (bound, error) {
	name, number, _ := strings.Cut(text, "=")
	metric, err := relevance.ParseMetric(name)
	if err != nil {
		return bound{}, err
	}
	least, err := strconv.ParseFloat(number, 64)
	if err != nil || !(least >= 0 && least <= 1) {
		return bound{}, fmt.Errorf("%q must be METRIC=VALUE with a value from 0 to 1, like ndcg@10=0.6", text)
	}
	return bound{metric, least}, nil
}

// check holds the means against the bounds. Rows of classes are not held
// against any: the whole is.
func (e *evaluation) check() error {
	var errs []error
	for _, row := range e.rows {
		for _, bound := range e.bounds {
			if mean := relevance.Mean(row.Scores.Of(bound.metric)); row.Class == "" && mean < bound.least {
				errs = append(errs, fmt.Errorf("%s, %s: %s is %.4f, under %s", row.Collection, row.Mode, bound.metric, mean, strconv.FormatFloat(bound.least, 'g', -1, 64)))
			}
		}
	}
	return errors.Join(errs...)
}

// every returns every second query, or all.
func every(which string, queries []relevance.Query) []relevance.Query {
	first := 0
	switch which {
	case "all":
		return queries
	case "even":
		first = 1
	}
	var half []relevance.Query
	for i := first; i < len(queries); i += 2 {
		half = append(half, queries[i])
	}
	return half
}

// name is what a place is called in the figures; two are never called the same.
func (e *evaluation) name(path string) string {
	var taken []string
	for _, row := range e.rows {
		taken = append(taken, row.Collection)
	}
	return freeName(filepath.Base(path), taken)
}
