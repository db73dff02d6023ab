package querylang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// skipSpace goes on to where the next term, or a parenthesis, starts; past ones
// that close what was passed over.
func (p *parser) skipSpace() {
	for {
		p.at = len(p.text) - len(strings.TrimLeftFunc(p.rest(), unicode.IsSpace))
		if p.passed == 0 || !p.startsWith(')') {
			return
		}
		p.passed--
		p.at++
	}
}

func (p *parser) rest() string { return p.text[p.at:] }

// startsWith reports whether a byte stands next.
func (p *parser) startsWith(sign byte) bool {
	return p.at < len(p.text) && p.text[p.at] == sign
}

// ends reports whether nothing more stands in this group.
func (p *parser) ends() bool {
	return p.at == len(p.text) || p.groups > 0 && p.startsWith(')')
}

// wordEnd returns the end of the run of signs from a place on: before white
// space, or before the parenthesis that closes the group. One that was opened
// within the run ("main()") belongs to it.
func (p *parser) wordEnd(from int) int {
	opened := 0
	for at, r := range p.text[from:] {
		switch {
		case unicode.IsSpace(r):
			return from + at
		case r == '(':
			opened++
		case r == ')' && opened > 0:
			opened--
		case r == ')' && p.groups > 0:
			return from + at
		}
	}
	return len(p.text)
}

// quoted returns what stands in quotes from a place on, and where it ends;
// false where no quote stands there or nothing closes it.
func (p *parser) quoted(from int) (inside string, end int, ok bool) {
	if !strings.HasPrefix(p.text[from:], `"`) {
		return "", from, false
	}
	inside, _, ok = strings.Cut(p.text[from+1:], `"`)
	return inside, from + len(inside) + 2, ok
}

// isNot reports whether the "-" that stands next leaves something out. It does
// not before a single letter or a number, which are rather a program's flag and
// a value.
func (p *parser) isNot() bool {
	after := p.at + 1
	if _, _, ok := p.quoted(after); ok || strings.HasPrefix(p.text[after:], "(") {
		return true
	}
	return canBeLeftOut(p.text[after:p.wordEnd(after)])
}

// canBeLeftOut reports whether a word may follow "-".
func canBeLeftOut(word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	return unicode.IsLetter(first) && len(word) > size
}

// isOr reports whether the "OR" that stands next is an operator: something must
// follow that is none.
func (p *parser) isOr() bool {
	if !p.atOr() {
		return false
	}
	ahead := *p
	ahead.at += len(or)
	ahead.skipSpace()
	return !ahead.ends() && !ahead.atOr()
}

const or = "OR"

func (p *parser) atOr() bool {
	return strings.HasPrefix(p.rest(), or) && p.wordEnd(p.at) == p.at+len(or)
}
