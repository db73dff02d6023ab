package extract

import (
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"rag-context/rag/chunk"
)

// listing is an open list; next is the number of an ordered list's next item,
// 0 for a list without numbers.
type listing struct{ next int }

// maxNesting is how many levels of lists are told apart by indentation.
const maxNesting = 16

func (p *page) startList(tag atom.Atom) {
	p.breakBlock()
	list := listing{}
	if tag == atom.Ol {
		list.next = 1
	}
	p.lists = append(p.lists, list)
	p.restIfEmpty()
}

func (p *page) endList() {
	p.breakBlock()
	p.lists = p.lists[:max(0, len(p.lists)-1)]
	p.restIfEmpty()
}

func (p *page) startItem() {
	p.breakBlock()
	if p.kind != chunk.Code && !p.table.open {
		p.kind, p.marker = chunk.List, p.itemMarker()
	}
}

// itemMarker returns what a new item of the innermost list starts with.
func (p *page) itemMarker() string {
	if len(p.lists) == 0 {
		return "- "
	}
	list := &p.lists[len(p.lists)-1]
	if list.next == 0 {
		return p.indent() + "- "
	}
	list.next++
	return p.indent() + strconv.Itoa(list.next-1) + ". "
}

// indent is the indentation of an item of the innermost list.
func (p *page) indent() string { return strings.Repeat("  ", min(len(p.lists), maxNesting)-1) }

// rest sets what the next text is unless a tag says more: a paragraph, or more
// of an item.
func (p *page) rest() {
	p.kind, p.level, p.marker = chunk.Paragraph, 0, ""
	if len(p.lists) > 0 {
		p.kind, p.marker = chunk.List, p.indent()+"  "
	}
}

func (p *page) restIfEmpty() {
	if !p.begun && p.kind != chunk.Code && !p.table.open {
		p.rest()
	}
}
