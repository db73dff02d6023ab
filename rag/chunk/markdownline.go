package chunk

import "strings"

// What a line of Markdown is, told from the line alone. All take a line
// without its indentation.

// atxHeading returns the level and the raw title of "## Title ##", or 0.
func atxHeading(rest string) (level int, title string) {
	level = runLength(rest, '#')
	if level == 0 || level > 6 {
		return 0, ""
	}
	title = rest[level:]
	if title != "" && title[0] != ' ' && title[0] != '\t' {
		return 0, ""
	}
	title = strings.TrimSpace(title)
	open := strings.TrimRight(title, "#")
	if open == "" || strings.HasSuffix(open, " ") || strings.HasSuffix(open, "\t") {
		title = strings.TrimSpace(open)
	}
	return level, title
}

func setextLevel(rest string) int {
	rest = strings.TrimRight(rest, " \t")
	switch {
	case rest == "":
		return 0
	case runLength(rest, '=') == len(rest):
		return 1
	case runLength(rest, '-') == len(rest):
		return 2
	}
	return 0
}

// isThematicBreak reports three or more of one of "-*_", with blanks between.
func isThematicBreak(rest string) bool {
	if rest == "" || strings.IndexByte("-*_", rest[0]) < 0 {
		return false
	}
	marks := 0
	for i := range len(rest) {
		switch rest[i] {
		case rest[0]:
			marks++
		case ' ', '\t':
		default:
			return false
		}
	}
	return marks >= 3
}

// markerLength returns the length of a list marker with the blank after it, 0
// for none: "-", "+", "*", "1." or "1)".
func markerLength(rest string) int {
	n := 0
	for n < len(rest) && n < 10 && '0' <= rest[n] && rest[n] <= '9' {
		n++
	}
	marks := "-+*"
	if n > 0 {
		marks = ".)"
	}
	if n >= len(rest) || n > 9 || strings.IndexByte(marks, rest[n]) < 0 {
		return 0
	}
	n++
	if n < len(rest) && rest[n] != ' ' && rest[n] != '\t' {
		return 0
	}
	return min(n+1, len(rest))
}

func isListItem(rest string) bool { return markerLength(rest) > 0 }

func itemText(rest string) string {
	return strings.TrimLeft(rest[markerLength(rest):], " \t")
}

// interrupts reports whether a line ends the paragraph before it. Numbered
// items do only with the number 1, as prose may wrap at "2024. ".
func interrupts(rest string) bool {
	if rest == "" {
		return true
	}
	switch rest[0] {
	case '#':
		level, _ := atxHeading(rest)
		return level > 0
	case '`', '~':
		_, ok := fenceOf(rest)
		return ok
	case '-', '+', '*', '_':
		return isThematicBreak(rest) || isListItem(rest) && itemText(rest) != ""
	case '1':
		return isListItem(rest) && strings.IndexByte(".)", rest[1]) >= 0 && itemText(rest) != ""
	case '<':
		return strings.HasPrefix(rest, "<!--") || closingOf(rest) != ""
	}
	return false
}

// isDelimiterRow reports the line under a table's header: "|---|:-:|".
func isDelimiterRow(line string) bool {
	pipes, dashes := 0, 0
	for i := range len(line) {
		switch line[i] {
		case '|':
			pipes++
		case '-':
			dashes++
		case ':', ' ', '\t':
		default:
			return false
		}
	}
	return pipes > 0 && dashes > 0
}

func runLength(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}
