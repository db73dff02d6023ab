package chunk

import "strings"

// outlineBraces makes a block of each top-level declaration, with the comments
// right before it, of a language that uses braces. Classes and their like are
// opened: their members are blocks one level down.
func outlineBraces(o *outline, syntax braceSyntax) {
	b := braces{outline: o, scan: braceScan{syntax: syntax}}
	b.restart(0)
	for i := range b.len() {
		b.line(i)
	}
	b.flush(b.len())
}

type braces struct {
	*outline
	scan       braceScan
	containers []string // titles of the classes we are in, outermost first
	// The block being collected:
	start     int // its first line
	statement int // first line of its last statement
	signature int // line on which the declaration itself starts, -1 before
	title     string
}

func (b *braces) restart(i int) {
	b.start, b.statement, b.signature, b.title = i, i, -1, ""
}

// flush ends the block before line end.
func (b *braces) flush(end int) {
	block := Block{Kind: Code, Level: len(b.containers) + 1, Title: b.title}
	if block.Title == "" && len(b.containers) > 0 { // still in the class
		block.Level--
		block.Title = b.containers[len(b.containers)-1]
	}
	if block.Title == "" {
		block.Level = 0
	}
	b.add(block, b.start, end)
	b.restart(end)
}

// line takes in a line. The depth before and after it, against how deep the
// members of the current class lie, says what it is.
func (b *braces) line(i int) {
	base, before, quoted := len(b.containers), b.scan.depth, b.scan.open != ""
	line := b.source.line(i)
	if line == "" {
		if before <= base && !quoted {
			b.flush(i)
		}
		return
	}
	b.scan.line(line)
	trimmed := strings.TrimSpace(line)
	if trimmed == "" && before <= base && !quoted {
		b.flush(i)
		return
	}
	if before <= base && !quoted {
		b.declare(i, trimmed, base)
	}
	after := b.scan.depth
	switch {
	case after < base:
		b.flush(i + 1)
		b.containers = b.containers[:after]
	case after == base && b.scan.open == "" && endsBody(trimmed):
		b.flush(i + 1)
	case after == base && b.scan.open == "" && strings.HasSuffix(trimmed, ";"):
		b.statement, b.signature = i+1, -1
	}
}

// declare looks at a line at the depth of members for the signature of a
// declaration, and opens a class.
func (b *braces) declare(i int, trimmed string, base int) {
	if isTransparent(trimmed) && b.scan.depth == base+1 {
		b.scan.depth = base
		b.flush(i + 1)
		return
	}
	if b.signature < 0 && !isRemark(trimmed) {
		b.signature = i
	}
	if b.signature < 0 {
		return
	}
	opens := b.scan.depth > base || strings.Contains(trimmed, "{")
	title, container := declaration(b.signatureText(i), b.scan.syntax, opens, base > 0)
	if opens && b.statement > b.start { // statements before the declaration
		signature := b.signature
		b.flush(b.statement)
		b.signature = signature
	}
	if b.title == "" {
		b.title = title
	}
	const deepest = 16
	if container && b.scan.depth == base+1 && base < deepest {
		b.flush(i + 1)
		b.containers = append(b.containers, title)
	}
}

// signatureText joins the lines of a signature so far; long ones are cut.
func (b *braces) signatureText(i int) string {
	const longest = 400 // bytes
	text := b.raw(max(b.signature, i-5), i+1)
	return text[:min(len(text), longest)]
}

// isTransparent reports what wraps declarations without nesting them.
func isTransparent(line string) bool {
	return strings.HasPrefix(line, "namespace ") || strings.HasPrefix(line, "inline namespace ") || strings.HasPrefix(line, `extern "C"`)
}

// isRemark reports comments, annotations, attributes and preprocessor lines,
// which stand before a declaration.
func isRemark(line string) bool {
	for _, prefix := range []string{"//", "/*", "*", "#", "template", "[["} {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	annotation := line != "" && line[0] == '@' && (!strings.Contains(line, " ") || strings.HasSuffix(line, ")"))
	label := strings.HasSuffix(line, ":") && !strings.Contains(line, " ") // "public:"
	return line == "" || annotation || label
}

func endsBody(line string) bool {
	return strings.HasSuffix(strings.TrimRight(line, ";,)"), "}")
}
