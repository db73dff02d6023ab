package extract

import (
	"regexp"
	"strings"

	"rag-context/rag"
	"rag-context/rag/chunk"
)

// extractRST takes the title from the first heading, unless a field says it, and
// tags and date from the fields around it.
func extractRST(text string) rag.Extracted {
	e := rag.Extracted{Format: "rst", Blocks: chunk.Outline("rst", text)}
	rstFields(text).describe(&e)
	if e.Title == "" {
		e.Title = firstHeading(e.Blocks, 0)
	}
	return e
}

// rstField matches ":tags: a, b" and the ".. tags: a, b" of site generators.
var rstField = regexp.MustCompile(`^(?::|\.\. )(title|tags?|keywords|date|created|aliases):{1,2}[ \t]+(.+)$`)

// rstFields reads fields near the top: further down they belong to directives.
func rstFields(text string) metadata {
	const nearTop = 40 // lines
	m := metadata{}
	n := 0
	for line := range strings.Lines(text) {
		if n++; n > nearTop {
			break
		}
		if match := rstField.FindStringSubmatch(strings.TrimRight(line, " \t\n")); match != nil {
			m[match[1]] = match[2]
		}
	}
	return m
}

// extractOrg reads the "#+title:" keywords and the tags of headings.
func extractOrg(text string) rag.Extracted {
	e := rag.Extracted{Format: "org", Blocks: chunk.Outline("org", text)}
	meta, tags := orgKeywords(text)
	meta.describe(&e)
	if e.Title == "" {
		e.Title = firstHeading(e.Blocks, 0)
	}
	all := tagList{}
	all.add(e.Tags...)
	all.add(tags...)
	e.Tags = all.tags
	return e
}

var (
	orgKeyword     = regexp.MustCompile(`(?i)^#\+(title|filetags|keywords|date|created):[ \t]+(.+)$`)
	orgHeadingTags = regexp.MustCompile(`^\*+[ \t].*[ \t]:([\p{L}\p{N}_@#%:]+):$`)
)

func orgKeywords(text string) (m metadata, headingTags []string) {
	m = metadata{}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#+") && !strings.HasPrefix(line, "*") {
			continue
		}
		line = strings.TrimRight(line, " \t\n")
		if match := orgKeyword.FindStringSubmatch(line); match != nil {
			key := strings.ToLower(match[1])
			if key == "filetags" {
				key = "tags"
			}
			m[key] = match[2]
		} else if match := orgHeadingTags.FindStringSubmatch(line); match != nil {
			headingTags = append(headingTags, strings.Split(match[1], ":")...)
		}
	}
	return m, headingTags
}
