package querylang

import (
	"strings"
	"unicode"
)

// Format writes a tree that was read as a text that reads the same.
func (n Node) Format() string {
	if n.Kind == All {
		return formatAll(n.Parts, " ")
	}
	return n.formatPart()
}

func formatAll(parts []Node, between string) string {
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = part.formatPart()
		if between != " " && part.Kind == Any {
			texts[i] = "(" + texts[i] + ")"
		}
	}
	return strings.Join(texts, between)
}

// formatPart writes a node that stands beside others.
func (n Node) formatPart() string {
	switch n.Kind {
	case All:
		return "(" + formatAll(n.Parts, " ") + ")"
	case Any:
		return formatAll(n.Parts, " "+or+" ")
	case Not:
		return n.Parts[0].formatNot()
	case Phrase:
		return `"` + n.Text + `"`
	case Field:
		return n.Name + ":" + formatValue(n.Text)
	}
	if n.Text == or {
		return "(" + or + ")"
	}
	return apart(n.Text)
}

func (n Node) formatNot() string {
	text := n.formatPart()
	bare := n.Kind == All || n.Kind == Phrase || n.Kind == Field || n.Kind == Word && canBeLeftOut(text)
	if bare {
		return "-" + text
	}
	return "-(" + text + ")"
}

// formatValue quotes a value that would end too early. One that holds a quote
// was typed without.
func formatValue(value string) string {
	ends := strings.ContainsFunc(value, unicode.IsSpace) || strings.ContainsAny(value, "()")
	if ends && !strings.Contains(value, `"`) {
		return `"` + value + `"`
	}
	return apart(value)
}

// apart keeps a parenthesis that a word opens from taking the one that closes
// its group.
func apart(word string) string {
	if strings.Count(word, "(") > strings.Count(word, ")") {
		return word + " "
	}
	return word
}
