package cite

import (
	"cmp"
	"slices"
)

// Bounds of support by words.
const (
	// enough is the share of a statement's words from which on a source supports
	// it.
	enough = 0.5
	// nearly is how much less than the best source the cited one may have: more
	// than one source may say it.
	nearly = 0.25
)

// citation judges one citation of a statement: by the statement's quotes, else
// by its words. A source that is cited beside the one that has the quotes is
// there for the rest.
func (t texts) citation(number int, s statement, quoted []Quote) Citation {
	citation := Citation{Source: number, Line: s.line, Statement: s.text, Verdict: NotFound, Found: []int{}}
	if t.of(number) == nil {
		return citation
	}
	for _, quote := range quoted {
		if slices.Contains(quote.Found, number) {
			citation.Verdict, citation.Found, citation.Support = Right, quote.Found, 1
			return citation
		}
	}
	if len(quoted) > 0 && !slices.ContainsFunc(quoted, func(quote Quote) bool { return quote.Verdict == Right }) {
		citation.Verdict, citation.Found = quoted[0].Verdict, quoted[0].Found
		return citation
	}
	return citation.byWords(t.of(number), t.supporting(s))
}

// supported is a source with the share of a statement's words that it has.
type supported struct {
	id    int
	share float64
}

func (t texts) supporting(s statement) []supported {
	wanted := contentWords(s.text)
	var all []supported
	for _, source := range t {
		all = append(all, supported{source.id, source.share(wanted)})
	}
	slices.SortStableFunc(all, func(a, b supported) int { return cmp.Compare(b.share, a.share) })
	return all
}

func (c Citation) byWords(cited *text, all []supported) Citation {
	best := all[0].share
	for _, one := range all {
		if one.share >= enough {
			c.Found = append(c.Found, one.id)
		}
		if one.id == cited.id {
			c.Support = one.share
		}
	}
	switch {
	case c.Support >= enough && c.Support >= best-nearly:
		c.Verdict = Right
	case best >= enough:
		c.Verdict = WrongPassage
	}
	return c
}
