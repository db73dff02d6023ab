package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"

	"rag-context/rag"
	"rag-context/rag/relevance"
	"rag-context/rag/sqlitestore"
)

// evaluation is one run of eval.
type evaluation struct {
	app     *app
	command evalCommand
	metrics []relevance.Metric
	bounds  []bound
	before  []measured // of --compare
	rows    []measured
}

// measured are the figures of one collection in one mode.
type measured struct {
	Collection string           `json:"collection"`
	Mode       rag.Mode         `json:"mode"`
	Class      string           `json:"class,omitempty"` // "" for all of its questions
	Scores     relevance.Scores `json:"scores"`

	cost cost
}

// cost is what a row took.
type cost struct {
	documents, passages int
	perQuery            time.Duration // of processor time; 0 for rows of a class
	index               time.Duration // of wall time; 0 where it was not made here
	bytes               int64         // of the index
}

// folder measures a judged collection in an index of its own.
func (e *evaluation) folder(name, path string) (err error) {
	collection, err := relevance.OpenBEIR(path)
	if err != nil {
		return explainLayout(err)
	}
	defer collection.Close()
	if collection.Lost > 0 {
		e.app.warn(fmt.Sprintf("%s: %d judged queries are not in queries.jsonl: left out", name, collection.Lost), "")
	}
	temporary, err := os.MkdirTemp("", "rag-context-eval-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temporary)) }()
	engine := sqlitestore.Engine{Folder: temporary}
	indexed, err := e.index(engine, rag.CollectionNameFrom(name), collection.Corpus)
	if err != nil {
		return err
	}
	engine.Candidates = e.command.Candidates.of(indexed.passages)
	return e.withCorpus(engine, false, collection.Corpus, func(library *rag.Library) error {
		return e.measure(library, judged{
			name:    name,
			queries: every(e.command.Queries, collection.Queries),
			grades:  collection.Judgements,
			options: relevance.AskOptions{Name: relevance.CorpusID},
			cost:    indexed,
		})
	})
}

func explainLayout(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return hinted{err, "a judged collection is a folder with corpus.jsonl, queries.jsonl and qrels.tsv or qrels/test.tsv"}
	}
	return err
}

// withCorpus opens the temporary library of a corpus.
func (e *evaluation) withCorpus(engine rag.Engine, create bool, corpus *relevance.Corpus, use func(*rag.Library) error) (err error) {
	tenant, err := rag.ParseTenant("eval")
	if err != nil {
		return err
	}
	scope, err := rag.NewScope(tenant, rag.ScopeOptions{Write: create})
	if err != nil {
		return err
	}
	options, err := e.app.libraryOptions()
	if err != nil {
		return err
	}
	options.OpenSource = func(rag.Collection) (rag.Source, error) { return corpus, nil }
	library, err := rag.OpenLibrary(e.app.ctx, engine, scope, create, options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, library.Close()) }()
	return use(library)
}

// index fills the temporary library, and closes it, so that its size is that of
// an index at rest.
func (e *evaluation) index(engine sqlitestore.Engine, name string, corpus *relevance.Corpus) (cost, error) {
	var made cost
	err := e.withCorpus(engine, true, corpus, func(library *rag.Library) error {
		if err := library.Add(e.app.ctx, rag.Collection{Name: name, Kind: relevance.Kind}); err != nil {
			return err
		}
		started := e.app.env.now()
		reports, err := e.app.sync(e.app.ctx, library, rag.SyncOptions{})
		if err == nil {
			_, err = e.app.learn(library, rag.LearnOptions{Force: true})
		}
		made.index = e.app.env.now().Sub(started)
		for _, report := range reports {
			if report.Skipped > 0 {
				e.app.warn(fmt.Sprintf("%s: %s", name, skippedOf(e.app, library, report)), "")
			}
		}
		if err == nil {
			err = made.count(e.app, library, nil)
		}
		return err
	})
	if err == nil {
		made.bytes, err = folderSize(engine.Folder)
	}
	return made, err
}

func folderSize(folder string) (int64, error) {
	var bytes int64
	err := filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	return bytes, err
}

// ownQuestions measures the user's own documents.
func (e *evaluation) ownQuestions(name, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	questions, err := relevance.ReadQuestions(file, filepath.Base(path))
	if err != nil {
		return err
	}
	set := judged{
		name:    name,
		grades:  make(relevance.Judgements, len(questions)),
		options: relevance.AskOptions{Collections: e.command.Collection},
		of:      make(map[string]relevance.Question, len(questions)),
	}
	for _, question := range questions {
		set.queries = append(set.queries, question.Query())
		set.grades[question.Text] = question.Grades()
		set.of[question.Text] = question
	}
	set.queries = every(e.command.Queries, set.queries)
	asked := querying{In: e.command.In}
	return asked.withLibrary(e.app, func(library *rag.Library) error {
		e.warnOfUnknown(library, questions)
		return e.measure(library, set)
	})
}

