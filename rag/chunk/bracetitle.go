package chunk

import "strings"

// declaration returns under which name a declaration is known, "" where the
// text declares nothing worth a name, and whether it is a class or the like
// whose members are declarations themselves.
func declaration(signature string, syntax braceSyntax, opens, member bool) (title string, container bool) {
	parameters := strings.IndexByte(signature, '(')
	head := signature
	if at := strings.IndexAny(head, "({=;"); at >= 0 {
		head = head[:at]
	}
	if receiver, method, ok := goMethod(signature); ok {
		return "func " + receiver + " " + method, false
	}
	head, _, _ = strings.Cut(head, " where ")
	words := withoutModifiers(strings.Fields(head))
	if len(words) == 0 {
		return "", false
	}
	title = strings.Join(words, " ")
	switch keywordOf(words[0]) {
	case opensMembers:
		return title, opens && len(words) > 1
	case declares:
		if len(words) == 1 {
			return "", false
		}
		return title, false
	case controls:
		return "", false
	}
	callable := syntax.members && opens && parameters >= 0 && len(head) <= parameters
	if callable && (len(words) > 1 || member || strings.Contains(title, "::")) {
		return title, false
	}
	return "", false
}

// goMethod splits "func (c *Conn) Close(".
func goMethod(signature string) (receiver, method string, ok bool) {
	rest, ok := strings.CutPrefix(signature, "func (")
	if !ok {
		return "", "", false
	}
	receiver, rest, ok = strings.Cut(rest, ")")
	method, _, found := strings.Cut(strings.TrimSpace(rest), "(")
	return "(" + receiver + ")", method, ok && found
}

func withoutModifiers(words []string) []string {
	for len(words) > 0 && (isModifier(words[0]) || words[0][0] == '@') {
		words = words[1:]
	}
	return words
}

// isModifier reports words before a declaration that are no part of its name.
func isModifier(word string) bool {
	switch word {
	case "public", "private", "protected", "internal", "static", "final", "abstract", "export", "default", "async",
		"pub", "pub(crate)", "unsafe", "extern", "inline", "virtual", "override", "sealed", "partial", "open",
		"data", "suspend", "declare", "readonly", "synchronized", "native", "constexpr", "explicit", "lazy",
		"implicit", "case", "fileprivate", "mutating", "strictfp":
		return true
	}
	return false
}

type keyword uint8

const (
	noKeyword keyword = iota
	opensMembers
	declares
	controls
)

func keywordOf(word string) keyword {
	word, _, _ = strings.Cut(word, "<") // impl<T>
	switch word {
	case "class", "interface", "impl", "trait", "object", "extension", "protocol", "mod", "module", "record",
		"@interface", "@implementation", "actor":
		return opensMembers
	case "struct", "enum", "union", "type", "typedef", "fn", "func", "function", "function*", "fun", "def", "const",
		"let", "var", "val", "macro_rules!", "message", "service", "rpc", "namespace", "using", "package",
		"typealias", "init", "deinit", "test":
		return declares
	case "if", "else", "for", "while", "do", "switch", "return", "throw", "try", "catch", "new", "await", "goto",
		"match", "loop", "import", "use", "yield", "delete", "foreach", "with":
		return controls
	}
	return noKeyword
}
