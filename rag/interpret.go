package rag

import (
	"slices"
	"strings"
	"time"

	"rag-context/rag/querylang"
)

// interpretation is how a request was understood.
type interpretation struct {
	query querylang.Query
	// words is what passages are ranked by; "" where the query only says which
	// passages it means.
	words string
	// condition is what passages must fulfil; an empty one lets all pass.
	condition allOf
	wording   *wording
	effort    Effort
	misplaced []querylang.Node // efforts that are left out
}

// interpret reads a request that has its defaults. The error is a
// [*RequestError].
func (r Request) interpret(now time.Time) (*interpretation, error) {
	i := &interpretation{wording: &wording{casing: r.Case}}
	fields := fieldCompiler{now, i.wording}
	if r.Literal {
		i.query.Root = querylang.Node{Kind: querylang.All}
		i.words = r.Question
	} else {
		i.query = queryLanguage(fields).Parse(r.Question)
		i.words = rankedBy(i.query.Root, r.Question)
	}
	if err := r.contradiction(i.query.Root); err != nil {
		return nil, err
	}
	if err := i.takeEffort(r); err != nil {
		return nil, err
	}
	filter, err := r.Filter.condition(fields)
	if err != nil {
		return nil, err
	}
	i.condition = filter
	if asked := (conditionCompiler{fields}).of(i.query.Root, false); asked != nil {
		i.condition = append(i.condition, asked)
	}
	return i, nil
}

// queryLanguage is the language whose fields the registry has.
func queryLanguage(fields fieldCompiler) querylang.Language {
	language := querylang.Language{Check: func(name, value string) error {
		_, err := fields.requirement(querylang.Node{Kind: querylang.Field, Name: name, Text: value})
		return err
	}}
	for _, field := range QueryFields() {
		language.Fields = append(language.Fields, querylang.FieldName{Name: field.Inline, Aliases: field.inlineAliases()})
	}
	return language
}

// contradiction is the error for a field that is both in the query and beside
// it.
func (r Request) contradiction(root querylang.Node) error {
	beside := r.Filter.fields()
	if len(r.Collections) > 0 {
		beside = append(beside, querylang.Node{Name: inCollection})
	}
	if r.Effort != "" {
		beside = append(beside, querylang.Node{Name: inEffort})
	}
	var err error
	root.Each(func(node querylang.Node) {
		both := func(other querylang.Node) bool { return other.Name == node.Name }
		if node.Kind == querylang.Field && slices.ContainsFunc(beside, both) {
			err = &RequestError{Field: node.Name, Problem: "is given both in the query (" + node.Format() + ") and beside it: pick one"}
		}
	})
	return err
}

// rankedBy is what passages are ranked by: the whole text if it is plain, else
// its words and phrases without what is left out.
func rankedBy(root querylang.Node, text string) string {
	if root.Plain() {
		return text
	}
	var words []string
	var gather func(querylang.Node)
	gather = func(node querylang.Node) {
		switch node.Kind {
		case querylang.Word, querylang.Phrase:
			words = append(words, node.Text)
		case querylang.Not:
		default:
			for _, part := range node.Parts {
				gather(part)
			}
		}
	}
	gather(root)
	return strings.Join(words, " ")
}

// conditionCompiler makes conditions of queries.
type conditionCompiler struct{ fields fieldCompiler }

// of returns what a part of a query requires; nil for nothing. Words are only
// required where they are alternatives, or left out: else a question would find
// nothing that does not have all of its words.
func (c conditionCompiler) of(node querylang.Node, words bool) condition {
	switch node.Kind {
	case querylang.All:
		return c.all(node.Parts, words)
	case querylang.Any:
		var either anyOf
		for _, part := range node.Parts {
			if required := c.of(part, true); required != nil {
				either = append(either, required)
			}
		}
		if len(either) > 0 {
			return either
		}
	case querylang.Not:
		if left := c.of(node.Parts[0], true); left != nil {
			return noneOf{left}
		}
	case querylang.Field:
		return c.field(node)
	case querylang.Phrase:
		return c.phrase(node)
	}
	if node.Kind != querylang.Word || !words {
		return nil
	}
	return c.word(node)
}

func (c conditionCompiler) field(node querylang.Node) condition {
	required, err := c.fields.condition(node)
	if err != nil {
		panic(err) // the language has checked it
	}
	return required
}

// all joins what parts require. Of a field that a document has once, like its
// type, several values stand for any of them.
func (c conditionCompiler) all(parts []querylang.Node, words bool) condition {
	var all allOf
	either := map[string]int{} // field -> its place in all
	for _, part := range parts {
		required := c.of(part, words)
		if required == nil {
			continue
		}
		at, again := either[part.Name]
		switch {
		case part.Kind != querylang.Field || !isEither(part.Name):
			all = append(all, required)
		case again:
			all[at] = append(all[at].(anyOf), required)
		default:
			either[part.Name] = len(all)
			all = append(all, anyOf{required})
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

func (c conditionCompiler) phrase(node querylang.Node) condition {
	wording := c.fields.wording
	return &requirement{
		node: node, at: PrunePassage,
		fulfils:  func(s subject) bool { return wording.holdsAsIs(s.passage, node.Text) },
		required: func() []Term { return wording.neededFor(node.Text) },
	}
}

func (c conditionCompiler) word(node querylang.Node) condition {
	wording := c.fields.wording
	r := &requirement{node: node, at: PrunePassage, fulfils: func(s subject) bool { return wording.holds(s.passage, node.Text) }}
	r.required = func() []Term {
		if wording.byForm(node.Text) {
			return []Term{{Forms: wording.formsOf(node.Text)}}
		}
		return wording.neededFor(node.Text)
	}
	return r
}
