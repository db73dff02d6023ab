package trigram

import (
	"regexp/syntax"
	"slices"
)

// Query is what trigrams a text must have. The zero value lets all texts pass.
type Query struct {
	grams  []gram    // all of these
	either [][]Query // and of each of these, what one of them says
}

// MayMatch reports whether the text of a signature may have a match. An empty
// signature is of a text that nothing is known of.
func (q Query) MayMatch(signature []byte) bool {
	if len(signature) == 0 {
		return true
	}
	missing := func(g gram) bool { return !g.in(signature) }
	if slices.ContainsFunc(q.grams, missing) {
		return false
	}
	for _, parts := range q.either {
		if !slices.ContainsFunc(parts, func(part Query) bool { return part.MayMatch(signature) }) {
			return false
		}
	}
	return true
}

// IsZero reports whether the query lets all texts pass.
func (q Query) IsZero() bool { return len(q.grams)+len(q.either) == 0 }

// Of returns the query for a regular expression that is matched with one line
// after the other.
func Of(expression *syntax.Regexp) Query {
	return of(expression.Simplify()).query()
}

func (q Query) and(other Query) Query {
	return Query{append(slices.Clip(q.grams), other.grams...), append(slices.Clip(q.either), other.either...)}
}

func or(queries []Query) Query {
	switch {
	case slices.ContainsFunc(queries, Query.IsZero):
		return Query{}
	case len(queries) == 1:
		return queries[0]
	}
	return Query{either: [][]Query{queries}}
}

// matches is what is known of all that an expression matches: either the texts
// themselves, or only trigrams that they have.
type matches struct {
	exact bool
	texts []string // where exact
	known Query    // else
}

// mostTexts bounds the texts that an expression is taken to match exactly.
const mostTexts = 32

func exactly(texts ...string) matches {
	slices.Sort(texts)
	return matches{exact: true, texts: slices.Compact(texts)}
}

func (m matches) query() Query {
	if !m.exact {
		return m.known
	}
	queries := make([]Query, len(m.texts))
	for i, text := range m.texts {
		eachGram(text, func(g gram) { queries[i].grams = append(queries[i].grams, g) })
	}
	return or(queries)
}

func of(expression *syntax.Regexp) matches {
	switch expression.Op {
	case syntax.OpLiteral:
		return exactly(folded(expression.Rune))
	case syntax.OpCharClass:
		return ofClass(expression.Rune)
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return exactly("")
	case syntax.OpCapture:
		return of(expression.Sub[0])
	case syntax.OpPlus:
		return matches{known: of(expression.Sub[0]).query()}
	case syntax.OpQuest:
		return ofEither(of(expression.Sub[0]), exactly(""))
	case syntax.OpConcat:
		return ofSequence(expression.Sub)
	case syntax.OpAlternate:
		parts := make([]matches, len(expression.Sub))
		for i, part := range expression.Sub {
			parts[i] = of(part)
		}
		return ofEither(parts...)
	}
	return matches{} // any text: ".", "x*"
}

func folded(runes []rune) string {
	text := make([]rune, len(runes))
	for i, r := range runes {
		text[i] = fold(r)
	}
	return string(text)
}

// ofClass takes the runes of a class from pairs of first and last.
func ofClass(pairs []rune) matches {
	var texts []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1]-pairs[i] >= 2*mostTexts {
			return matches{}
		}
		for r := pairs[i]; r <= pairs[i+1]; r++ {
			texts = append(texts, string(fold(r)))
		}
	}
	if m := exactly(texts...); len(m.texts) <= mostTexts {
		return m
	}
	return matches{}
}

func ofEither(parts ...matches) matches {
	var texts []string
	queries := make([]Query, len(parts))
	exact := true
	for i, part := range parts {
		texts, queries[i] = append(texts, part.texts...), part.query()
		exact = exact && part.exact
	}
	if exact && len(texts) <= mostTexts {
		return exactly(texts...)
	}
	return matches{known: or(queries)}
}

// ofSequence puts texts together for as long as they are known exactly and few.
func ofSequence(parts []*syntax.Regexp) matches {
	known, run, whole := Query{}, exactly(""), true
	for _, part := range parts {
		next := of(part)
		if next.exact && len(run.texts)*len(next.texts) <= mostTexts {
			run = exactly(joined(run.texts, next.texts)...)
			continue
		}
		known, run, whole = known.and(run.query()), exactly(""), false
		if next.exact {
			run = next
		} else {
			known = known.and(next.known)
		}
	}
	if whole {
		return run
	}
	return matches{known: known.and(run.query())}
}

func joined(before, after []string) (texts []string) {
	for _, b := range before {
		for _, a := range after {
			texts = append(texts, b+a)
		}
	}
	return texts
}
