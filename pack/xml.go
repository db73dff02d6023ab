package pack

import (
	"fmt"
	"strings"
)

// renderXML wraps each part in tags. The marker is part of the tag's name, not
// an attribute, because a closing tag has no attributes: so the end of a source
// is as hard to forge as its beginning.
func renderXML(v view) string {
	var b strings.Builder
	b.WriteString(v.Task + "\n\n")
	xmlQuestion(&b, v)
	for _, s := range v.Sources {
		b.WriteString(xmlSource(v, s))
	}
	b.WriteString(xmlRules(v))
	return ended(&b, v, xmlQuestion)
}

func xmlSource(v view, s viewSource) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<source-%s id=\"%d\"", v.Marker, s.ID)
	for _, l := range s.Labels {
		fmt.Fprintf(&b, " %s=\"%s\"", l.Name, xmlEscapes.Replace(l.Value))
	}
	fmt.Fprintf(&b, ">\n%s\n</source-%s>\n\n", s.Text, v.Marker)
	return b.String()
}

func xmlRules(v view) string { return "Rules:\n" + ruleList(v) }

func xmlQuestion(b *strings.Builder, v view) {
	fmt.Fprintf(b, "<question-%s>\n%s\n</question-%s>\n\n", v.Marker, v.Question, v.Marker)
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;")
