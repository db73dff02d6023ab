package cite

import "slices"

// Source is one numbered source, as the model was given it.
type Source struct {
	ID   int // the 1 of [1]
	Text string
}

// Verdict says what was found of a citation or a quote.
type Verdict string

// Verdicts.
const (
	Right        Verdict = "right"         // it stands in what is cited
	WrongPassage Verdict = "wrong_passage" // it stands in another source
	NotFound     Verdict = "not_found"     // it stands in no source, or there is no such source
)

// Report is what was found. Its JSON form is a contract: fields are added, never
// renamed; lists are never null.
type Report struct {
	Citations []Citation `json:"citations"` // in the answer's order
	Quotes    []Quote    `json:"quotes"`
}

// Citation is one number in brackets.
type Citation struct {
	Source    int     `json:"source"`    // the number
	Line      int     `json:"line"`      // of the answer, from 1
	Statement string  `json:"statement"` // what it is cited for
	Verdict   Verdict `json:"verdict"`
	// Found are the sources in which the statement stands, best first.
	Found []int `json:"found"`
	// Support is the share of the statement's words that the source has, from 0
	// to 1; 1 for one whose quotes it has.
	Support float64 `json:"support"`
}

// Quote is a text that the answer says is from the sources.
type Quote struct {
	Text  string `json:"text"`
	Line  int    `json:"line"`
	Cited []int  `json:"cited"` // the sources cited for it
	// Verdict is Right where nothing is cited and a source has it.
	Verdict Verdict `json:"verdict"`
	Found   []int   `json:"found"` // the sources that have it, in their order
}

// Wrong is the number of citations and quotes that are not right.
func (r Report) Wrong() int {
	wrong := 0
	for _, citation := range r.Citations {
		if citation.Verdict != Right {
			wrong++
		}
	}
	for _, quote := range r.Quotes {
		if quote.Verdict != Right {
			wrong++
		}
	}
	return wrong
}

// Check checks an answer against the sources. It takes time in proportion to the
// product of their lengths at worst, and never fails.
func Check(answer string, sources []Source) Report {
	texts := prepare(sources)
	report := Report{Citations: []Citation{}, Quotes: []Quote{}}
	for _, s := range statements(answer) {
		var quoted []Quote
		for _, text := range s.quotes {
			quoted = append(quoted, texts.quote(text, s))
		}
		report.Quotes = append(report.Quotes, quoted...)
		for _, number := range s.cited {
			report.Citations = append(report.Citations, texts.citation(number, s, quoted))
		}
	}
	return report
}

// quote looks for a quote in all sources.
func (t texts) quote(text string, s statement) Quote {
	quote := Quote{Text: text, Line: s.line, Cited: append([]int{}, s.cited...), Found: []int{}, Verdict: NotFound}
	parts := quotedParts(text)
	for _, source := range t {
		if source.holds(parts) {
			quote.Found = append(quote.Found, source.id)
		}
	}
	quote.Verdict = verdict(quote.Found, s.cited)
	return quote
}

// verdict compares where something stands with what is cited for it.
func verdict(found, cited []int) Verdict {
	switch {
	case len(found) == 0:
		return NotFound
	case len(cited) == 0 || slices.ContainsFunc(cited, func(id int) bool { return slices.Contains(found, id) }):
		return Right
	}
	return WrongPassage
}
