package rag

import (
	"path"
	"slices"
	"strings"

	"rag-context/rag/querylang"
)

// Filter narrows a request to some documents and passages. The zero value lets
// all pass. What a query says of the same (tag:security) is read the same way.
type Filter struct {
	// Tags are ones that a document must all have; "*" stands for anything in
	// them and in the other names.
	Tags []string `json:"tags,omitempty"`
	// Path is a document's path, a folder that it is in, or a glob: "*" and
	// "?" stay within a folder, "**" does not, and a glob without "/" is for
	// names in any folder.
	Path string `json:"path,omitempty"`
	// Title is a text that the title or an alias must have.
	Title string `json:"title,omitempty"`
	// Heading is a phrase that a heading over the passage must have.
	Heading string `json:"heading,omitempty"`
	// Type is a document's format, or the ending of its name.
	Type string `json:"type,omitempty"`
	// Lang is the language of a document's text.
	Lang string `json:"lang,omitempty"`
	// Agent is whose conversation it is, see [AgentTag], and Role who speaks.
	Agent string `json:"agent,omitempty"`
	Role  string `json:"role,omitempty"`
	// Modified is when the document was changed last, Created when it was
	// made, where that is known; see [ParsePeriod].
	Modified string `json:"modified,omitempty"`
	Created  string `json:"created,omitempty"`
	// Is is a kind of document: code, data or prose, tagged or untagged.
	Is string `json:"is,omitempty"`
	// IDPrefix is how the document's id begins.
	IDPrefix string `json:"-"`
}

// IsZero reports whether the filter lets everything pass.
func (f Filter) IsZero() bool { return len(f.fields()) == 0 && f.IDPrefix == "" }

// fields are the filter's values as fields of a query.
func (f Filter) fields() []querylang.Node {
	var fields []querylang.Node
	add := func(name, value string) {
		if value != "" {
			fields = append(fields, querylang.Node{Kind: querylang.Field, Name: name, Text: value})
		}
	}
	for _, tag := range f.Tags {
		add(inTag, tag)
	}
	for _, field := range []struct{ name, value string }{
		{inPath, f.Path}, {inTitle, f.Title}, {inHeading, f.Heading}, {inType, f.Type}, {inLang, f.Lang}, {inAgent, f.Agent},
		{inRole, f.Role}, {inModified, f.Modified}, {inCreated, f.Created}, {inIs, f.Is},
	} {
		add(field.name, field.value)
	}
	return fields
}

// condition returns what passes, or a [*RequestError] for a value that can't be
// read.
func (f Filter) condition(compiler fieldCompiler) (allOf, error) {
	var all allOf
	for _, field := range f.fields() {
		required, err := compiler.condition(field)
		if err != nil {
			return nil, &RequestError{Field: field.Name, Problem: err.Error()}
		}
		all = append(all, required)
	}
	if f.IDPrefix != "" {
		all = append(all, &requirement{at: PruneDocument, fulfils: func(s subject) bool { return strings.HasPrefix(s.document.ID, f.IDPrefix) }})
	}
	return all, nil
}

func validGlob(glob string) bool {
	return !slices.ContainsFunc(strings.Split(glob, "/"), func(part string) bool {
		_, err := path.Match(part, "")
		return err != nil
	})
}

// matchPath reports whether a document's path is the one wanted, see
// [Filter].Path.
func matchPath(wanted, document string) bool {
	switch {
	case !strings.ContainsAny(wanted, `*?[\`):
		folder := strings.Trim(wanted, "/")
		return document == folder || strings.HasPrefix(document, folder+"/")
	case !strings.Contains(wanted, "/"):
		return matchParts([]string{wanted}, []string{path.Base(document)})
	}
	return matchParts(strings.Split(strings.TrimPrefix(wanted, "/"), "/"), strings.Split(document, "/"))
}

// matchParts matches a path's parts with a glob's; "**" is any number of them.
// It takes time in proportion to the product of their numbers.
func matchParts(glob, parts []string) bool {
	matched := make([]bool, len(parts)+1) // whether the glob so far matches parts[:i]
	matched[0] = true
	for _, pattern := range glob {
		next := make([]bool, len(parts)+1)
		for i := range next {
			switch {
			case pattern == "**":
				next[i] = matched[i] || i > 0 && next[i-1]
			case i > 0 && matched[i-1]:
				next[i], _ = path.Match(pattern, parts[i-1])
			}
		}
		matched = next
	}
	return matched[len(parts)]
}
