package chunk

import (
	"slices"
	"strings"
)

// definitions are the open descriptions of Sphinx, ".. function:: f(x)" and
// their like, by the indentation of their first lines, outermost first. Each
// is a section of its own: what the names of a manual mean is said there.
type definitions []int

// close ends those that a block of that indentation is not inside of, and
// reports whether there were any.
func (d *definitions) close(indent int) bool {
	open := len(*d)
	for n := open; n > 0 && (*d)[n-1] >= indent; n-- {
		*d = (*d)[:n-1]
	}
	return len(*d) < open
}

// define opens the description at line i, whose first signature is given, and
// adds its signatures and options, which end at a blank line.
func (r *rst) define(i, indent int, signature string) int {
	r.open = append(r.open, indent)
	end := r.paragraphEnd(i)
	names := []string{definedName(signature)}
	for j := i + 1; j < end && !strings.HasPrefix(strings.TrimSpace(r.line(j)), ":"); j++ {
		if name := definedName(r.line(j)); !r.wraps(j-1) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	r.add(Block{Kind: Heading, Level: r.innerLevel(), Title: rstTitle(strings.Join(names, ", "))}, i, end)
	return end
}

// wraps reports whether line i goes on in the next one.
func (r *rst) wraps(i int) bool { return strings.HasSuffix(strings.TrimSpace(r.line(i)), "\\") }

// innerLevel is that of the innermost open description. They stand below every
// section and are small, so that the outermost two levels, across which
// sections are not joined, are not for them.
func (r *rst) innerLevel() int { return max(r.sectionLevel, rankStrict) + len(r.open) }

// definedName returns a signature without its parameters.
func definedName(signature string) string {
	name, _, _ := strings.Cut(signature, "(")
	if isBlank(name) {
		name = signature
	}
	return strings.TrimSpace(name)
}

// isDefinition reports a directive of Sphinx that describes a thing by its
// name, in any domain: "function", "c:function".
// https://www.sphinx-doc.org/en/master/usage/domains/index.html
func isDefinition(directive string) bool {
	switch directive[strings.LastIndexByte(directive, ':')+1:] {
	case "function", "method", "classmethod", "staticmethod", "abstractmethod", "decorator", "decoratormethod",
		"coroutinefunction", "coroutinemethod", "awaitablefunction", "awaitablemethod", "property", "attribute",
		"class", "exception", "data", "var", "member", "macro", "type", "typealias", "struct", "union", "enum", "enumerator",
		"concept", "option", "cmdoption", "envvar", "confval", "setting", "describe", "object", "opcode", "pdbcommand":
		return true
	}
	return false
}
