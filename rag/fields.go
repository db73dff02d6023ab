package rag

import (
	"slices"
	"strconv"
)

// Field describes one thing that a request can say. Every surface is made from
// it: flags, JSON Schemas, help and documents.
type Field struct {
	// Name is how JSON and MCP spell it; a flag has "-" for "_".
	Name string
	// Aliases are other names that mean the same.
	Aliases []string
	Kind    Kind
	// Values are all that a [KindChoice] takes.
	Values []string
	// Default is what holds where nothing is said, as it would be typed; ""
	// is none.
	Default string
	// Min and Max bound a number, the characters of a text, and how many
	// values a list has; a Max of 0 is no bound.
	Min, Max int
	// Stage is where the field works.
	Stage Stage
	// Help says in one line what it does.
	Help string
	// Examples are values that work, as they would be typed.
	Examples []string
}

// Kind is the type of a field's value.
type Kind string

// Kinds of fields.
const (
	KindText   Kind = "text"
	KindNumber Kind = "number" // whole
	KindChoice Kind = "choice" // one of Values
	KindList   Kind = "list"   // of texts
)

// Stage is the part of the work that a field changes.
type Stage string

// Stages, in the order of the work.
const (
	StageScope Stage = "scope" // which collections and documents are looked at
	StageMatch Stage = "match" // how passages are found and ranked
	StagePage  Stage = "page"  // which part of what was found is returned
	StageShow  Stage = "show"  // in what form
)

// Bounds of what requests other than [Request] say.
const (
	MaxNames      = 100  // collections or tags that one request can name
	MaxFilter     = 200  // characters of a filter
	MaxCursor     = 8000 // characters
	MaxNeighbours = 10   // passages on each side
	MinBudget     = 200  // tokens
	MaxBudget     = 200_000
)

// RequestFields returns the registry: every field of every request, in the order in
// which people should meet them.
func RequestFields() []Field {
	return slices.Concat(matchFields(), scopeFields(), readFields(), pageFields(), blockFields())
}

func matchFields() []Field {
	return []Field{
		{Name: "query", Aliases: []string{"question", "q", "text"}, Kind: KindText, Min: 1, Max: MaxQuestion, Stage: StageMatch,
			Help: "What to look for: a question or some words.", Examples: []string{"how do we rotate the signing keys"}},
		{Name: "mode", Kind: KindChoice, Values: []string{string(ModeHybrid), string(ModeLexical), string(ModeVector)}, Default: string(ModeHybrid), Stage: StageMatch,
			Help: "Match by words and meaning, by words, or by meaning.", Examples: []string{"lexical"}},
	}
}

func scopeFields() []Field {
	return []Field{
		{Name: "collections", Aliases: []string{"collection"}, Kind: KindList, Max: MaxNames, Stage: StageScope,
			Help: "Only these collections.", Examples: []string{"notes"}},
		{Name: "tags", Aliases: []string{"tag"}, Kind: KindList, Max: MaxNames, Stage: StageScope,
			Help: "Only if it has all of these tags.", Examples: []string{"security"}},
		{Name: "path", Aliases: []string{"glob"}, Kind: KindText, Max: MaxFilter, Stage: StageScope,
			Help: "Only at this path or glob, or in this folder.", Examples: []string{"runbooks/**/*.md", "*.go"}},
		{Name: "title", Kind: KindText, Max: MaxFilter, Stage: StageScope,
			Help: "Only if the title has this text.", Examples: []string{"backup"}},
		{Name: "type", Aliases: []string{"format"}, Kind: KindText, Max: MaxFilter, Stage: StageScope,
			Help: "Only this format.", Examples: []string{"markdown"}},
		{Name: "modified", Aliases: []string{"since"}, Kind: KindText, Max: MaxFilter, Stage: StageScope,
			Help: "Only if changed then: 7d, 2026-06, >2026-06-01.", Examples: []string{"7d", "2026-06", ">2026-06-01"}},
	}
}

func readFields() []Field {
	return []Field{
		{Name: "id", Aliases: []string{"document", "passage", "name"}, Kind: KindText, Min: 1, Max: MaxQuestion, Stage: StageScope,
			Help: "Id of a passage or document, or a document's path.", Examples: []string{"k3m5q2wxayz4.3", "notes/backup.md"}},
		{Name: "lines", Kind: KindText, Max: 24, Stage: StageScope,
			Help: "Only these lines: FIRST-LAST.", Examples: []string{"10-40", "7", "100-"}},
		{Name: "neighbours", Aliases: []string{"neighbors", "context"}, Kind: KindNumber, Max: MaxNeighbours, Default: "0", Stage: StageScope,
			Help: "Passages to add before and after.", Examples: []string{"1"}},
	}
}

func pageFields() []Field {
	return []Field{
		{Name: "sort", Aliases: []string{"order"}, Kind: KindChoice, Values: []string{string(OrderPath), string(OrderNewest)}, Default: string(OrderPath), Stage: StagePage,
			Help: "By path, or the last changed first.", Examples: []string{"newest"}},
		{Name: "limit", Aliases: []string{"top_k", "max_results", "n", "count"}, Kind: KindNumber, Min: 1, Max: MaxLimit, Default: strconv.Itoa(DefaultLimit), Stage: StagePage,
			Help: "The most results.", Examples: []string{"5"}},
		{Name: "cursor", Kind: KindText, Max: MaxCursor, Stage: StagePage,
			Help: "next_cursor of the answer before, to go on; all else as it was.", Examples: nil},
	}
}

func blockFields() []Field {
	return []Field{
		{Name: "detail", Kind: KindChoice, Values: []string{"concise", "full"}, Default: "concise", Stage: StageShow,
			Help: "The lines that match, or whole passages.", Examples: []string{"full"}},
		{Name: "budget", Aliases: []string{"max_tokens"}, Kind: KindNumber, Min: MinBudget, Max: MaxBudget, Stage: StageShow,
			Help: "The most tokens the block may have.", Examples: []string{"3000"}},
		{Name: "layout", Kind: KindChoice, Values: []string{"xml", "markdown", "plain"}, Default: "xml", Stage: StageShow,
			Help: "The block's form.", Examples: []string{"markdown"}},
	}
}

// SelectFields returns the fields of those names, in that order. It panics for
// a name that the registry does not have: a door that asks for one is broken.
func SelectFields(names ...string) []Field {
	all := RequestFields()
	selected := make([]Field, len(names))
	for i, name := range names {
		at := slices.IndexFunc(all, func(field Field) bool { return field.Name == name })
		if at < 0 {
			panic("no request field " + name)
		}
		selected[i] = all[at]
	}
	return selected
}

// Means reports whether name is the field's, or an alias of it.
func (f Field) Means(name string) bool {
	return name == f.Name || slices.Contains(f.Aliases, name)
}
