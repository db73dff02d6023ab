package rag

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// FieldValues returns values that a field of a query can have in this library,
// sorted, to complete what somebody types; the field's examples where the
// library can't tell.
func (l *Library) FieldValues(ctx context.Context, field Field) ([]string, error) {
	var values []string
	var err error
	switch {
	case field.Kind == KindChoice:
		return field.Values, nil
	case field.Inline == inCollection:
		var states []CollectionState
		states, err = l.Collections(ctx)
		values = names(states)
	case field.Inline == inTag || field.Inline == inAgent:
		values, err = l.tagValues(ctx, field.Inline == inAgent)
	case field.Inline == inType:
		values, err = l.documentValues(ctx, func(d Document) string { return d.Format })
	case field.Inline == inLang:
		values, err = l.documentValues(ctx, func(d Document) string { return string(d.Language) })
	default:
		return field.Examples, nil
	}
	slices.Sort(values)
	return slices.Compact(values), err
}

// tagValues returns tags, or the agents that some of them name.
func (l *Library) tagValues(ctx context.Context, agents bool) ([]string, error) {
	tags, err := l.Tags(ctx, nil)
	var values []string
	for _, tag := range tags {
		agent, isAgent := strings.CutPrefix(tag.Tag, AgentTag)
		if isAgent == agents {
			values = append(values, agent)
		}
	}
	return values, err
}

func (l *Library) documentValues(ctx context.Context, value func(Document) string) ([]string, error) {
	states, err := l.Collections(ctx)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for document, err := range l.reader.Documents(ctx, DocumentRange{Collections: names(states)}) {
		if err != nil {
			return nil, err
		}
		seen[value(document)] = true
	}
	delete(seen, "")
	return slices.Collect(maps.Keys(seen)), nil
}
