package chunk

import (
	"regexp"
	"strings"
)

// indentSyntax is what must be known of a language to find its declarations
// by their indentation.
type indentSyntax struct {
	declaration *regexp.Regexp // group 1 is the title; a match of group 2 opens a class
	suffix      string         // of titles
	comment     string
	python      bool // triple quotes and open brackets hold lines in any column
	heredoc     bool
}

var (
	pythonDeclaration = regexp.MustCompile(`^((?:(class)|def|async\s+def)\s+\w+)`)
	rubyDeclaration   = regexp.MustCompile(`^((?:(class|module)\s+(?:<<\s*)?[\w:]+(?:\s*<\s*[\w:]+)?)|def\s+[\w.]+[?!=]?)`)
	shellDeclaration  = regexp.MustCompile(`^(?:function\s+)?([\w:.-]+)(?:\s*\(\)|\s*\{)`)
	perlDeclaration   = regexp.MustCompile(`^((?:sub|package)\s+[\w:]+)()?`)
	luaDeclaration    = regexp.MustCompile(`^((?:local\s+)?function\s+[\w.:]+)`)
	elixirDeclaration = regexp.MustCompile(`^((?:(defmodule|defimpl|defprotocol)|defp?|defmacrop?)\s+[\w.]+[?!]?)`)
)

// indentSyntaxOf returns the syntax of a language that is reliably indented.
func indentSyntaxOf(format string) (syntax indentSyntax, ok bool) {
	s := indentSyntax{comment: "#"}
	switch format {
	case "python":
		s.declaration, s.python = pythonDeclaration, true
	case "ruby":
		s.declaration = rubyDeclaration
	case "shell":
		s.declaration, s.suffix, s.heredoc = shellDeclaration, "()", true
	case "perl":
		s.declaration = perlDeclaration
	case "elixir":
		s.declaration = elixirDeclaration
	case "lua":
		s.declaration, s.comment = luaDeclaration, "--"
	default:
		return indentSyntax{}, false
	}
	return s, true
}

// declares returns the title of what a line declares, "" for nothing.
func (s indentSyntax) declares(rest string) (title string, container bool) {
	if c := rest[0] | 0x20; (c < 'a' || c > 'z') && rest[0] != '_' {
		return "", false
	}
	match := s.declaration.FindStringSubmatch(rest[:min(len(rest), 2*maxTitle)])
	if match == nil || s.heredoc && isShellKeyword(match[1]) {
		return "", false
	}
	title = strings.Join(strings.Fields(match[1]), " ") + s.suffix
	return title, len(match) > 2 && match[2] != ""
}

func isShellKeyword(word string) bool {
	switch word {
	case "if", "then", "else", "elif", "for", "while", "until", "do", "case", "time":
		return true
	}
	return false
}

// leads reports comments and decorators.
func (s indentSyntax) leads(rest string) bool {
	return strings.HasPrefix(rest, s.comment) || rest[0] == '@'
}

// closes reports a line that belongs to what is over it in spite of its
// indentation: the end of a body, or its "{".
func (s indentSyntax) closes(rest string) bool {
	if strings.IndexByte(")]}{", rest[0]) >= 0 {
		return true
	}
	word, _, _ := strings.Cut(rest, " ")
	switch strings.TrimRight(word, ";,)") {
	case "end", "fi", "done", "esac":
		return true
	}
	return false
}

// innerScan tells lines that start inside of a string or of brackets, whose
// indentation says nothing.
type innerScan struct {
	open     string // the triple quote or the heredoc's last line, or ""
	brackets int
}

var heredoc = regexp.MustCompile(`<<-?\s*["'\\]?([A-Za-z_]\w*)`)

// line moves over a line and reports whether it started inside.
func (n *innerScan) line(line string, s indentSyntax) (inside bool) {
	inside = n.open != "" || n.brackets > 0
	switch {
	case s.python:
		n.python(line)
	case s.heredoc && n.open != "":
		if strings.TrimLeft(line, "\t") == n.open {
			n.open = ""
		}
	case s.heredoc && strings.Contains(line, "<<") && !strings.Contains(line, "<<<"):
		if match := heredoc.FindStringSubmatch(line); match != nil && !strings.HasPrefix(strings.TrimSpace(line), "#") {
			n.open = match[1]
		}
	}
	return inside
}

func (n *innerScan) python(line string) {
	for i := 0; i < len(line); i++ {
		if n.open != "" {
			if line[i] == '\\' {
				i++
			} else if strings.HasPrefix(line[i:], n.open) {
				i += len(n.open) - 1
				n.open = ""
			}
			continue
		}
		switch c := line[i]; c {
		case '#':
			i = len(line)
		case '(', '[', '{':
			n.brackets++
		case ')', ']', '}':
			n.brackets = max(n.brackets-1, 0)
		case '"', '\'':
			n.open = line[i : i+1]
			if triple := strings.Repeat(n.open, 3); strings.HasPrefix(line[i:], triple) {
				n.open = triple
			}
			i += len(n.open) - 1
		}
	}
	if len(n.open) == 1 {
		n.open = ""
	}
}
