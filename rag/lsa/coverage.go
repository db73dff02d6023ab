package lsa

// Coverage says how well a model knows passages. It is a sum over passages and
// can be added up.
//
// A model should be fitted anew when the passages that came since are known
// clearly less well than those it was fitted on (Info.Fitted), or when they
// outnumber them. A fresh passage is always known a little less well, because a
// fit leaves out terms that one passage alone has.
type Coverage struct {
	// Passages that have a term the model knows.
	Passages int `json:"passages"`
	// Occurrences of terms, and those of terms that the model knows.
	Occurrences int `json:"occurrences"`
	Known       int `json:"known"`
	// Energy is 1 for each of Passages, and Explained what is left of it in
	// the model's dimensions.
	Energy    float64 `json:"energy"`
	Explained float64 `json:"explained"`
}

// Coverage of one passage.
func (m *Model) Coverage(terms []string) Coverage {
	c := Coverage{Occurrences: len(terms)}
	counts := m.count(terms)
	if len(counts) == 0 {
		return c
	}
	full := 0.0
	for _, each := range counts {
		c.Known += each.n
		w := termWeight(each.n) * each.row.idf()
		full += w * w
	}
	factor := weight(counts) / fixedPoint
	c.Passages, c.Energy = 1, 1
	c.Explained = share(energy(m.project(counts))*factor*factor, full)
	return c
}

// Add returns the coverage of c's passages and d's.
func (c Coverage) Add(d Coverage) Coverage {
	return Coverage{c.Passages + d.Passages, c.Occurrences + d.Occurrences, c.Known + d.Known,
		c.Energy + d.Energy, c.Explained + d.Explained}
}

// KnownShare is the share of occurrences that the model knows, 0 for none.
func (c Coverage) KnownShare() float64 { return share(float64(c.Known), float64(c.Occurrences)) }

// ExplainedShare is the share of the passages' energy that the model's
// dimensions hold, 0 for none.
func (c Coverage) ExplainedShare() float64 { return share(c.Explained, c.Energy) }

func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}
