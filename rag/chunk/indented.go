package chunk

import "strings"

// outlineIndented makes a block of each declaration of a language that is
// reliably indented, with the comments and decorators right before it. Classes
// are opened: their members are blocks one level down.
func outlineIndented(o *outline, syntax indentSyntax) {
	d := indented{outline: o, syntax: syntax, leads: -1}
	for i := range d.len() {
		d.line(i)
	}
	d.flush(d.len())
}

// class is a declaration that was opened.
type class struct {
	title  string
	indent int
}

type indented struct {
	*outline
	syntax  indentSyntax
	inner   innerScan
	classes []class
	leads   int // first of the comments right before this line, -1 for none
	// The block being collected:
	start  int
	indent int // of its first line of code
	title  string
	level  int
	header bool // it is the start of the innermost class
	gap    bool // a blank line came last
}

// line takes in a line.
func (d *indented) line(i int) {
	line := d.source.line(i)
	if isBlank(line) {
		d.leads, d.gap = -1, true
		return
	}
	inner := d.inner.line(line, d.syntax)
	rest := strings.TrimLeft(line, " \t")
	switch {
	case inner:
		d.gap = false
		return // leads stay: it may be a decorator's second line
	case d.syntax.closes(rest):
	case d.syntax.leads(rest):
		if d.leads < 0 {
			d.leads = i
		}
		return
	default:
		d.code(i, indentOf(line), rest)
	}
	d.leads, d.gap = -1, false
}

// code takes in a line that starts a statement.
func (d *indented) code(i, indent int, rest string) {
	title, container := d.syntax.declares(rest)
	if indent > d.indent && !(d.header && title != "") {
		return // inside of what we are collecting
	}
	start := i
	if d.leads >= 0 {
		start = d.leads
	}
	switch {
	case title != "":
		d.flush(start)
		d.leave(indent)
		d.title, d.level = title, len(d.classes)+1
		if container {
			d.classes = append(d.classes, class{title, indent})
		}
		d.header = container
	case d.isDeclaration() || d.gap:
		d.flush(start)
		d.leave(indent)
		d.reenter()
	}
	d.indent = indent
}

// isDeclaration reports whether the block is a declaration with a body, which
// a statement beside it ends.
func (d *indented) isDeclaration() bool {
	return d.title != "" && (len(d.classes) == 0 || d.title != d.classes[len(d.classes)-1].title || d.header)
}

// reenter starts a block of statements: of the class we are in, or of none.
func (d *indented) reenter() {
	d.title, d.level, d.header = "", 0, false
	if n := len(d.classes); n > 0 {
		d.title, d.level = d.classes[n-1].title, n
	}
}

func (d *indented) leave(indent int) {
	for n := len(d.classes); n > 0 && d.classes[n-1].indent >= indent; n-- {
		d.classes = d.classes[:n-1]
	}
}

// flush ends the block before line end.
func (d *indented) flush(end int) {
	d.add(Block{Kind: Code, Level: d.level, Title: d.title}, d.start, end)
	d.start = end
}
