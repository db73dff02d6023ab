package chunk

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// outlineRST follows reStructuredText: sections, literal blocks, directives
// that hold code, tables and lists.
func outlineRST(o *outline) {
	r := rst{outline: o, levels: map[adornment]int{}}
	for i := 0; i < r.len(); {
		if r.blank(i) {
			i++
			continue
		}
		i = r.block(i)
	}
}

// adornment is a style of section titles. Styles get their levels in the
// order in which a document uses them first.
type adornment struct {
	mark byte
	over bool // over the title too
}

type rst struct {
	*outline
	levels       map[adornment]int
	sectionLevel int // of the section that is open
	open         definitions
	closed       bool // the block to come ends a description
	literal      bool // the paragraph before ended with "::"
	margin       int  // its indentation
}

// block adds the block that starts on line i and returns the line after it.
func (r *rst) block(i int) int {
	line := r.line(i)
	indent, rest := indentOf(line), strings.TrimLeft(line, " \t")
	if r.literal && indent > r.margin {
		r.literal = false
		return r.done(Code, i, r.deeperEnd(i, r.margin))
	}
	r.literal = false
	r.closed = r.open.close(indent)
	if indent == 0 {
		named := r.afterTargets(i)
		if end, ok := r.title(i, named); ok {
			return end
		}
		if named > i {
			return r.done(Paragraph, i, named)
		}
	}
	switch {
	case strings.HasPrefix(rest, ".. "):
		return r.directive(i, indent, rest)
	case strings.HasPrefix(rest, ">>> "):
		return r.done(Code, i, r.paragraphEnd(i))
	case isGridBorder(rest):
		return r.done(Table, i, r.paragraphEnd(i))
	case isSimpleBorder(rest):
		return r.done(Table, i, r.simpleTableEnd(i))
	case isRSTItem(rest):
		return r.done(List, i, r.listEnd(i, indent))
	}
	return r.paragraph(i, indent)
}

func (r *rst) done(kind Kind, first, end int) int {
	block := Block{Kind: kind}
	if r.closed {
		block.Level = r.innerLevel() + 1
		r.closed = false
	}
	r.add(block, first, end)
	return end
}

// afterTargets returns the first line from i on that is neither blank nor an
// internal target, ".. _name:". Those name what comes after them.
func (r *rst) afterTargets(i int) int {
	for i < r.len() && (r.blank(i) || isTarget(r.line(i))) {
		i++
	}
	return i
}

func isTarget(line string) bool {
	line = strings.TrimRight(line, " \t\r")
	return strings.HasPrefix(line, ".. _") && strings.HasSuffix(line, ":")
}

// title adds the section title at line i, if there is one, with the lines from
// first on.
func (r *rst) title(first, i int) (end int, ok bool) {
	if over := r.line(i); isAdornment(over) {
		under := r.line(i + 2)
		if isAdornment(under) && under[0] == over[0] && !r.blank(i+1) && longEnough(over, strings.TrimSpace(r.line(i+1))) {
			return r.section(adornment{over[0], true}, first, i+1), true
		}
		return 0, false
	}
	text, under := r.line(i), r.line(i+1)
	if isAdornment(under) && longEnough(under, text) {
		return r.section(adornment{under[0], false}, first, i), true
	}
	return 0, false
}

func (r *rst) section(style adornment, first, title int) int {
	level, ok := r.levels[style]
	if !ok {
		level = len(r.levels) + 1
		r.levels[style] = level
	}
	r.sectionLevel = level
	r.add(Block{Kind: Heading, Level: level, Title: rstTitle(r.line(title))}, first, title+2)
	return title + 2
}

// isAdornment reports a line of two or more of one punctuation mark.
func isAdornment(line string) bool {
	line = strings.TrimRight(line, " \t")
	return len(line) >= 2 && isPunctuation(line[0]) && runLength(line, line[0]) == len(line)
}

// longEnough allows short lines under long titles from four marks on, as
// docutils does with a warning.
func longEnough(line, title string) bool {
	n := len(strings.TrimRight(line, " \t"))
	return n >= 4 || n >= utf8.RuneCountInString(strings.TrimRight(title, " \t"))
}

