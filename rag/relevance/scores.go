package relevance

import (
	"maps"
	"slices"
)

// Judgements are the grades of many queries, by query id.
type Judgements map[string]Grades

// Run holds the ranked document ids of each query, best first, each document
// once. Their order is taken as given: what ties, the ranking has decided.
type Run map[string][]string

// Scores hold the values of each query, so that two runs can be compared query
// by query.
type Scores struct {
	Queries []string             `json:"queries"` // ids, sorted
	Values  map[string][]float64 `json:"values"`  // by [Metric.String], in the order of Queries
}

// Evaluate scores a run. It averages as trec_eval -c does: over all judged
// queries, so that one without results counts 0. A query without any relevant
// document says nothing of a ranking and is left out.
func Evaluate(run Run, judgements Judgements, metrics ...Metric) Scores {
	scores := Scores{Queries: []string{}, Values: make(map[string][]float64, len(metrics))}
	for _, query := range slices.Sorted(maps.Keys(judgements)) {
		if judgements[query].Relevant() > 0 {
			scores.Queries = append(scores.Queries, query)
		}
	}
	for _, metric := range metrics {
		values := make([]float64, len(scores.Queries))
		for i, query := range scores.Queries {
			values[i] = metric.Of(run[query], judgements[query])
		}
		scores.Values[metric.String()] = values
	}
	return scores
}

// Of returns the values of a metric; nil where it was not evaluated.
func (s Scores) Of(metric Metric) []float64 { return s.Values[metric.String()] }

// Only returns the scores of the queries that keep reports true for.
func (s Scores) Only(keep func(query string) bool) Scores {
	kept := Scores{Queries: []string{}, Values: make(map[string][]float64, len(s.Values))}
	for i, query := range s.Queries {
		if !keep(query) {
			continue
		}
		kept.Queries = append(kept.Queries, query)
		for name, values := range s.Values {
			kept.Values[name] = append(kept.Values[name], values[i])
		}
	}
	return kept
}

// Mean is the average of values; 0 for none.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	return sum / float64(len(values))
}
