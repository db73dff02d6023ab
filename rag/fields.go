package rag

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Field describes one thing that a request can say. Every surface is made from
// it: flags, JSON Schemas, help and documents.
type Field struct {
	// Name is how JSON and MCP spell it.
	Name string `json:"name"`
	// Aliases are other names that mean the same.
	Aliases []string `json:"aliases,omitempty"`
	// Inline is how a query spells it, before ":"; "" where it can't be in one.
	Inline string `json:"inline,omitempty"`
	// Operators are signs that mean something in a value.
	Operators []string `json:"operators,omitempty"`
	Kind      Kind     `json:"kind"`
	// Values are all that a [KindChoice] takes.
	Values []string `json:"values,omitempty"`
	// Default is what holds where nothing is said, as it would be typed; ""
	// is none.
	Default string `json:"default,omitempty"`
	// Min and Max bound a number, the characters of a text, and how many
	// values a list has; a Max of 0 is no bound.
	Min int `json:"min,omitempty"`
	Max int `json:"max,omitempty"`
	// Stage is where the field works.
	Stage Stage `json:"stage"`
	// Help says in one line what it does.
	Help string `json:"help"`
	// Examples are values that work, as they would be typed.
	Examples []string `json:"examples,omitempty"`
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
	StageScope   Stage = "scope"   // which collections and documents are looked at
	StagePassage Stage = "passage" // which of their passages
	StageMatch   Stage = "match"   // how passages are found and ranked
	StagePage    Stage = "page"    // which part of what was found is returned
	StageShow    Stage = "show"    // in what form
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
			Help:     `A question or words; "a phrase", -without, a OR b, tag:x.`,
			Examples: []string{"how do we rotate the signing keys", `"signing keys" -ssh modified:30d`}},
		{Name: "mode", Kind: KindChoice, Values: []string{string(ModeHybrid), string(ModeLexical), string(ModeVector)}, Default: string(ModeHybrid), Stage: StageMatch,
			Help: "By words and meaning, or by one of them.", Examples: []string{"lexical"}},
		{Name: "case", Kind: KindChoice, Values: []string{string(CaseSmart), string(CaseIgnore), string(CaseRespect)}, Default: string(CaseSmart), Stage: StageMatch,
			Help: "When capitals matter in phrases and fields.", Examples: []string{"respect"}},
		{Name: "effort", Inline: inEffort, Kind: KindChoice, Values: effortNames(), Default: string(EffortQuick), Stage: StageMatch,
			Help: "Index, also nearby, or all text.", Examples: []string{"targeted"}},
	}
}

func effortNames() []string {
	var names []string
	for _, effort := range Efforts() {
		names = append(names, string(effort))
	}
	return names
}

// scopeFields are what a [Filter] says, and the collections.
func scopeFields() []Field {
	globs, times := []string{"*"}, []string{">", ">=", "<", "<=", ".."}
	return []Field{
		{Name: "collections", Aliases: []string{"collection"}, Inline: inCollection, Operators: globs, Kind: KindList, Max: MaxNames, Stage: StageScope,
			Help: "Only these collections.", Examples: []string{"notes"}},
		{Name: "tags", Aliases: []string{"tag"}, Inline: inTag, Operators: globs, Kind: KindList, Max: MaxNames, Stage: StageScope,
			Help: "With all of these tags.", Examples: []string{"security", "project/*"}},
		filterField(Field{Name: inPath, Aliases: []string{"glob"}, Operators: []string{"*", "?", "**", "[a-z]"},
			Help: "Only this path, glob or folder.", Examples: []string{"runbooks/**/*.md", "*.go"}}),
		filterField(Field{Name: inTitle, Operators: globs, Help: "Only if the title has this text.", Examples: []string{"backup"}}),
		filterField(Field{Name: inHeading, Stage: StagePassage, Aliases: []string{"section"}, Operators: globs,
			Help: "Only under a heading with these words.", Examples: []string{"restore drill"}}),
		filterField(Field{Name: inType, Aliases: []string{"ext"}, Operators: globs, Help: "Only this format or ending.", Examples: []string{"markdown", "go"}}),
		filterField(Field{Name: inLang, Aliases: []string{"language"}, Operators: globs, Help: "Only text in this language.", Examples: []string{"de"}}),
		filterField(Field{Name: inAgent, Operators: globs, Help: "Only conversations with this agent.", Examples: []string{"claude"}}),
		filterField(Field{Name: inRole, Stage: StagePassage, Aliases: []string{"speaker"}, Operators: globs, Help: "Only what this role said in them.", Examples: []string{"user"}}),
		filterField(Field{Name: inModified, Aliases: []string{"since"}, Operators: times,
			Help: "Only if changed then: 7d, 2026-06, >2026-06-01.", Examples: []string{"7d", "last-month", "2026-06", ">2026-06-01", "2026-01..2026-03"}}),
		filterField(Field{Name: inCreated, Operators: times, Help: "Only if made then, where that is known.", Examples: []string{"2026"}}),
		{Name: inIs, Inline: inIs, Kind: KindChoice, Values: kindValues(), Stage: StageScope, Help: "Only this kind of document.", Examples: []string{"code"}},
	}
}

