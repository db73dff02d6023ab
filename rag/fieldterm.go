package rag

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"rag-context/rag/querylang"
)

// Names that fields have before ":" in a query.
const (
	inCollection = "collection"
	inTag        = "tag"
	inPath       = "path"
	inTitle      = "title"
	inHeading    = "heading"
	inType       = "type"
	inLang       = "lang"
	inAgent      = "agent"
	inRole       = "role"
	inModified   = "modified"
	inCreated    = "created"
	inIs         = "is"
	inEffort     = "effort" // narrows nothing; see [Effort]
)

// AgentTag begins the tag that names the agent of a conversation: sources of
// conversations give each document one. A turn's passages stand under a heading
// that is its speaker's role.
const AgentTag = "agent:"

// kinds are what a document can be, see [Filter].Is.
const (
	isCode     = "code"
	isData     = "data"
	isProse    = "prose"
	isTagged   = "tagged"
	isUntagged = "untagged"
)

// isEither reports whether of several values of a field one is enough, because
// a document has only one.
func isEither(field string) bool {
	return slices.Contains([]string{inCollection, inType, inLang, inAgent, inRole}, field)
}

// fieldCompiler makes requirements of fields.
type fieldCompiler struct {
	now     time.Time
	wording *wording
}

// condition returns what a field requires; nil for nothing. Only conversations
// have roles: in other documents a heading of that name means something else.
func (c fieldCompiler) condition(node querylang.Node) (condition, error) {
	required, err := c.requirement(node)
	switch {
	case err != nil || required == nil:
		return nil, err
	case node.Name == inRole:
		return allOf{conversation(node), required}, nil
	}
	return required, nil
}

func conversation(node querylang.Node) *requirement {
	named := func(tag string) bool { return strings.HasPrefix(tag, AgentTag) }
	return &requirement{node: node, at: PruneDocument, fulfils: func(s subject) bool { return slices.ContainsFunc(s.document.Tags, named) }}
}

// requirement returns what a field requires. The error says what is wrong with
// its value, without naming the field.
func (c fieldCompiler) requirement(node querylang.Node) (*requirement, error) {
	switch node.Name {
	case inEffort:
		return nil, checkEffort(strings.ToLower(node.Text))
	case inCollection:
		named := c.named(node.Text)
		return &requirement{node: node, at: PruneSource, fulfils: func(s subject) bool { return named(s.collection) }}, nil
	case inHeading, inRole:
		return c.ofPassage(node), nil
	}
	fulfils, err := c.ofDocument(node.Name, node.Text)
	return &requirement{node: node, at: PruneDocument, fulfils: func(s subject) bool { return fulfils(s.document) }}, err
}

func (c fieldCompiler) ofDocument(name, value string) (func(Document) bool, error) {
	named := c.named(value)
	switch name {
	case inTag:
		named = c.named(strings.TrimPrefix(value, "#"))
		return func(d Document) bool { return slices.ContainsFunc(d.Tags, named) }, nil
	case inAgent:
		named = c.named(AgentTag + value)
		return func(d Document) bool { return slices.ContainsFunc(d.Tags, named) }, nil
	case inTitle:
		titled := c.named("*" + strings.Trim(value, "*") + "*")
		return func(d Document) bool { return titled(d.Title) || slices.ContainsFunc(d.Aliases, titled) }, nil
	case inType:
		return func(d Document) bool { return named(d.Format) || named(strings.TrimPrefix(path.Ext(d.Path), ".")) }, nil
	case inLang:
		return func(d Document) bool { return named(string(d.Language)) }, nil
	case inPath:
		return c.atPath(value)
	case inModified:
		period, err := c.period(value)
		return func(d Document) bool { return period.Contains(d.Version.Modified) }, err
	case inCreated:
		period, err := c.period(value)
		return func(d Document) bool { return !d.Created.IsZero() && period.Contains(d.Created) }, err
	case inIs:
		return ofKind(strings.ToLower(value))
	}
	return nil, errors.New("is no field of a query")
}

func (c fieldCompiler) period(value string) (Period, error) {
	period, err := ParsePeriod("", value, c.now)
	if err != nil {
		err = errors.New(problemOf(err))
	}
	return period, err
}

// problemOf says what is wrong with a field, without its name.
func problemOf(err error) string {
	if request, is := errors.AsType[*RequestError](err); is {
		return request.Problem
	}
	return err.Error()
}

func (c fieldCompiler) ofPassage(node querylang.Node) *requirement {
	r := &requirement{node: node, at: PrunePassage}
	if node.Name == inRole || strings.Contains(node.Text, "*") {
		named := c.named(node.Text)
		r.fulfils = func(s subject) bool { return slices.ContainsFunc(s.passage.Heading, named) }
		return r
	}
	r.fulfils = func(s subject) bool {
		return slices.ContainsFunc(s.passage.Heading, func(heading string) bool { return c.wording.holdsPhrase(heading, node.Text) })
	}
	r.required = func() []Term { return c.wording.neededFor(node.Text) }
	return r
}

// named returns what tells whether a name is the one wanted, in which "*" stands
// for anything.
func (c fieldCompiler) named(wanted string) func(string) bool {
	pattern := "(?s)^" + strings.ReplaceAll(regexp.QuoteMeta(strings.ToValidUTF8(wanted, "\uFFFD")), `\*`, ".*") + "$"
	if c.wording.casing != CaseRespect {
		pattern = "(?i)" + pattern
	}
	return regexp.MustCompile(pattern).MatchString // a quoted text always compiles
}

func (c fieldCompiler) atPath(value string) (func(Document) bool, error) {
	if !validGlob(value) {
		return nil, errors.New(`has a [ or \ that is not closed`)
	}
	if c.wording.casing == CaseRespect {
		return func(d Document) bool { return matchPath(value, d.Path) }, nil
	}
	value = strings.ToLower(value)
	return func(d Document) bool { return matchPath(value, strings.ToLower(d.Path)) }, nil
}

// ofKind tells documents of one kind. What is neither prose nor data is code.
func ofKind(kind string) (func(Document) bool, error) {
	prose := []string{"markdown", "rst", "org", "html", "text", "asciidoc", "latex"}
	data := []string{"csv", "tsv", "json", "jsonl", "yaml", "toml", "xml", "ini", "log", "properties"}
	switch kind {
	case isProse:
		return func(d Document) bool { return slices.Contains(prose, d.Format) }, nil
	case isData:
		return func(d Document) bool { return slices.Contains(data, d.Format) }, nil
	case isCode:
		return func(d Document) bool { return !slices.Contains(prose, d.Format) && !slices.Contains(data, d.Format) }, nil
	case isTagged:
		return func(d Document) bool { return len(d.Tags) > 0 }, nil
	case isUntagged:
		return func(d Document) bool { return len(d.Tags) == 0 }, nil
	}
	return nil, fmt.Errorf("must be one of %s", strings.Join(kindValues(), ", "))
}

func kindValues() []string { return []string{isCode, isData, isProse, isTagged, isUntagged} }
