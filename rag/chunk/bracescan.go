package chunk

import "strings"

// braceSyntax is what must be known of a language to tell its brackets from
// those in strings and comments. The zero value knows "strings" only.
type braceSyntax struct {
	comments  bool // "//" and "/* */"
	hash      bool // "#" comments
	directive bool // "#" starts a line of the preprocessor
	backtick  bool // `strings` over several lines
	triple    bool // """strings""" over several lines
	multiline bool // "strings" over several lines
	single    bool // 'strings'; otherwise ' quotes one character
	regexps   bool // /regular expressions/
	members   bool // functions without a keyword: "int main() {"
}

// braceSyntaxOf returns the syntax of a language that uses braces.
func braceSyntaxOf(format string) (syntax braceSyntax, ok bool) {
	c := braceSyntax{comments: true, members: true}
	switch format {
	case "c", "cpp", "objectivec":
		c.directive = true
	case "javascript", "typescript":
		c.backtick, c.single, c.regexps = true, true, true
	case "rust":
		c.multiline, c.members = true, false
	case "java", "csharp", "kotlin", "scala", "swift", "dart", "groovy":
		c.triple = true
		c.single = format == "dart" || format == "groovy"
	case "php":
		c.single, c.multiline, c.hash = true, true, true
	case "css", "scss":
		c.single, c.members = true, false
	case "go":
		c.backtick, c.members = true, false
	case "zig", "protobuf":
		c.members = false
	default:
		return braceSyntax{}, false
	}
	return c, true
}

// braceScan follows how deep in brackets a text is, line by line.
type braceScan struct {
	syntax    braceSyntax
	depth     int    // of "{", "(" and "[" that are open
	open      string // what ends the comment or string that is open, or ""
	continued bool   // the next line belongs to the preprocessor's line
}

// line moves over a line. A "}" in column 0 closes everything: whatever went
// wrong before, with macros or unusual strings, the scan is right again at the
// next declaration.
func (s *braceScan) line(line string) {
	if s.syntax.directive && s.open == "" && (s.continued || strings.HasPrefix(line, "#")) {
		s.continued = strings.HasSuffix(line, `\`)
		return
	}
	if s.open == "" && s.depth > 1 && strings.HasPrefix(line, "}") {
		s.depth = 1
	}
	for i := 0; i < len(line); {
		if s.open != "" {
			i = s.inside(line, i)
		} else {
			i = s.outside(line, i)
		}
	}
	if s.open == `'` || s.open == `"` && !s.syntax.multiline {
		s.open = ""
	}
}

// inside moves to the end of the open string or comment, or of the line.
func (s *braceScan) inside(line string, i int) int {
	if s.open == "*/" {
		return s.closeAt(line, i, strings.Index(line[i:], s.open))
	}
	for j := i; j < len(line); j++ {
		if line[j] == '\\' {
			j++
		} else if strings.HasPrefix(line[j:], s.open) {
			return s.closeAt(line, i, j-i)
		}
	}
	return len(line)
}

func (s *braceScan) closeAt(line string, i, n int) int {
	if n < 0 {
		return len(line)
	}
	n += i + len(s.open)
	s.open = ""
	return n
}

// outside moves over one byte, or over what opens a string or comment.
func (s *braceScan) outside(line string, i int) int {
	switch c := line[i]; c {
	case '{', '(', '[':
		s.depth++
	case '}', ')', ']':
		s.depth = max(s.depth-1, 0)
	case '/':
		return s.slash(line, i)
	case '#':
		if s.syntax.hash {
			return len(line)
		}
	case '"', '\'', '`':
		return s.quote(line, i)
	}
	return i + 1
}

func (s *braceScan) slash(line string, i int) int {
	if s.syntax.comments && i+1 < len(line) {
		switch line[i+1] {
		case '/':
			return len(line)
		case '*':
			s.open = "*/"
			return i + 2
		}
	}
	if s.syntax.regexps && startsRegexp(line[:i]) {
		return regexpEnd(line, i)
	}
	return i + 1
}

func (s *braceScan) quote(line string, i int) int {
	switch line[i] {
	case '`':
		if s.syntax.backtick {
			s.open = "`"
		}
	case '\'':
		if !s.syntax.single {
			return characterEnd(line, i)
		}
		s.open = "'"
	default:
		s.open = `"`
		if s.syntax.triple && strings.HasPrefix(line[i:], `"""`) {
			s.open = `"""`
		}
		return i + len(s.open)
	}
	return i + 1
}

// characterEnd moves over 'x' or '\u{10FFFF}', but over the quote only where
// it is something else, such as a lifetime of Rust.
func characterEnd(line string, i int) int {
	const longest = 12
	for j := i + 1; j < len(line) && j < i+longest; j++ {
		switch {
		case line[j] == '\\':
			j++
		case line[j] == '\'' && j > i+1:
			return j + 1
		case line[j] < 0x80 && j > i+1 && line[i+1] != '\\':
			return i + 1
		}
	}
	return i + 1
}

// startsRegexp reports whether a slash after that text can't be a division.
func startsRegexp(before string) bool {
	before = strings.TrimRight(before, " \t")
	return before == "" || strings.IndexByte("(,=:[!&|?{};+>", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "return")
}

// regexpEnd moves over a regular expression, or over the slash only where no
// end of one is near.
func regexpEnd(line string, i int) int {
	const longest = 500
	class := false
	for j := i + 1; j < min(len(line), i+longest); j++ {
		switch line[j] {
		case '\\':
			j++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return j + 1
			}
		}
	}
	return i + 1
}
