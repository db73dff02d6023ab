package chunk

import "strings"

// fence is the opening line of fenced code.
type fence struct {
	mark byte // '`' or '~'
	size int
}

// fenceOf reads a line without its indentation.
func fenceOf(rest string) (fence, bool) {
	if rest == "" || rest[0] != '`' && rest[0] != '~' {
		return fence{}, false
	}
	f := fence{mark: rest[0], size: runLength(rest, rest[0])}
	info := rest[f.size:]
	return f, f.size >= 3 && (f.mark == '~' || strings.IndexByte(info, '`') < 0)
}

func (f fence) closedBy(rest string) bool {
	n := runLength(rest, f.mark)
	return n >= f.size && isBlank(rest[n:])
}

// fenceEnd returns the line after the closing fence; a fence that is never
// closed reaches to the end of the text.
func (m markdown) fenceEnd(i int, f fence) int {
	for j := i + 1; j < m.len(); j++ {
		if line := m.line(j); indentOf(line) < 4 && f.closedBy(strings.TrimLeft(line, " ")) {
			return j + 1
		}
	}
	return m.len()
}

// nestedFenceEnd is fenceEnd in a list: the end of the list item ends the
// fence too.
func (m markdown) nestedFenceEnd(i int, f fence, base int) int {
	for j := i + 1; j < m.len(); j++ {
		line := m.line(j)
		if f.closedBy(strings.TrimLeft(line, " \t")) {
			return j + 1
		}
		if !isBlank(line) && indentOf(line) <= base {
			return j
		}
	}
	return m.len()
}

// isHTMLStart reports whether a line starts with a comment, a declaration or a
// tag, and not with an autolink.
func isHTMLStart(rest string) bool {
	name := strings.TrimPrefix(rest[1:], "/")
	if strings.HasPrefix(name, "!") || strings.HasPrefix(name, "?") {
		return true
	}
	n := 0
	for n < len(name) && isTagByte(name[n]) {
		n++
	}
	return n > 0 && (n == len(name) || strings.IndexByte(" \t/>", name[n]) >= 0)
}

func isTagByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-'
}

// htmlEnd returns the end of the HTML at line i: what closes it, where blank
// lines and headings may stand inside, else the next blank line.
func (m markdown) htmlEnd(i int, rest string) int {
	closing := closingOf(rest)
	if closing == "" {
		return m.paragraphEnd(i)
	}
	for j := i; j < m.len(); j++ {
		if strings.Contains(m.line(j), closing) {
			return j + 1
		}
	}
	return m.len()
}

func closingOf(rest string) string {
	if strings.HasPrefix(rest, "<!--") {
		return "-->"
	}
	for _, name := range []string{"pre", "script", "style", "textarea"} {
		after, ok := strings.CutPrefix(rest[1:], name)
		if ok && (after == "" || strings.IndexByte(" \t>", after[0]) >= 0) {
			return "</" + name + ">"
		}
	}
	return ""
}
