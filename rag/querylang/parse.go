package querylang

import (
	"fmt"
	"strings"
)

// mostGroups bounds the parentheses inside each other, and so how deep a tree
// is: what visits or prints one need not care. People write two or three.
const mostGroups = 16

// Parse reads a text. It takes time in proportion to the text's length.
func (l Language) Parse(text string) Query {
	p := &parser{language: l, text: text, remarks: []Remark{}}
	root := p.query()
	if root.Kind != All {
		root = Node{Kind: All, Span: root.Span, Parts: []Node{root}}
	}
	return Query{Root: root, Remarks: p.remarks}
}

// parser is a text being read.
type parser struct {
	language Language
	text     string
	at       int
	groups   int // that are open
	passed   int // parentheses passed over that nothing has closed yet
	remarks  []Remark
}

// query reads what stands side by side. A single part stands for itself.
func (p *parser) query() Node {
	p.skipSpace()
	all := Node{Kind: All, Span: Span{p.at, p.at}}
	for p.skipSpace(); !p.ends(); p.skipSpace() {
		if part, ok := p.either(); ok {
			all.add(part)
		}
	}
	if len(all.Parts) == 1 {
		return all.Parts[0]
	}
	return all
}

// add adds a part at the end.
func (n *Node) add(part Node) {
	n.Parts = append(n.Parts, part)
	n.Span.End = part.Span.End
}

// either reads terms with OR between them; false where nothing is in them.
func (p *parser) either() (Node, bool) {
	first, ok := p.term()
	either := Node{Kind: Any, Span: Span{First: first.Span.First}}
	if ok {
		either.add(first)
	}
	for p.skipSpace(); ok && p.isOr(); p.skipSpace() {
		p.at += len(or)
		p.skipSpace()
		if next, there := p.term(); there {
			either.add(next)
		}
	}
	if len(either.Parts) == 1 {
		return either.Parts[0], true
	}
	return either, ok
}

// term reads one term; false for one that says nothing, like "()".
func (p *parser) term() (Node, bool) {
	start := p.at
	if !p.startsWith('-') || !p.isNot() {
		return p.positive()
	}
	p.at++
	part, ok := p.positive()
	return Node{Kind: Not, Span: Span{start, p.at}, Parts: []Node{part}}, ok
}

func (p *parser) positive() (Node, bool) {
	if p.startsWith('(') {
		if p.groups < mostGroups {
			return p.group()
		}
		if p.passOver(); p.ends() {
			return Node{}, false
		}
		return p.term()
	}
	if inside, end, ok := p.quoted(p.at); ok {
		node := Node{Kind: Phrase, Text: inside, Span: Span{p.at, end}}
		p.at = end
		return node, strings.TrimSpace(inside) != ""
	}
	if node, ok := p.field(); ok {
		return node, true
	}
	if p.startsWith('"') {
		p.remark(Span{p.at, len(p.text)}, `nothing closes the " here: searched as words`)
	}
	if p.atOr() {
		p.remark(Span{p.at, p.at + len(or)}, "OR has nothing to join here: searched as a word")
	}
	return p.word(p.wordEnd(p.at)), true
}

// group reads what stands in parentheses; the end of the text closes all.
func (p *parser) group() (Node, bool) {
	start := p.at
	p.at++
	p.groups++
	node := p.query()
	p.groups--
	if p.startsWith(')') {
		p.at++
	} else {
		p.remark(Span{start, p.at}, "nothing closes the ( here: it was taken to go on to the end")
	}
	if node.Kind == All {
		node.Span = Span{start, p.at}
	}
	return node, node.Kind != All || len(node.Parts) > 0
}

// passOver goes past the parentheses that open one group too many, and what is
// to be left out by them.
func (p *parser) passOver() {
	start := p.at
	for p.startsWith('(') || strings.HasPrefix(p.rest(), "-(") {
		p.at += 1 + strings.IndexByte(p.rest(), '(')
		p.passed++
		p.skipSpace()
	}
	p.remark(Span{start, p.at}, fmt.Sprintf("there are more than %d ( inside each other here: these were left out", mostGroups))
}

func (p *parser) word(end int) Node {
	node := Node{Kind: Word, Text: p.text[p.at:end], Span: Span{p.at, end}}
	p.at = end
	return node
}

// field reads a field; false for what is none. A text that only looks like one
// is a word, with a remark.
func (p *parser) field() (Node, bool) {
	typed, ok := p.fieldName()
	if !ok {
		return Node{}, false
	}
	from := p.at + len(typed) + 1
	end := p.wordEnd(from)
	value, closed, isQuoted := p.quoted(from)
	if isQuoted {
		end = closed
	} else {
		value = p.text[from:end]
	}
	span := Span{p.at, end}
	name, known := p.language.known(typed)
	switch {
	case strings.HasPrefix(value, ":") || strings.HasPrefix(value, "//"): // std::vector, https://
		return p.word(end), true
	case !known:
		if name = p.language.likely(typed); name != "" {
			p.remark(span, fmt.Sprintf("there is no field %s: searched as words; did you mean %s:%s?", typed, name, p.text[from:end]))
		}
		return p.word(end), true
	case strings.TrimSpace(value) == "":
		p.remark(span, fmt.Sprintf("%s: has no value right after it: searched as words", typed))
		return p.word(end), true
	}
	err := p.language.check(name, value)
	if !isQuoted && strings.HasPrefix(value, `"`) {
		err = fmt.Errorf(`has a " that nothing closes`)
	}
	if err != nil {
		p.remark(span, fmt.Sprintf("%s:%s was searched as words: %s %v", typed, value, name, err))
		return p.word(end), true
	}
	p.at = end
	return Node{Kind: Field, Name: name, Text: value, Span: span}, true
}

// fieldName returns the letters that stand next and before a ":".
func (p *parser) fieldName() (name string, ok bool) {
	rest := p.rest()
	for i := range len(rest) {
		if letter := rest[i] | 0x20; letter < 'a' || letter > 'z' {
			return rest[:i], i > 0 && rest[i] == ':'
		}
	}
	return "", false
}

func (p *parser) remark(span Span, message string) {
	p.remarks = append(p.remarks, Remark{span, message})
}