// warnOfUnknown tells of expected files that are not indexed: no ranking can
// have them.
func (e *evaluation) warnOfUnknown(library *rag.Library, questions []relevance.Question) {
	known := map[string]bool{}
	var unknown []string
	for _, question := range questions {
		for _, path := range question.Paths {
			if _, seen := known[path]; seen {
				continue
			}
			_, err := rag.Read(e.app.ctx, library, rag.Reference{Name: path})
			if known[path] = !errors.Is(err, rag.ErrNotFound); !known[path] {
				unknown = append(unknown, path)
			}
		}
	}
	if len(unknown) > 0 {
		e.app.warn(fmt.Sprintf("%d of %s in the questions are not in the index, like %s", len(unknown), count(len(known), "file"), visible(unknown[0])),
			"rag-context ls lists what is")
	}
}

// judged is what a library is asked, and what is right.
type judged struct {
	name    string
	queries []relevance.Query
	grades  relevance.Judgements
	options relevance.AskOptions
	of      map[string]relevance.Question // by query id; nil for a BEIR collection
	cost    cost
}

// measure adds the rows of each mode.
func (e *evaluation) measure(library *rag.Library, set judged) error {
	if len(set.queries) == 0 {
		return errors.New("it has no queries with a relevant document")
	}
	modes, err := e.modes(library)
	if err != nil {
		return err
	}
	if err := set.cost.count(e.app, library, set.options.Collections); err != nil {
		return err
	}
	asked := make(relevance.Judgements, len(set.queries))
	for _, query := range set.queries {
		asked[query.ID] = set.grades[query.ID]
	}
	set.grades = asked
	for _, mode := range modes {
		if err := e.measureMode(library, set, mode); err != nil {
			return err
		}
	}
	return nil
}

// count sets how much is in the collections, all for none.
func (c *cost) count(a *app, library *rag.Library, collections []string) error {
	states, err := library.Collections(a.ctx)
	c.documents, c.passages = 0, 0
	for _, state := range states {
		if len(collections) == 0 || slices.Contains(collections, state.Name) {
			c.documents += state.Documents
			c.passages += state.Passages
		}
	}
	return err
}

// modes are those asked for, else all that the library answers in.
func (e *evaluation) modes(library *rag.Library) ([]rag.Mode, error) {
	available, err := relevance.Modes(e.app.ctx, library)
	if err != nil || len(e.command.Mode) == 0 {
		return available, err
	}
	var modes []rag.Mode
	for _, name := range e.command.Mode {
		mode := rag.Mode(name)
		if !slices.Contains(available, mode) {
			return nil, fmt.Errorf("mode %q: %w", mode, rag.ErrModeUnavailable)
		}
		if !slices.Contains(modes, mode) {
			modes = append(modes, mode)
		}
	}
	return modes, nil
}

func (e *evaluation) measureMode(library *rag.Library, set judged, mode rag.Mode) error {
	set.options.Mode = mode
	set.options.Depth = e.command.Depth
	bar := e.app.newQueryBar(set.name, mode, len(set.queries))
	set.options.Each = func() { _ = bar.Add(1) }
	started := cpuTime()
	run, err := relevance.Ask(e.app.ctx, library, set.queries, set.options)
	set.cost.perQuery = (cpuTime() - started) / time.Duration(len(set.queries))
	_ = bar.Clear()
	if err != nil {
		return err
	}
	for id, question := range set.of {
		run[id] = question.Expected(run[id])
	}
	row := measured{Collection: set.name, Mode: mode, Scores: relevance.Evaluate(run, set.grades, e.metrics...), cost: set.cost}
	e.rows = append(e.rows, row)
	e.rows = append(e.rows, byClass(row, set.of)...)
	return nil
}

// byClass returns a row for each class of questions, in the order of its name,
// where there are several.
func byClass(row measured, of map[string]relevance.Question) []measured {
	var classes []string
	for _, query := range row.Scores.Queries {
		if class := cmp.Or(of[query].Class, "other"); !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	slices.Sort(classes)
	if len(classes) < 2 {
		return nil
	}
	var rows []measured
	for _, class := range classes {
		scores := row.Scores.Only(func(query string) bool { return cmp.Or(of[query].Class, "other") == class })
		rows = append(rows, measured{Collection: row.Collection, Mode: row.Mode, Class: class, Scores: scores})
	}
	return rows
}

// newQueryBar counts queries on a terminal, and is invisible elsewhere.
func (a *app) newQueryBar(name string, mode rag.Mode, total int) *progressbar.ProgressBar {
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(a.env.stderr),
		progressbar.OptionSetVisibility(a.env.stderrTerminal && !a.line.Quiet),
		progressbar.OptionSetDescription(fmt.Sprintf("asking %s, %s", name, mode)),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowCount(),
		progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100*time.Millisecond))
}
