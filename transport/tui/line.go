package tui

import (
	"slices"
	"strings"
	"unicode"

	"rag-context/rag"
)

// line is a line of text that is being typed.
type line struct {
	runes []rune
	at    int // where the next one goes
}

func newLine(text string) line {
	var l line
	l.insert(text)
	return l
}

func (l *line) text() string { return string(l.runes) }

// insert puts text in, as far as a question may go. It stays one line.
func (l *line) insert(text string) {
	text = Visible(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(strings.ToValidUTF8(text, "")))
	more := []rune(text)
	more = more[:max(0, min(len(more), rag.MaxQuestion-len(l.runes)))]
	l.runes = slices.Insert(l.runes, l.at, more...)
	l.at += len(more)
}

// edit does what a key does to a line, and reports whether it knows the key.
func (l *line) edit(key string) bool {
	switch key {
	case "left", "ctrl+b":
		l.at = max(0, l.at-1)
	case "right", "ctrl+f":
		l.at = min(len(l.runes), l.at+1)
	case "alt+left", "ctrl+left", "alt+b":
		l.at = l.wordBefore()
	case "alt+right", "ctrl+right", "alt+f":
		l.at = l.wordAfter()
	case "home", "ctrl+a":
		l.at = 0
	case "end":
		l.at = len(l.runes)
	case "backspace", "ctrl+h":
		l.remove(max(0, l.at-1), l.at)
	case "delete", "ctrl+d":
		l.remove(l.at, min(len(l.runes), l.at+1))
	case "ctrl+w", "alt+backspace":
		l.remove(l.wordBefore(), l.at)
	case "ctrl+u":
		l.remove(0, l.at)
	case "ctrl+k":
		l.remove(l.at, len(l.runes))
	default:
		return false
	}
	return true
}

func (l *line) remove(from, to int) {
	l.runes = slices.Delete(l.runes, from, to)
	l.at = from
}

func (l *line) wordBefore() int {
	at := l.at
	for at > 0 && unicode.IsSpace(l.runes[at-1]) {
		at--
	}
	for at > 0 && !unicode.IsSpace(l.runes[at-1]) {
		at--
	}
	return at
}

func (l *line) wordAfter() int {
	at := l.at
	for at < len(l.runes) && unicode.IsSpace(l.runes[at]) {
		at++
	}
	for at < len(l.runes) && !unicode.IsSpace(l.runes[at]) {
		at++
	}
	return at
}
