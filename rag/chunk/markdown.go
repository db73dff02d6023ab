package chunk

import "strings"

// outlineMarkdown follows CommonMark with GFM's tables as far as it matters
// for where text may be cut: only the outermost blocks are told apart.
func outlineMarkdown(o *outline) {
	m := markdown{o}
	i := m.frontMatterEnd()
	m.skip(i)
	for i < m.len() {
		if m.blank(i) {
			i++
			continue
		}
		i = m.block(i)
	}
}

type markdown struct{ *outline }

// frontMatterEnd returns the line after the front matter, 0 if there is none.
func (m markdown) frontMatterEnd() int {
	open := strings.TrimRight(m.line(0), " \t")
	separator := map[string]string{"---": ":", "+++": "="}[open]
	if separator == "" {
		return 0
	}
	for i := 1; i < m.len(); i++ {
		line := strings.TrimRight(m.line(i), " \t")
		if line == open || open == "---" && line == "..." {
			return i + 1
		}
		if i == 1 && !strings.Contains(line, separator) && !strings.HasPrefix(line, "#") {
			return 0 // a thematic break at the top
		}
	}
	return 0
}

// block adds the block that starts on line i and returns the line after it.
func (m markdown) block(i int) int {
	line := m.line(i)
	if indentOf(line) >= 4 {
		return m.done(Code, i, m.indentedEnd(i))
	}
	rest := strings.TrimLeft(line, " ")
	if level, title := atxHeading(rest); level > 0 {
		m.add(Block{Kind: Heading, Level: level, Title: markdownTitle(title)}, i, i+1)
		return i + 1
	}
	if f, ok := fenceOf(rest); ok {
		return m.done(Code, i, m.fenceEnd(i, f))
	}
	switch {
	case isThematicBreak(rest):
		return m.done(Paragraph, i, i+1)
	case isListItem(rest):
		return m.done(List, i, m.listEnd(i))
	case rest[0] == '<' && isHTMLStart(rest):
		return m.done(Paragraph, i, m.htmlEnd(i, rest))
	case m.isTable(i):
		return m.done(Table, i, m.tableEnd(i))
	}
	return m.paragraph(i)
}

func (m markdown) done(kind Kind, first, end int) int {
	m.add(Block{Kind: kind}, first, end)
	return end
}

// paragraph adds the paragraph, block quote or setext heading at line i.
func (m markdown) paragraph(i int) int {
	const longestSetext = 3 // lines; longer ones are paragraphs before a rule
	quote := strings.HasPrefix(strings.TrimLeft(m.line(i), " "), ">")
	for j := i + 1; ; j++ {
		if m.blank(j) {
			return m.done(Paragraph, i, j)
		}
		line := m.line(j)
		if indentOf(line) >= 4 {
			continue // not code: code can't interrupt a paragraph
		}
		rest := strings.TrimLeft(line, " ")
		if level := setextLevel(rest); level > 0 && !quote && j-i <= longestSetext {
			m.add(Block{Kind: Heading, Level: level, Title: markdownTitle(m.raw(i, j))}, i, j+1)
			return j + 1
		}
		if interrupts(rest) || rest[0] == '>' && !quote || m.isTable(j) {
			return m.done(Paragraph, i, j)
		}
	}
}

func (m markdown) indentedEnd(i int) int {
	end := i + 1
	for j := end; j < m.len(); j++ {
		if m.blank(j) {
			continue
		}
		if indentOf(m.line(j)) < 4 {
			break
		}
		end = j + 1
	}
	return end
}

// listEnd returns the end of the list at line i, of all its items with all
// that is nested in them.
func (m markdown) listEnd(i int) int {
	base := indentOf(m.line(i))
	afterBlank := false
	j := i
	for j < m.len() {
		line := m.line(j)
		if isBlank(line) {
			afterBlank = true
			j++
			continue
		}
		rest := strings.TrimLeft(line, " \t")
		item := isListItem(rest) && !isThematicBreak(rest)
		switch {
		case item:
			rest = itemText(rest)
		case indentOf(line) >= base+2:
		case afterBlank || interrupts(rest) || rest[0] == '>':
			return j
		}
		if f, ok := fenceOf(rest); ok {
			j = m.nestedFenceEnd(j, f, base)
		} else {
			j++
		}
		afterBlank = false
	}
	return j
}

func (m markdown) isTable(i int) bool {
	return strings.Contains(m.line(i), "|") && isDelimiterRow(m.line(i+1))
}

func (m markdown) tableEnd(i int) int {
	for i += 2; i < m.len() && !m.blank(i); i++ {
		rest := strings.TrimLeft(m.line(i), " ")
		if !strings.Contains(rest, "|") && (interrupts(rest) || rest != "" && rest[0] == '>') {
			break
		}
	}
	return i
}
