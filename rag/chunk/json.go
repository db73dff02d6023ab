package chunk

import "strings"

// outlineJSON makes a block of each top-level member, as far as members start
// on lines of their own; a minified file is one block.
func outlineJSON(o *outline) {
	scan := braceScan{syntax: braceSyntax{comments: true}}
	opens := func(i int) (title string, opens bool) {
		inside, depth := scan.open != "", scan.depth
		line := strings.TrimSpace(o.line(i))
		scan.line(o.line(i))
		if inside || line == "" || isCloser(line) || isOpener(line) && depth == 0 || depth > 1 {
			return "", false
		}
		return jsonKey(line), true
	}
	outlineOpeners(o, opens, func(line string) bool {
		return line == "{" || line == "[" || strings.HasPrefix(strings.TrimSpace(line), "//")
	})
}

func isOpener(line string) bool { return line == "{" || line == "[" }

// jsonKey returns the key of a line that starts with one.
func jsonKey(line string) string {
	rest, ok := strings.CutPrefix(line, `"`)
	if !ok {
		return ""
	}
	key, rest, ok := strings.Cut(rest, `"`)
	if !ok || !strings.HasPrefix(strings.TrimLeft(rest, " \t"), ":") {
		return ""
	}
	return key
}
