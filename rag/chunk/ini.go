package chunk

import (
	"regexp"
	"strings"
)

var iniSection = regexp.MustCompile(`^\s*\[{1,2}\s*([^\[\],]+?)\s*\]{1,2}\s*([#;].*)?$`)

// outlineINI makes a block of each section of TOML, INI and their relatives;
// keys before the first section are a block without a title.
func outlineINI(o *outline) {
	quote := "" // of the multi-line string we are in
	opens := func(i int) (title string, opens bool) {
		line := o.line(i)
		if quote != "" || !strings.HasPrefix(strings.TrimLeft(line, " \t"), "[") {
			quote = tripleQuote(line, quote)
			return "", false
		}
		match := iniSection.FindStringSubmatch(line)
		if match == nil || strings.HasPrefix(match[1], `"`) || strings.HasPrefix(match[1], `'`) {
			return "", false
		}
		return match[1], true
	}
	outlineOpeners(o, opens, func(line string) bool {
		return quote == "" && (strings.HasPrefix(line, "#") || strings.HasPrefix(line, ";"))
	})
}

// tripleQuote returns which triple quote is open after a line, given which one
// was before.
func tripleQuote(line, open string) string {
	for {
		if open != "" {
			_, rest, closed := strings.Cut(line, open)
			if !closed {
				return open
			}
			line, open = rest, ""
			continue
		}
		at := strings.IndexAny(line, `"'`)
		if at < 0 {
			return ""
		}
		quote := strings.Repeat(line[at:at+1], 3)
		line = line[at+1:]
		if rest, ok := strings.CutPrefix(line, quote[1:]); ok {
			line, open = rest, quote
		}
	}
}
