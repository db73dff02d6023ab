package pack

import (
	"fmt"
	"strings"
)

// File is one attachment of a block whose layout is [Files].
type File struct {
	Name string // one line: where the text comes from
	Text string
}

// rulesFile is the attachment that says what to do with the others.
const rulesFile = "rules"

// renderFiles writes what a model is given to read by a page that puts the
// texts of attachments before the message, each under a line with its name.
// The message is the question alone: it stands last, so it is not said again.
func renderFiles(v view) string {
	var b strings.Builder
	for _, f := range files(v) {
		fmt.Fprintf(&b, "--- File: %s ---\n%s\n\n", f.Name, f.Text)
	}
	return b.String() + v.Question + "\n"
}

// files makes an attachment of each source, wrapped as in [XML], and of the
// rules. They come last, next to the question.
func files(v view) []File {
	var all []File
	for _, s := range v.Sources {
		all = append(all, File{Name: s.name(), Text: strings.TrimRight(xmlSource(v, s), "\n")})
	}
	return append(all, File{Name: rulesFile, Text: v.Task + "\n\n" + strings.TrimRight(xmlRules(v), "\n")})
}

// name is the number of a source and its place.
func (s viewSource) name() string {
	name := fmt.Sprintf("[%d]", s.ID)
	for _, l := range s.Labels {
		switch l.Name {
		case "path":
			name += " " + l.Value
		case "lines":
			name += ":" + l.Value
		}
	}
	return name
}
