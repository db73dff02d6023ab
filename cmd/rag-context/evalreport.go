package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"rag-context/rag"
	"rag-context/rag/relevance"
)

// figures are a row as --json prints it.
type figures struct {
	Collection string              `json:"collection"`
	Mode       rag.Mode            `json:"mode"`
	Class      string              `json:"class,omitempty"`
	Queries    int                 `json:"queries"`
	Metrics    map[string]estimate `json:"metrics"`
	*costs
}

// estimate is a mean over queries with its 95 % interval.
type estimate struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// costs are left out for the rows of a class.
type costs struct {
	Documents    int     `json:"documents"`
	Passages     int     `json:"passages"`
	CPUPerQuery  float64 `json:"cpu_ms_per_query"`
	IndexSeconds float64 `json:"index_seconds,omitempty"`
	IndexBytes   int64   `json:"index_bytes,omitempty"`
}

// comparison is how one metric of one row differs from an earlier run.
type comparison struct {
	Collection string   `json:"collection"`
	Mode       rag.Mode `json:"mode"`
	BeforeMode rag.Mode `json:"before_mode"`
	Class      string   `json:"class,omitempty"`
	Metric     string   `json:"metric"`
	Queries    int      `json:"queries"`
	Before     float64  `json:"before"`
	After      float64  `json:"after"`
	Better     int      `json:"better"` // queries
	Worse      int      `json:"worse"`
	P          float64  `json:"p"`
}

// evalResult is what eval --json prints, a contract like rag.Result.
type evalResult struct {
	Results     []figures    `json:"results"`
	Comparisons []comparison `json:"comparisons"`
}

// newRandom is seeded the same each time: the same values give the same figures.
func newRandom() *rand.Rand { return rand.New(rand.NewPCG(20, 26)) }

func (e *evaluation) show() error {
	rows := make([]figures, len(e.rows))
	for i, row := range e.rows {
		rows[i] = e.figuresOf(row)
	}
	compared := e.comparisons()
	if e.command.JSON {
		return e.app.printJSON(evalResult{rows, compared})
	}
	if err := e.app.print(figuresTable(rows)); err != nil || e.command.Compare == "" {
		return err
	}
	if len(compared) == 0 {
		e.app.warn("nothing to compare: that file is of other collections, or other queries", "")
		return nil
	}
	return e.app.print("\n" + comparisonTable(compared))
}

func (e *evaluation) figuresOf(row measured) figures {
	f := figures{Collection: row.Collection, Mode: row.Mode, Class: row.Class, Queries: len(row.Scores.Queries), Metrics: map[string]estimate{}}
	for _, metric := range e.metrics {
		values := row.Scores.Of(metric)
		interval := relevance.Bootstrap(values, newRandom(), relevance.BootstrapOptions{})
		f.Metrics[metric.String()] = estimate{relevance.Mean(values), interval.Low, interval.High}
	}
	if row.Class == "" {
		f.costs = &costs{
			Documents:    row.cost.documents,
			Passages:     row.cost.passages,
			CPUPerQuery:  float64(row.cost.perQuery.Microseconds()) / 1000,
			IndexSeconds: row.cost.index.Round(time.Millisecond).Seconds(),
			IndexBytes:   row.cost.bytes,
		}
	}
	return f
}

func figuresTable(rows []figures) string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "COLLECTION\tMODE\tQUERIES\tNDCG@10\t95 %")
	for _, metric := range relevance.Standard()[1:] {
		fmt.Fprint(table, "\t", strings.ToUpper(metric.String()))
	}
	fmt.Fprintln(table, "\tCPU/QUERY\tINDEXED\tSIZE")
	for _, row := range rows {
		name := row.Collection
		if row.Class != "" {
			name = "  " + row.Class
		}
		first := row.Metrics["ndcg@10"]
		fmt.Fprintf(table, "%s\t%s\t%d\t%.4f\t%.3f-%.3f", visible(name), row.Mode, row.Queries, first.Mean, first.Low, first.High)
		for _, metric := range relevance.Standard()[1:] {
			fmt.Fprintf(table, "\t%.4f", row.Metrics[metric.String()].Mean)
		}
		fmt.Fprintln(table, row.costs)
	}
	writeAverages(table, rows)
	_ = table.Flush() // into memory
	return text.String()
}

