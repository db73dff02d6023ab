package cite

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// statement is a part of an answer with what it cites and quotes.
type statement struct {
	line   int
	text   string // without the numbers
	cited  []int  // in order, each once
	quotes []string
}

// Forms of citations: [1], [1, 2], [1-3], [1][2], 【1】, [^1], [source 1].
var citation = regexp.MustCompile(`[\[【]\^?(?:[Ss]ources? )?([0-9]{1,3}(?: ?[,;–-] ?[0-9]{1,3})*)[\]】]`)

// widest is the longest range of numbers that is a citation.
const widest = 20

// statements cuts an answer into its sentences. What stands in code is neither
// cited nor quoted; a citation after the full stop belongs to the sentence
// before it.
func statements(answer string) []statement {
	var all []statement
	for _, p := range paragraphs(answer) {
		if p.quote {
			all = append(all, p.quotation(all))
			continue
		}
		for _, sentence := range sentences(p.text) {
			all = append(all, newStatement(p.line, sentence))
		}
	}
	return slices.DeleteFunc(all, func(s statement) bool { return len(s.cited)+len(s.quotes) == 0 })
}

func newStatement(line int, sentence string) statement {
	s := statement{line: line, cited: numbers(sentence)}
	bare := citation.ReplaceAllString(sentence, "")
	s.text = strings.Join(strings.Fields(bare), " ")
	for _, match := range quoted.FindAllStringSubmatch(bare, -1) {
		if text := strings.TrimSpace(strings.Join(match[1:], "")); isQuote(text) {
			s.quotes = append(s.quotes, text)
		}
	}
	return s
}

// quoted is a text between quotation marks, each kind with its own end.
var quoted = regexp.MustCompile(`"([^"\n]+)"|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»`)

// A text between marks that is shorter than both of these is a word that is put
// at a distance, no quote.
const (
	quoteWords      = 3
	quoteCharacters = 20
)

func isQuote(text string) bool {
	return len(strings.Fields(text)) >= quoteWords || utf8.RuneCountInString(text) >= quoteCharacters
}

// numbers are the sources that a text cites, in order, each once.
func numbers(text string) []int {
	var all []int
	for _, match := range citation.FindAllStringSubmatch(text, -1) {
		for part := range strings.FieldsFuncSeq(match[1], func(r rune) bool { return r == ',' || r == ';' }) {
			for _, number := range numberRange(strings.TrimSpace(part)) {
				if !slices.Contains(all, number) {
					all = append(all, number)
				}
			}
		}
	}
	return all
}

// numberRange reads "2" or "2-4"; one that is turned around or too wide is its
// ends.
func numberRange(text string) []int {
	from, to, isRange := strings.Cut(strings.ReplaceAll(text, "–", "-"), "-")
	first, _ := strconv.Atoi(strings.TrimSpace(from)) // digits, as the expression says
	if !isRange {
		return []int{first}
	}
	last, _ := strconv.Atoi(strings.TrimSpace(to))
	if last < first || last-first > widest {
		return []int{first, last}
	}
	var all []int
	for number := first; number <= last; number++ {
		all = append(all, number)
	}
	return all
}
