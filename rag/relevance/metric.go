package relevance

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Grades are the judgements of one query: a grade by document id. Above 0 is
// relevant; a document without a grade counts as not relevant.
type Grades map[string]int

// Relevant is the number of relevant documents.
func (g Grades) Relevant() int {
	n := 0
	for _, grade := range g {
		if grade > 0 {
			n++
		}
	}
	return n
}

// Metric is a measure of one query's ranking, from 0 (worst) to 1. Each is
// trec_eval's of the name in brackets.
//
//   - ndcg: discounted cumulative gain over that of the ideal ranking of all
//     judged documents; the gain is the grade, the discount log2(rank+1) [ndcg_cut]
//   - recall: relevant documents found, of all relevant ones [recall]
//   - map: precision at each relevant document found, summed, over the number
//     of all relevant ones [map, map_cut]
//   - mrr: 1 over the rank of the first relevant document [recip_rank]
//   - hit: 1 where there is any relevant document [success]
//   - p: relevant documents over the cutoff [P]
type Metric struct {
	Name   string
	Cutoff int // how many documents are looked at; 0 means all
}

// Standard are the metrics that are commonly reported: ndcg@10, recall@100,
// map, mrr@10 and hit@5.
func Standard() []Metric {
	return []Metric{{"ndcg", 10}, {"recall", 100}, {"map", 0}, {"mrr", 10}, {"hit", 5}}
}

var metricNames = []string{"ndcg", "recall", "map", "mrr", "hit", "p"}

// ParseMetric reads what [Metric.String] writes, in any case: "ndcg@10".
func ParseMetric(text string) (Metric, error) {
	name, number, cut := strings.Cut(strings.ToLower(text), "@")
	if !slices.Contains(metricNames, name) {
		return Metric{}, fmt.Errorf("unknown metric %.40q: known are %s, each with @ and a cutoff", text, strings.Join(metricNames, ", "))
	}
	metric := Metric{Name: name}
	if cut {
		cutoff, err := strconv.Atoi(number)
		if err != nil || cutoff < 1 {
			return Metric{}, fmt.Errorf("metric %.40q: the cutoff must be a whole number above 0", text)
		}
		metric.Cutoff = cutoff
	}
	if name == "p" && !cut {
		return Metric{}, fmt.Errorf("metric %.40q: precision needs a cutoff, like p@10", text)
	}
	return metric, nil
}

// String returns the metric's name and cutoff: "ndcg@10", "map".
func (m Metric) String() string {
	if m.Cutoff == 0 {
		return m.Name
	}
	return m.Name + "@" + strconv.Itoa(m.Cutoff)
}

// Of returns the metric of a ranking: document ids, best first, each once. It
// is 0 where nothing is relevant.
func (m Metric) Of(ranking []string, grades Grades) float64 {
	relevant := grades.Relevant()
	if relevant == 0 {
		return 0
	}
	gains := m.gains(ranking, grades)
	switch m.Name {
	case "ndcg":
		return discounted(gains) / discounted(m.ideal(grades))
	case "recall":
		return float64(found(gains)) / float64(relevant)
	case "map":
		return precisions(gains) / float64(relevant)
	case "mrr":
		return reciprocal(gains)
	case "hit":
		return float64(min(found(gains), 1))
	case "p":
		return float64(found(gains)) / float64(cmp.Or(m.Cutoff, len(gains), 1))
	}
	return math.NaN() // not made by ParseMetric
}

// gains are the grades along the ranking down to the cutoff, 0 for what is not
// relevant.
func (m Metric) gains(ranking []string, grades Grades) []int {
	gains := make([]int, m.depth(len(ranking)))
	for i := range gains {
		gains[i] = max(0, grades[ranking[i]])
	}
	return gains
}

// ideal are the gains of the best ranking there can be.
func (m Metric) ideal(grades Grades) []int {
	gains := make([]int, 0, len(grades))
	for _, grade := range grades {
		gains = append(gains, max(0, grade))
	}
	slices.SortFunc(gains, func(a, b int) int { return b - a })
	return gains[:m.depth(len(gains))]
}

func (m Metric) depth(length int) int { return min(cmp.Or(m.Cutoff, length), length) }

func discounted(gains []int) float64 {
	sum := 0.0
	for i, gain := range gains {
		sum += float64(gain) / math.Log2(float64(i+2))
	}
	return sum
}

func found(gains []int) int {
	n := 0
	for _, gain := range gains {
		n += min(gain, 1)
	}
	return n
}

func precisions(gains []int) float64 {
	sum, n := 0.0, 0
	for i, gain := range gains {
		if gain > 0 {
			n++
			sum += float64(n) / float64(i+1)
		}
	}
	return sum
}

func reciprocal(gains []int) float64 {
	for i, gain := range gains {
		if gain > 0 {
			return 1 / float64(i+1)
		}
	}
	return 0
}
