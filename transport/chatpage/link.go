package chatpage

import (
	"fmt"
	"net/url"
	"strings"
)

// link is how a page takes text by its address.
type link struct {
	path     string // below the page's address
	fragment string // the text stands behind it, where no server sees it
	key      string // of the parameter that holds the text
	more     string // further parameters
}

// fill returns the address of the page at base with text in it. What the base
// says, a model perhaps, stays.
func (l link) fill(base *url.URL, text string) string {
	filled := *base
	switch {
	case l.path != "":
		filled.RawPath = ""
		filled.Path = strings.TrimSuffix(strings.TrimSuffix(base.Path, "/"), l.path) + l.path
	case base.Path == "":
		filled.Path = "/"
	}
	if l.fragment != "" {
		filled.Fragment, filled.RawFragment = "", ""
		return filled.String() + "#" + l.fragment + "?" + l.key + "=" + strings.ReplaceAll(escape(text), "+", "%20")
	}
	query := l.key + "=" + escape(text)
	for _, more := range []string{l.more, base.RawQuery} {
		if more != "" {
			query += "&" + more
		}
	}
	filled.RawQuery = query
	return filled.String()
}

// escape is [url.QueryEscape], but it leaves alone what needs no escape in a
// query, so that more text fits, and what no program that passes the address on
// takes for its own.
func escape(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/4)
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-_.~/:,=@?", c) >= 0:
			b.WriteByte(c)
		case c == ' ':
			b.WriteByte('+')
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
