package chunk

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// outlineText makes paragraphs of plain text at blank lines. It takes for
// headings only what hardly can be anything else: underlined lines, lines by
// themselves like "2.1 Title", and short lines in capitals, as in manual pages.
func outlineText(o *outline) {
	t := plain{outline: o}
	for i := 0; i < t.len(); {
		if t.blank(i) {
			i++
			continue
		}
		i = t.block(i)
	}
}

type plain struct {
	*outline
	manual bool // a heading in capitals right over indented text was seen
}

// block adds the block that starts on line i and returns the line after it.
func (t *plain) block(i int) int {
	line := t.line(i)
	if len(line) <= maxTitle {
		if level, size := t.heading(i, line); level > 0 {
			t.add(Block{Kind: Heading, Level: level, Title: line}, i, i+size)
			return i + size
		}
	}
	kind := Paragraph
	if isListItem(strings.TrimLeft(line, " \t")) {
		kind = List
	}
	end := t.paragraphEnd(i)
	t.add(Block{Kind: kind}, i, end)
	return end
}

// heading returns the level of the heading at line i and how many lines it
// has, or 0.
func (t *plain) heading(i int, line string) (level, size int) {
	if level := underlineLevel(line, t.line(i+1)); level > 0 {
		return level, 2
	}
	if i > 0 && !t.blank(i-1) {
		return 0, 0
	}
	below := indentOf(t.line(i + 1))
	alone := t.blank(i + 1)
	indent := indentOf(line)
	switch {
	case indent == 0 && (alone || below > 0) && isCapitals(line):
		t.manual = t.manual || !alone
		return 1, 1
	case indent == 0 && alone:
		return numberLevel(line), 1
	case indent == 3 && t.manual && below >= 7 && isTitleLike(line):
		return 2, 1 // a manual page's subsection
	}
	return 0, 0
}

// underlineLevel returns the level of a title by the line under it, which must
// be about as long as the title.
func underlineLevel(title, under string) int {
	under = strings.TrimSpace(under)
	if len(under) < 3 || strings.IndexByte("=-~^*#", under[0]) < 0 || runLength(under, under[0]) != len(under) {
		return 0
	}
	title = strings.TrimSpace(title)
	if off := utf8.RuneCountInString(title) - len(under); off > 2 || off < -20 || isPunctuation(title[0]) {
		return 0
	}
	switch under[0] {
	case '=':
		return 1
	case '-':
		return 2
	}
	return 3
}

var numberedTitle = regexp.MustCompile(`^(\d{1,3}(?:\.\d{1,3})*)\.?\s+\p{Lu}`)

// numberLevel returns how many numbers "2.1 Title" starts with, 0 for what is
// not a numbered title.
func numberLevel(line string) int {
	match := numberedTitle.FindStringSubmatch(line)
	if match == nil || !isTitleLike(line) {
		return 0
	}
	return strings.Count(match[1], ".") + 1
}

// isTitleLike rules out sentences and entries of a table of contents.
func isTitleLike(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) <= 72 && strings.IndexByte(".,;:!?", line[len(line)-1]) < 0 &&
		!strings.Contains(line, "..") && !strings.Contains(line, ". . ")
}

// isCapitals reports a short line of words in capitals.
func isCapitals(line string) bool {
	letters := 0
	for _, r := range line {
		switch {
		case unicode.IsLower(r), r == utf8.RuneError:
			return false
		case unicode.IsUpper(r):
			letters++
		}
	}
	return letters >= 3 && letters*2 >= utf8.RuneCountInString(line) && isTitleLike(line)
}
