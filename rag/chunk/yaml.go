package chunk

import "strings"

// outlineYAML makes a block of each top-level key, or item of a top-level
// list. What belongs to it is indented, so column 0 tells.
func outlineYAML(o *outline) {
	opens := func(i int) (title string, opens bool) {
		line := o.line(i)
		if line == "" || strings.IndexByte(" \t#}])", line[0]) >= 0 {
			return "", false
		}
		if line == "-" || strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "---") {
			return "", true
		}
		title = yamlKey(line)
		return title, title != ""
	}
	outlineOpeners(o, opens, func(line string) bool { return strings.HasPrefix(line, "#") })
}

func yamlKey(line string) string {
	if q := line[0]; q == '"' || q == '\'' {
		key, rest, ok := strings.Cut(line[1:], string(q))
		if ok && strings.HasPrefix(rest, ":") {
			return key
		}
		return ""
	}
	for from := 0; ; {
		n := strings.IndexByte(line[from:], ':')
		if n < 0 {
			return ""
		}
		from += n + 1
		if from == len(line) || line[from] == ' ' || line[from] == '\t' {
			return strings.TrimSpace(line[:from-1])
		}
	}
}