// filterField completes a field that is a text, called the same everywhere.
func filterField(field Field) Field {
	field.Inline, field.Kind, field.Max, field.Stage = field.Name, KindText, MaxFilter, cmp.Or(field.Stage, StageScope)
	return field
}

func readFields() []Field {
	return []Field{
		{Name: "id", Aliases: []string{"document", "passage", "name"}, Kind: KindText, Min: 1, Max: MaxQuestion, Stage: StageScope,
			Help: "Id of a passage or document, or a document's path.", Examples: []string{"k3m5q2wxayz4.3", "notes/backup.md"}},
		{Name: "lines", Kind: KindText, Max: 24, Stage: StageScope,
			Help: "Lines FIRST-LAST.", Examples: []string{"10-40", "7", "100-"}},
		{Name: "neighbours", Aliases: []string{"neighbors", "context"}, Kind: KindNumber, Max: MaxNeighbours, Default: "0", Stage: StageScope,
			Help: "Passages to add before and after.", Examples: []string{"1"}},
	}
}

func pageFields() []Field {
	return []Field{
		{Name: "sort", Aliases: []string{"order"}, Kind: KindChoice, Values: []string{string(OrderPath), string(OrderNewest)}, Default: string(OrderPath), Stage: StagePage,
			Help: "By path, or the last changed first.", Examples: []string{"newest"}},
		{Name: "limit", Aliases: []string{"n", "top_k", "max_count", "max_results", "count"}, Kind: KindNumber, Min: 1, Max: MaxLimit, Default: strconv.Itoa(DefaultLimit), Stage: StagePage,
			Help: "The most results.", Examples: []string{"5"}},
		{Name: "also", Kind: KindList, Max: MaxLimit, Stage: StagePage,
			Help: "Passages to have in any case, by id.", Examples: []string{"k3m5q2wxayz4.3"}},
		{Name: "without", Kind: KindList, Max: MaxNames, Stage: StagePage,
			Help: "Passages and documents to do without, by id.", Examples: []string{"k3m5q2wxayz4.3"}},
		{Name: "cursor", Kind: KindText, Max: MaxCursor, Stage: StagePage,
			Help: "next_cursor of the last answer, to go on.", Examples: nil},
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

// QueryFields returns the fields that a query can have inline.
func QueryFields() []Field {
	return slices.DeleteFunc(RequestFields(), func(field Field) bool { return field.Inline == "" })
}

// Flag is the field's name on a command line: in the singular, as a flag that
// takes several values is repeated.
func (f Field) Flag() string {
	if f.Inline != "" {
		return f.Inline
	}
	return f.Name
}

// inlineAliases are the other names that a query can use.
func (f Field) inlineAliases() []string {
	return slices.DeleteFunc(append([]string{f.Name}, f.Aliases...), func(name string) bool {
		return name == f.Inline || strings.Contains(name, "_")
	})
}

// Means reports whether name is the field's, or an alias of it.
func (f Field) Means(name string) bool {
	return name == f.Name || slices.Contains(f.Aliases, name)
}
