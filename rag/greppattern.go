package rag

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"rag-context/rag/trigram"
)

// linePattern is a pattern that is ready to be held against lines.
type linePattern struct {
	expression *regexp.Regexp
	group      int    // what of a match is the pattern's: its first group, or all
	literal    string // a text without an expression's signs, in its case; else ""
	literals   []string
	trigrams   trigram.Query
	word       bool
}

// notWord is what stands beside a whole word; RE2's \b knows ASCII only.
const notWord = `[^\pL\pN\pM_]`

func newLinePattern(request GrepRequest) (*linePattern, error) {
	p := &linePattern{word: request.Word}
	source := request.Pattern
	if !request.Regexp {
		source = regexp.QuoteMeta(strings.ToValidUTF8(source, "\uFFFD"))
		p.literal = request.Pattern
	}
	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, &RequestError{Field: "pattern", Problem: "is no expression: " + strings.TrimPrefix(err.Error(), "error parsing regexp: ")}
	}
	p.trigrams = trigram.Of(parsed)
	if request.Case == "" || request.Case.exact(request.Pattern) {
		p.literals = requiredTexts(parsed.Simplify())
	} else {
		source = "(?i)" + source
	}
	if p.word {
		source, p.group = `(?:^|`+notWord+`)(`+source+`)(?:`+notWord+`|$)`, 1
	}
	p.expression, err = regexp.Compile(source)
	if err != nil {
		return nil, &RequestError{Field: "pattern", Problem: "is too large an expression"}
	}
	return p, nil
}

// column returns where the first match starts in a line, in bytes from 1; 0 for
// none.
func (p *linePattern) column(line string) int {
	if !p.expression.MatchString(line) { // several times as fast as asking where
		return 0
	}
	return p.expression.FindStringSubmatchIndex(line)[2*p.group] + 1
}

// contained are texts that every line which matches has; no more of them than
// an engine takes.
func (p *linePattern) contained() []string { return p.literals[:min(len(p.literals), mostNeeded)] }

// required returns terms that every passage with a line that matches has: those
// of words with white space on both sides, which can't be a part of another.
func (p *linePattern) required(words *wording) (terms []Term) {
	texts := p.literals
	if p.literal != "" {
		texts = []string{p.literal}
	}
	for _, text := range texts {
		inside := strings.Fields(text)
		if whole := p.word && text == p.literal; !whole {
			inside = inside[min(1, len(inside)):max(min(1, len(inside)), len(inside)-1)]
		}
		for _, word := range inside {
			if spoken := spokenWords(word, true); len(spoken) == 1 && spoken[0] == word {
				terms = append(terms, words.neededFor(word)...)
			}
		}
	}
	return terms[:min(len(terms), mostNeeded)]
}

// requiredTexts returns texts that are in all that an expression matches.
func requiredTexts(expression *syntax.Regexp) (texts []string) {
	switch expression.Op {
	case syntax.OpLiteral:
		if text := string(expression.Rune); expression.Flags&syntax.FoldCase == 0 && !strings.Contains(text, "\n") {
			return []string{text}
		}
	case syntax.OpConcat:
		for _, part := range expression.Sub {
			texts = append(texts, requiredTexts(part)...)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return requiredTexts(expression.Sub[0])
	}
	return texts
}
