package pack

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// Layout is the form of a block.
type Layout string

// Layouts.
const (
	XML      Layout = "xml"      // tags; the commonest form among comparable tools
	Markdown Layout = "markdown" // headings and fences
	Plain    Layout = "plain"    // ruled lines
	Files    Layout = "files"    // a message and attachments; see [Block.Files]
)

// Layouts returns every layout, the default first.
func Layouts() []Layout { return []Layout{XML, Markdown, Plain, Files} }

func layoutNames() string {
	var names []string
	for _, l := range Layouts() {
		names = append(names, string(l))
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// render returns what writes a view in this layout, nil if there is no such
// layout. A template of the user's own will be one more of these.
func (l Layout) render() func(view) string {
	switch l {
	case XML:
		return renderXML
	case Markdown:
		return renderMarkdown
	case Plain:
		return renderPlain
	case Files:
		return renderFiles
	}
	return nil
}

// view is all that a layout may show. Its texts are clean and guarded; a layout
// escapes what its own syntax needs, and puts the marker into every wrapper.
type view struct {
	Marker   string
	Task     string
	Question string
	Again    bool // say the question again at the end
	Sources  []viewSource
	Rules    []string
}

type viewSource struct {
	ID     int
	Labels []label // where it comes from; values are not empty and of one line
	Text   string
}

type label struct{ Name, Value string }

// render makes the block of the pieces, which are ordered by rank.
func (p packer) render(pieces []piece, again bool) (string, []span) {
	v, spans := p.view(pieces, again)
	return p.layout.render()(v), spans
}

func (p packer) view(pieces []piece, again bool) (view, []span) {
	spans := assemble(pieces)
	v := view{Marker: p.marker, Task: p.task(), Question: p.question, Again: again, Rules: p.rules()}
	for i, s := range spans {
		v.Sources = append(v.Sources, viewSource{ID: i + 1, Labels: p.labels(s), Text: guard(s.text(), p.marker)})
	}
	return v, spans
}

// Lengths to which names from documents are shortened, in characters, so that a
// name can't crowd out text. The receipt has them whole.
const (
	pathLimit  = 200
	titleLimit = 120
)

func (p packer) labels(s span) []label {
	f := s.pieces[0].found
	all := []label{
		{"collection", oneLine(f.Collection, titleLimit)},
		{"path", pathLabel(f.Path)},
		{"title", oneLine(title(s), titleLimit)},
		{"section", oneLine(strings.Join(s.heading, " > "), pathLimit)},
		{"lines", lineRange(s.first, s.last)},
	}
	if slices.ContainsFunc(s.pieces, func(p piece) bool { return p.found.Stale }) {
		all = append(all, label{"outdated", "the file has changed since"})
	}
	if s.cut {
		all = append(all, label{"excerpt", "the rest is left out"})
	}
	var shown []label
	for _, l := range all {
		if l.Value != "" {
			shown = append(shown, label{l.Name, guard(l.Value, p.marker)})
		}
	}
	return shown
}

// title returns the document's title unless the path or the heading says it.
func title(s span) string {
	f := s.pieces[0].found
	base := path.Base(f.Path)
	if f.Title == base || f.Title == strings.TrimSuffix(base, path.Ext(base)) || len(s.heading) > 0 && s.heading[0] == f.Title {
		return ""
	}
	return f.Title
}

func lineRange(first, last int) string {
	switch {
	case first <= 0:
		return ""
	case last <= first:
		return strconv.Itoa(first)
	}
	return strconv.Itoa(first) + "-" + strconv.Itoa(last)
}
