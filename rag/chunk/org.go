package chunk

import (
	"regexp"
	"strings"
)

// outlineOrg follows Org mode: headlines, begin/end blocks, tables, lists.
func outlineOrg(o *outline) {
	g := org{o}
	for i := 0; i < g.len(); {
		if g.blank(i) {
			i++
			continue
		}
		i = g.block(i)
	}
}

type org struct{ *outline }

// block adds the block that starts on line i and returns the line after it.
func (g org) block(i int) int {
	line := g.line(i)
	if level := headlineLevel(line); level > 0 {
		g.add(Block{Kind: Heading, Level: level, Title: orgTitle(line[level:])}, i, i+1)
		return i + 1
	}
	rest := strings.TrimLeft(line, " \t")
	if name := beginOf(rest); name != "" {
		kind := Paragraph
		if name == "src" || name == "example" || name == "export" {
			kind = Code
		}
		return g.done(kind, i, g.blockEnd(i, name))
	}
	switch {
	case rest[0] == '|':
		return g.done(Table, i, g.runEnd(i, "|"))
	case rest == ":" || strings.HasPrefix(rest, ": "):
		return g.done(Code, i, g.runEnd(i, ":"))
	case isListItem(rest) && rest[0] != '*':
		return g.done(List, i, g.listEnd(i))
	}
	return g.done(Paragraph, i, g.proseEnd(i))
}

func (g org) done(kind Kind, first, end int) int {
	g.add(Block{Kind: kind}, first, end)
	return end
}

// blockEnd returns the line after "#+end_name", else that of the next headline
// or the end: a headline always wins in Org.
func (g org) blockEnd(i int, name string) int {
	for j := i + 1; j < g.len(); j++ {
		line := g.line(j)
		if headlineLevel(line) > 0 {
			return j
		}
		if rest := strings.TrimSpace(line); len(rest) > 6 && strings.EqualFold(rest, "#+end_"+name) {
			return j + 1
		}
	}
	return g.len()
}

func (g org) runEnd(i int, prefix string) int {
	for i++; i < g.len() && strings.HasPrefix(strings.TrimLeft(g.line(i), " \t"), prefix); i++ {
	}
	return i
}

// listEnd returns the end of the list: two blank lines, or a line that is
// neither an item nor deeper than the first item.
func (g org) listEnd(i int) int {
	base := indentOf(g.line(i))
	for j := i + 1; j < g.len(); j++ {
		line := g.line(j)
		if isBlank(line) {
			if g.blank(j + 1) {
				return j
			}
			continue
		}
		if indentOf(line) <= base && (headlineLevel(line) > 0 || !isListItem(strings.TrimLeft(line, " \t"))) {
			return j
		}
	}
	return g.len()
}

func (g org) proseEnd(i int) int {
	for i++; i < g.len() && !g.blank(i); i++ {
		line := g.line(i)
		rest := strings.TrimLeft(line, " \t")
		if headlineLevel(line) > 0 || beginOf(rest) != "" || rest[0] == '|' || isListItem(rest) && rest[0] != '*' {
			break
		}
	}
	return i
}

func headlineLevel(line string) int {
	n := runLength(line, '*')
	if n == 0 || n == len(line) || line[n] != ' ' {
		return 0
	}
	return n
}

// beginOf returns the lower-case name of the block that "#+begin_name" opens.
func beginOf(rest string) string {
	const begin = "#+begin_"
	if len(rest) <= len(begin) || !strings.EqualFold(rest[:len(begin)], begin) {
		return ""
	}
	name, _, _ := strings.Cut(strings.ToLower(rest[len(begin):min(len(rest), 40)]), " ")
	return name
}

var (
	orgKeyword  = regexp.MustCompile(`^(TODO|DONE|NEXT|WAITING|WAIT|HOLD|STARTED|SOMEDAY|CANCELED|CANCELLED|PROJECT|MAYBE)(\s+|$)`)
	orgPriority = regexp.MustCompile(`^\[#[A-Za-z0-9]+\]\s*`)
	orgTags     = regexp.MustCompile(`(^|\s+):[\pL\pN_@#%:]+:\s*$`)
	orgLink     = regexp.MustCompile(`\[\[([^\[\]]*)\](?:\[([^\[\]]*)\])?\]`)
	orgMarkup   = regexp.MustCompile(`(^|[\s('"])([*/=~+_])(\S|\S.*?\S)([*/=~+_])($|[\s)'".,:;!?])`)
)

// orgTitle returns a headline's text without keyword, priority, tags, markup.
func orgTitle(raw string) string {
	raw = strings.TrimSpace(raw[:min(len(raw), longestHeading)])
	raw = orgKeyword.ReplaceAllString(raw, "")
	raw = orgPriority.ReplaceAllString(raw, "")
	raw = orgTags.ReplaceAllString(raw, "")
	raw = orgLink.ReplaceAllStringFunc(raw, func(link string) string {
		parts := orgLink.FindStringSubmatch(link)
		if parts[2] != "" {
			return parts[2]
		}
		return parts[1]
	})
	return orgMarkup.ReplaceAllString(raw, "$1$3$5")
}
