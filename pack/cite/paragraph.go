package cite

import (
	"regexp"
	"strings"
)

// paragraph is a run of lines of an answer.
type paragraph struct {
	line  int
	text  string
	quote bool // every line begins with ">"
}

// paragraphs cuts an answer at blank lines, at items of lists and where a quote
// begins or ends. Fenced code is left out.
func paragraphs(answer string) []paragraph {
	var all []paragraph
	open, fence := false, ""
	for i, line := range strings.Split(strings.ReplaceAll(answer, "\r\n", "\n"), "\n") {
		trimmed := strings.TrimSpace(line)
		if mark := fenceOf(trimmed); fence != "" || mark != "" {
			fence = nextFence(fence, mark)
			open = false
			continue
		}
		text, quote := strings.CutPrefix(trimmed, ">")
		text = strings.TrimSpace(text)
		if text == "" {
			open = false
			continue
		}
		if open && quote == all[len(all)-1].quote && !item.MatchString(trimmed) {
			all[len(all)-1].text += "\n" + text
			continue
		}
		all = append(all, paragraph{i + 1, text, quote})
		open = true
	}
	return all
}

var item = regexp.MustCompile(`^([-*+]|[0-9]+[.)]|#+|\|) ?`)

func fenceOf(line string) string {
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, mark) {
			return mark
		}
	}
	return ""
}

// nextFence is the fence that is open after a line with that mark.
func nextFence(open, mark string) string {
	switch {
	case open == "":
		return mark
	case open == mark:
		return ""
	}
	return open
}

// quotation makes a statement of a quote that stands by itself. What it cites
// stands in it, or in the sentence before it that ends in a colon, which then
// cites nothing for itself.
func (p paragraph) quotation(before []statement) statement {
	s := statement{line: p.line, cited: numbers(p.text)}
	bare := strings.TrimSpace(citation.ReplaceAllString(p.text, ""))
	s.text = strings.Join(strings.Fields(bare), " ")
	if text := strings.Trim(s.text, `"“”„«»`); isQuote(text) {
		s.quotes = []string{text}
	}
	if n := len(before); len(s.cited) == 0 && n > 0 && strings.HasSuffix(before[n-1].text, ":") {
		s.cited, before[n-1].cited = before[n-1].cited, nil
	}
	return s
}

// ends is where a sentence ends: a mark, what closes after it, citations, and a
// space before what may begin another.
var ends = regexp.MustCompile(`[.!?]["”»’*_)]*(?:\s*[\[【]\^?(?:[Ss]ources? )?[0-9][0-9 ,;–-]*[\]】])*\s+|[。！？](?:\s*[\[【][0-9 ,;–-]+[\]】])*`)

// sentences cuts a paragraph. Quotes are never cut.
func sentences(text string) []string {
	quotes := quoted.FindAllStringIndex(text, -1)
	var all []string
	start := 0
	for _, end := range ends.FindAllStringIndex(text, -1) {
		if within(quotes, end[0]) || abbreviation.MatchString(text[start:end[0]+1]) {
			continue
		}
		all = append(all, text[start:end[1]])
		start = end[1]
	}
	if strings.TrimSpace(text[start:]) != "" {
		all = append(all, text[start:])
	}
	return all
}

// abbreviation is a text that ends in a stop which ends no sentence.
var abbreviation = regexp.MustCompile(`(?:^|\s)(?:[A-Za-z]|e\.g|i\.e|z\.B|[0-9]{1,2}|approx|ca|cf|vs|No|Nr|Dr|Mr|Ms|Mrs|St|etc)\.$`)

// within reports whether a place is inside one of the spans.
func within(spans [][]int, at int) bool {
	for _, span := range spans {
		if span[0] <= at && at < span[1]-1 {
			return true
		}
	}
	return false
}
