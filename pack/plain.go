package pack

import (
	"fmt"
	"regexp"
	"strings"
)

// renderPlain rules lines around each part. It is for models and pages that
// make nothing of markup.
func renderPlain(v view) string {
	var b strings.Builder
	b.WriteString(v.Task + "\n\n")
	plainQuestion(&b, v)
	for _, s := range v.Sources {
		fmt.Fprintf(&b, "=== SOURCE [%d] %s ===\n%s", s.ID, v.Marker, plainLabels(s.Labels))
		fmt.Fprintf(&b, "\n%s\n=== END [%d] %s ===\n\n", plainText(s.Text), s.ID, v.Marker)
	}
	fmt.Fprintf(&b, "=== RULES %s ===\n", v.Marker)
	b.WriteString(ruleList(v))
	return ended(&b, v, plainQuestion)
}

func plainQuestion(b *strings.Builder, v view) {
	fmt.Fprintf(b, "=== QUESTION %s ===\n%s\n=== END QUESTION %s ===\n\n", v.Marker, plainText(v.Question), v.Marker)
}

func plainLabels(labels []label) string {
	var b strings.Builder
	for _, l := range labels {
		b.WriteString(l.Name + ": " + l.Value + "\n")
	}
	return b.String()
}

// ruled matches what looks like one of the layout's own lines, but for the
// marker.
var ruled = regexp.MustCompile(`(?im)^([ \t=＝]*[=＝][ \t]*(?:end|source|question|rules)\b)`)

// plainText puts a backslash before lines that imitate the layout's own.
func plainText(text string) string { return ruled.ReplaceAllString(text, `\$1`) }