// directive adds ".. name::" with its body where the body is code; the body of
// any other directive is read as blocks of its own.
func (r *rst) directive(i, indent int, rest string) int {
	name, argument, ok := strings.Cut(strings.TrimPrefix(rest, ".. "), "::")
	switch {
	case ok && isCodeDirective(name):
		return r.done(Code, i, r.deeperEnd(i, indent))
	case ok && isDefinition(name) && !isBlank(argument):
		return r.define(i, indent, argument)
	}
	return r.done(Paragraph, i, r.paragraphEnd(i))
}

func isCodeDirective(name string) bool {
	switch name {
	case "code-block", "code", "sourcecode", "parsed-literal", "doctest", "testcode", "testoutput", "testsetup",
		"literalinclude", "productionlist", "math", "highlight":
		return true
	}
	return false
}

// deeperEnd returns the end of the lines after i that are indented deeper than
// margin; line i counts whatever its indentation.
func (r *rst) deeperEnd(i, margin int) int {
	end := i + 1
	for j := end; j < r.len(); j++ {
		if r.blank(j) {
			continue
		}
		if indentOf(r.line(j)) <= margin {
			break
		}
		end = j + 1
	}
	return end
}

func (r *rst) paragraph(i, indent int) int {
	end := r.paragraphEnd(i)
	r.literal = strings.HasSuffix(strings.TrimRight(r.line(end-1), " \t"), "::")
	r.margin = indent
	return r.done(Paragraph, i, end)
}

// listEnd returns the end of the list at line i: the first line after a blank
// one that is neither an item nor inside of one.
func (r *rst) listEnd(i, indent int) int {
	afterBlank := false
	for j := i + 1; j < r.len(); j++ {
		line := r.line(j)
		if isBlank(line) {
			afterBlank = true
			continue
		}
		if at := indentOf(line); at < indent || at == indent && afterBlank && !isRSTItem(strings.TrimLeft(line, " \t")) {
			return j
		}
		afterBlank = false
	}
	return r.len()
}

func isRSTItem(rest string) bool {
	return isListItem(rest) || strings.HasPrefix(rest, "#. ") || rstItem.MatchString(rest[:min(len(rest), 16)])
}

// simpleTableEnd returns the line after the border that a blank line follows.
func (r *rst) simpleTableEnd(i int) int {
	for j := i + 1; j < r.len(); j++ {
		if isSimpleBorder(strings.TrimLeft(r.line(j), " \t")) && r.blank(j+1) {
			return j + 1
		}
	}
	return r.len()
}

// isGridBorder reports "+----+---+".
func isGridBorder(rest string) bool {
	return len(rest) >= 3 && rest[0] == '+' && (rest[1] == '-' || rest[1] == '=') && strings.Trim(rest, "+-= \t\r") == ""
}

// isSimpleBorder reports "=====  =====", of two columns or more.
func isSimpleBorder(rest string) bool {
	rest = strings.TrimRight(rest, " \t")
	return strings.HasPrefix(rest, "==") && strings.Contains(rest, " ") && strings.Trim(rest, "= ") == ""
}

var (
	rstItem     = regexp.MustCompile(`^(\([0-9A-Za-z]{1,4}\)|[A-Za-z][.)]) `)
	rstRole     = regexp.MustCompile("(?::[A-Za-z][A-Za-z0-9:+._-]*:)?`[~!]?([^`<]*?)\\s*(?:<[^`>]*>)?`_{0,2}")
	rstEmphasis = regexp.MustCompile(`\*{1,2}([^*]+)\*{1,2}`) // "_" is none: __init__ is a name
	rstEscape   = regexp.MustCompile(`\\(.)`)
	rstLiteral  = regexp.MustCompile("``([^`]*)``")
)

// rstTitle returns a title without its inline markup.
func rstTitle(raw string) string {
	raw = strings.TrimSpace(raw[:min(len(raw), longestHeading)])
	if !strings.ContainsAny(raw, "`*\\|") {
		return raw
	}
	raw = rstLiteral.ReplaceAllString(raw, "$1")
	raw = rstRole.ReplaceAllString(raw, "$1")
	raw = rstEmphasis.ReplaceAllString(strings.ReplaceAll(raw, "|", ""), "$1")
	return rstEscape.ReplaceAllString(raw, "$1")
}
