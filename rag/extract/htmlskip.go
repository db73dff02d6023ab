package extract

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// skipping tracks an element whose content is left out: what is no text, what
// is not shown, and what repeats on every page of a site.
type skipping struct {
	lenient bool      // leave out only what is no text
	tag     atom.Atom // the element left out, 0 for none
	depth   int       // how many elements of that name are open
}

// starts notes a start tag and reports whether it is left out.
func (s *skipping) starts(token html.Token, selfClosing bool) bool {
	tag := token.DataAtom
	if s.tag != 0 && !(s.tag == tag && endsItself(tag)) {
		if tag == s.tag && !selfClosing {
			s.depth++
		}
		return true
	}
	s.tag = 0
	if !s.leavesOut(token) {
		return false
	}
	if !selfClosing && !isVoid(tag) && tag != 0 {
		s.tag, s.depth = tag, 1
	}
	return true
}

// ends notes an end tag and reports whether it is left out.
func (s *skipping) ends(tag atom.Atom) bool {
	if s.tag == 0 {
		return false
	}
	if tag == s.tag {
		if s.depth--; s.depth == 0 {
			s.tag = 0
		}
	}
	return true
}

func (s *skipping) leavesOut(token html.Token) bool {
	switch token.DataAtom {
	case atom.Script, atom.Style, atom.Template:
		return true
	case atom.Svg, atom.Noscript, atom.Iframe, atom.Object, atom.Select, atom.Datalist, atom.Button, atom.Textarea,
		atom.Canvas, atom.Audio, atom.Video, atom.Noembed, atom.Noframes, atom.Nav, atom.Footer:
		return !s.lenient
	}
	return !s.lenient && isHidden(token)
}

func isHidden(token html.Token) bool {
	for _, a := range token.Attr {
		value := strings.ToLower(strings.TrimSpace(a.Val))
		switch a.Key {
		case "hidden":
			return value != "until-found" // which browsers show when searched
		case "aria-hidden":
			if value == "true" {
				return true
			}
		case "style":
			if strings.Contains(strings.ReplaceAll(value, " ", ""), "display:none") {
				return true
			}
		case "role":
			if value == "navigation" || value == "search" || value == "contentinfo" {
				return true
			}
		}
	}
	return false
}

// isVoid tells elements that have no content.
func isVoid(tag atom.Atom) bool {
	switch tag {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta,
		atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// endsItself tells elements that may go without an end tag: the next of their
// kind ends them.
func endsItself(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Li, atom.Dt, atom.Dd, atom.Tr, atom.Td, atom.Th:
		return true
	}
	return false
}
