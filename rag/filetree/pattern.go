package filetree

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// rule is one line of an ignore file.
type rule struct {
	pattern  string // see form
	form     form
	keep     bool // "!": takes back what an earlier rule ignores
	dirOnly  bool // ends in "/": matches folders only
	anchored bool // matches the path from the ignore file on, else the base name
}

// form tells how a rule's pattern is compared. Most are plain names or endings,
// which cost no glob.
type form uint8

const (
	glob   form = iota // pattern is one of doublestar's
	exact              // pattern is the name itself
	ending             // pattern is what the name ends in
)

func (r *rule) matches(name string, dir bool) bool {
	if r.dirOnly && !dir {
		return false
	}
	if !r.anchored {
		name = path.Base(name)
	}
	switch r.form {
	case exact:
		return name == r.pattern
	case ending:
		return strings.HasSuffix(name, r.pattern)
	}
	return doublestar.MatchUnvalidated(r.pattern, name)
}

// parseRules reads an ignore file; see gitignore(5). Lines that git would never
// match are left out.
func parseRules(text string) []rule {
	var rules []rule
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if r, ok := parseRule(line); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

func parseRule(line string) (r rule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return rule{}, false
	}
	line, r.keep = strings.CutPrefix(trimSpaces(line), "!")
	line, r.dirOnly = strings.CutSuffix(line, "/")
	r.anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return rule{}, false
	}
	r.pattern, r.form = line, formOf(line, r.anchored)
	switch r.form {
	case ending:
		r.pattern = line[1:]
	case glob:
		r.pattern, ok = doublestarPattern(line)
		return r, ok
	}
	return r, true
}

func formOf(pattern string, anchored bool) form {
	const special = `*?[\`
	switch {
	case !strings.ContainsAny(pattern, special):
		return exact
	case !anchored && pattern[0] == '*' && !strings.ContainsAny(pattern[1:], special):
		return ending
	}
	return glob
}

// trimSpaces removes trailing spaces that no backslash guards.
func trimSpaces(line string) string {
	trimmed := strings.TrimRight(line, " ")
	guards := len(trimmed) - len(strings.TrimRight(trimmed, `\`))
	if guards%2 == 1 && len(trimmed) < len(line) {
		return line[:len(trimmed)+1]
	}
	return trimmed
}

// doublestarPattern translates a gitignore pattern: braces are plain characters
// to git, "dir/**" does not match dir itself, and classes differ. ok is false
// for a pattern that git takes for damaged.
func doublestarPattern(pattern string) (translated string, ok bool) {
	var out strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '{', '}':
			out.WriteString(`\` + string(c))
		case '\\':
			if i++; i == len(pattern) {
				return "", false
			}
			out.WriteString(pattern[i-1 : i+1])
		case '[':
			class, length := doublestarClass(pattern[i:])
			if length == 0 {
				return "", false
			}
			out.WriteString(class)
			i += length - 1
		default:
			if c != '*' || !strings.HasSuffix(pattern[:i], "**") { // three stars are two
				out.WriteByte(c)
			}
		}
	}
	translated = out.String()
	if strings.HasSuffix(translated, "/**") {
		translated += "/*"
	}
	return translated, true
}

// doublestarClass translates the class that pattern starts with and returns how
// many bytes it took, 0 where the class has no end. A negated class must be told
// that it doesn't match a slash.
func doublestarClass(pattern string) (class string, length int) {
	var out strings.Builder
	out.WriteByte('[')
	i := 1
	if i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^') {
		out.WriteString("^/")
		i++
	}
	for first := i; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == ']' && i > first:
			return out.String() + "]", i + 1
		case c == '\\' && i+1 < len(pattern):
			i++
			out.WriteString(pattern[i-1 : i+1])
		case strings.HasPrefix(pattern[i:], "[:") && strings.Contains(pattern[i:], ":]"):
			name, _, _ := strings.Cut(pattern[i+2:], ":]")
			out.WriteString(posixClass(name))
			i += len(name) + 3
		case strings.IndexByte(`]!^`, c) >= 0:
			out.WriteString(`\` + string(c))
		default:
			out.WriteByte(c)
		}
	}
	return "", 0
}

// posixClass returns the members of a POSIX character class that matter in file
// names.
func posixClass(name string) string {
	switch name {
	case "alpha":
		return "a-zA-Z"
	case "digit":
		return "0-9"
	case "alnum":
		return "a-zA-Z0-9"
	case "upper":
		return "A-Z"
	case "lower":
		return "a-z"
	case "xdigit":
		return "0-9a-fA-F"
	case "space", "blank":
		return ` \t`
	case "punct":
		return "!-.:-@\\[-`{-~"
	}
	return ""
}
