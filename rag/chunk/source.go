package chunk

import (
	"strings"
	"unicode/utf8"
)

// source is a text seen as lines, counted from 0. Asking for a line that is
// not there gives "".
type source struct {
	text   string
	starts []int // where each line starts, and where one more line would
}

func newSource(text string) source {
	if text == "" {
		return source{starts: []int{0}}
	}
	starts := make([]int, 1, strings.Count(text, "\n")+2)
	for at := 0; ; {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
		starts = append(starts, at)
	}
	if !strings.HasSuffix(text, "\n") {
		starts = append(starts, len(text)+1)
	}
	return source{text: text, starts: starts}
}

func (s *source) len() int { return len(s.starts) - 1 }

// line returns a line without its line end, be it "\n" or "\r\n".
func (s *source) line(i int) string {
	if i < 0 || i >= s.len() {
		return ""
	}
	line := s.text[s.starts[i] : s.starts[i+1]-1]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}

// raw returns the lines from first up to, not including, end as they are,
// without the final newline.
func (s *source) raw(first, end int) string {
	return s.text[s.starts[first] : s.starts[end]-1]
}

// blank reports whether there is nothing on a line, or no such line.
func (s *source) blank(i int) bool { return isBlank(s.line(i)) }

// paragraphEnd returns the first blank line after i, or the end.
func (s *source) paragraphEnd(i int) int {
	for i++; i < s.len() && !s.blank(i); i++ {
	}
	return min(i, s.len())
}

func isBlank(line string) bool {
	if line == "" {
		return true
	}
	if c := line[0]; c > ' ' && c < utf8.RuneSelf {
		return false
	}
	return strings.TrimSpace(line) == ""
}

// indentOf returns the column at which a line's text starts; tabs stop every
// four columns.
func indentOf(line string) int {
	column := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			column++
		case '\t':
			column += 4 - column%4
		default:
			return column
		}
	}
	return column
}

// outline collects the blocks of a source. It keeps them in order and without
// overlap, and gives lines that nobody claimed to the block before them, so
// that no format's rules can lose or repeat a line.
type outline struct {
	source
	blocks []Block
	next   int // the first line not covered
}

// skip leaves out the lines before end.
func (o *outline) skip(end int) { o.next = end }

// add appends a block of the lines from first up to, not including, end. Of
// the block only Kind, Level and Title are used.
func (o *outline) add(b Block, first, end int) {
	if len(o.blocks) == 0 { // nobody before could claim the lines up to first
		for ; o.next < o.len() && o.blank(o.next); o.next++ {
		}
		first = o.next
	}
	first = max(first, o.next)
	for end = min(end, o.len()); end > first && o.blank(end-1); end-- {
	}
	for ; first < end && o.blank(first); first++ {
	}
	if first >= end {
		return
	}
	o.claim(first)
	b.Title = cutTitle(b.Title)
	b.First, b.Last = first+1, end
	o.blocks = append(o.blocks, b)
	o.next = end
}

// claim stretches the last block over lines before first that are not empty.
// Blank ones count too if there are characters on them: only empty lines can
// be restored from line numbers.
func (o *outline) claim(first int) {
	if len(o.blocks) == 0 {
		return
	}
	for i := first; i > o.next; i-- {
		if o.raw(i-1, i) != "" {
			o.blocks[len(o.blocks)-1].Last = i
			return
		}
	}
}

func (o *outline) finish() []Block {
	o.add(Block{}, o.next, o.len())
	for i := range o.blocks {
		b := &o.blocks[i]
		b.Text = o.raw(b.First-1, b.Last)
	}
	return o.blocks
}

// maxTitle is the longest title in bytes; more would drown the text it heads.
const maxTitle = 120

func cutTitle(title string) string {
	title = strings.TrimSpace(title)
	if len(title) <= maxTitle {
		return title
	}
	const ellipsis = "…"
	at := maxTitle - len(ellipsis)
	for at > 0 && !utf8.RuneStart(title[at]) {
		at--
	}
	return strings.TrimSpace(title[:at]) + ellipsis
}