// String is the costs' columns, each after a tab.
func (c *costs) String() string {
	switch {
	case c == nil:
		return "\t\t\t"
	case c.IndexBytes == 0:
		return fmt.Sprintf("\t%.1f ms\t\t", c.CPUPerQuery)
	}
	return fmt.Sprintf("\t%.1f ms\t%.1f s\t%.1f MB", c.CPUPerQuery, c.IndexSeconds, float64(c.IndexBytes)/1e6)
}

// writeAverages writes the averages of each mode over several collections, each
// weighing the same.
func writeAverages(table *tabwriter.Writer, rows []figures) {
	for _, mode := range []rag.Mode{rag.ModeLexical, rag.ModeVector, rag.ModeHybrid} {
		sums, n, queries, cpu := map[string]float64{}, 0, 0, 0.0
		for _, row := range rows {
			if row.Mode != mode || row.Class != "" {
				continue
			}
			n++
			queries += row.Queries
			cpu += row.CPUPerQuery
			for name, estimate := range row.Metrics {
				sums[name] += estimate.Mean
			}
		}
		if n < 2 {
			continue
		}
		fmt.Fprintf(table, "average\t%s\t%d\t%.4f\t", mode, queries, sums["ndcg@10"]/float64(n))
		for _, metric := range relevance.Standard()[1:] {
			fmt.Fprintf(table, "\t%.4f", sums[metric.String()]/float64(n))
		}
		fmt.Fprintf(table, "\t%.1f ms\t\t\n", cpu/float64(n))
	}
}

// comparisons are never nil: JSON has an empty list.
func (e *evaluation) comparisons() []comparison {
	list := []comparison{}
	for _, row := range e.rows {
		before, found := earlier(e.before, row)
		if !found {
			continue
		}
		for _, metric := range relevance.Standard() {
			c := relevance.Compare(metric, before.Scores, row.Scores, newRandom())
			if c.Queries > 0 {
				list = append(list, comparison{row.Collection, row.Mode, before.Mode, row.Class, metric.String(),
					c.Queries, c.Before, c.After, c.Better, c.Worse, c.P})
			}
		}
	}
	return list
}

// earlier finds the row's counterpart: the same collection in the same mode or,
// where it was measured in one mode only, in that.
func earlier(before []measured, row measured) (measured, bool) {
	var others []measured
	for _, b := range before {
		if b.Collection != row.Collection || b.Class != row.Class {
			continue
		}
		if b.Mode == row.Mode {
			return b, true
		}
		others = append(others, b)
	}
	if len(others) == 1 {
		return others[0], true
	}
	return measured{}, false
}

func comparisonTable(list []comparison) string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "COLLECTION\tMODE\tMETRIC\tQUERIES\tBEFORE\tAFTER\tCHANGE\tP\tBETTER\tWORSE")
	for _, c := range list {
		name, mode := c.Collection, string(c.Mode)
		if c.Class != "" {
			name += ": " + c.Class
		}
		if c.BeforeMode != c.Mode {
			mode = string(c.BeforeMode) + " to " + mode
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%.4f\t%.4f\t%+.4f\t%.4f\t%d\t%d\n",
			visible(name), mode, c.Metric, c.Queries, c.Before, c.After, c.After-c.Before, c.P, c.Better, c.Worse)
	}
	_ = table.Flush() // into memory
	return text.String()
}

// measuredFile is what --save writes and --compare reads.
type measuredFile struct {
	Results []measured `json:"results"`
}

func saveMeasured(path string, rows []measured) error {
	text, err := json.Marshal(measuredFile{rows})
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, append(text, '\n'), 0o600); err != nil { // it may hold questions
		return fmt.Errorf("save values: %w", err)
	}
	return nil
}

func readMeasured(path string) ([]measured, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read values: %w", err)
	}
	var file measuredFile
	if err := json.Unmarshal(text, &file); err != nil || len(file.Results) == 0 {
		return nil, hinted{usageError{fmt.Errorf("%s holds no values of an evaluation", filepath.Base(path))}, "rag-context eval --save FILE writes such a file"}
	}
	for _, row := range file.Results {
		for name, values := range row.Scores.Values {
			if len(values) != len(row.Scores.Queries) {
				return nil, usageError{fmt.Errorf("%s: %s of %s has %d values for %d queries", filepath.Base(path), name, row.Collection, len(values), len(row.Scores.Queries))}
			}
		}
	}
	return file.Results, nil
}
