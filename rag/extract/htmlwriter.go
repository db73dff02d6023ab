package extract

import (
	"strings"
	"unicode"

	"rag-context/rag/chunk"
)

// writer collects a page's text into blocks. Lines are the source's.
type writer struct {
	blocks []chunk.Block
	line   int // that is being read

	kind        chunk.Kind // of the block being written
	level       int
	marker      string // goes before the first word: "- "
	oneLine     bool   // line ends are spaces
	content     strings.Builder
	begun       bool // content holds more than white space
	gap         byte // white space before the next word: ' ', '\n', or 0
	first, last int  // lines of the first and the last word, 0 for none
}

// write appends text without line ends.
func (w *writer) write(text string) {
	text = strings.ReplaceAll(text, "\u00ad", "") // soft hyphens split words that are one
	if w.kind == chunk.Code {
		w.content.WriteString(text)
		if strings.TrimSpace(text) != "" {
			w.mark()
		}
		return
	}
	for len(text) > 0 {
		word := strings.TrimLeftFunc(text, unicode.IsSpace)
		if len(word) < len(text) && w.gap == 0 {
			w.gap = ' '
		}
		end := strings.IndexFunc(word, unicode.IsSpace)
		if end < 0 {
			end = len(word)
		}
		w.word(word[:end])
		text = word[end:]
	}
}

func (w *writer) word(word string) {
	if word == "" {
		return
	}
	switch {
	case !w.begun:
		w.content.WriteString(w.marker)
	case w.gap != 0:
		w.content.WriteByte(w.gap)
	}
	w.gap = 0
	w.content.WriteString(word)
	w.mark()
}

func (w *writer) mark() {
	w.begun = true
	w.last = w.line
	if w.first == 0 {
		w.first = w.line
	}
}

// newline notes the end of a line of the source or a <br>. Blank lines at the
// start of code are dropped.
func (w *writer) newline() {
	switch {
	case w.kind == chunk.Code && w.begun:
		w.content.WriteByte('\n')
	case w.kind == chunk.Code:
		w.content.Reset()
	case w.oneLine:
		w.gap = ' '
	default:
		w.gap = '\n'
	}
}

// take returns what was written and starts anew, lines aside.
func (w *writer) take() string {
	text := strings.TrimRightFunc(w.content.String(), unicode.IsSpace)
	w.content.Reset()
	w.begun, w.gap = false, 0
	return text
}

// emit makes a block of text on the lines marked since the last.
func (w *writer) emit(kind chunk.Kind, text string) {
	if w.first > 0 && strings.TrimSpace(text) != "" {
		block := chunk.Block{Kind: kind, First: w.first, Last: w.last, Text: text}
		if kind == chunk.Heading {
			block = asHeading(block, w.level)
		}
		w.blocks = append(w.blocks, block)
	}
	w.first, w.last = 0, 0
}

// longestHeading is the length in bytes above which a heading is a paragraph in
// a large font.
const longestHeading = 200

func asHeading(block chunk.Block, level int) chunk.Block {
	block.Text = strings.TrimRight(block.Text, "¶🔗 \n") // links to the heading itself
	title := collapse(block.Text)
	if title == "" || len(title) > longestHeading {
		block.Kind = chunk.Paragraph
		return block
	}
	block.Level, block.Title = level, title
	return block
}

func collapse(text string) string { return strings.Join(strings.Fields(text), " ") }
