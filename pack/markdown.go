package pack

import (
	"fmt"
	"strings"
)

// renderMarkdown gives each source a heading and a fence that is longer than
// any run of backticks inside. The question is a quote, of which each line is
// marked, so that it needs no end.
func renderMarkdown(v view) string {
	var b strings.Builder
	b.WriteString(v.Task + "\n\n")
	markdownQuestion(&b, v)
	for _, s := range v.Sources {
		fence := fenceFor(s.Text)
		fmt.Fprintf(&b, "## Source [%d] %s\n\n%s\n\n", s.ID, v.Marker, markdownLabels(s.Labels))
		fmt.Fprintf(&b, "%s\n%s\n%s\n\n", fence, s.Text, fence)
	}
	fmt.Fprintf(&b, "## Rules %s\n\n", v.Marker)
	b.WriteString(ruleList(v))
	return ended(&b, v, markdownQuestion)
}

func markdownQuestion(b *strings.Builder, v view) {
	quote := "> " + strings.ReplaceAll(v.Question, "\n", "\n> ")
	fmt.Fprintf(b, "## Question %s\n\n%s\n\n", v.Marker, quote)
}

// markdownLabels puts the values into code spans, where nothing is markup.
func markdownLabels(labels []label) string {
	parts := make([]string, len(labels))
	for i, l := range labels {
		parts[i] = l.Name + " `" + strings.ReplaceAll(l.Value, "`", "'") + "`"
	}
	return strings.Join(parts, ", ")
}

func fenceFor(text string) string {
	longest, run := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", max(longest+1, 3))
}
