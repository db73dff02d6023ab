package rag

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"
)

// Filter narrows a request to some documents. The zero value lets all pass.
type Filter struct {
	// Tags are ones that a document must all have, in any case.
	Tags []string
	// Path is a document's path, a folder that it is in, or a glob: "*" and
	// "?" stay within a folder, "**" does not, and a glob without "/" is for
	// names in any folder.
	Path string
	// Title is a text that the title or an alias must have, in any case.
	Title string
	// Type is a document's format, in any case.
	Type string
	// IDPrefix is how the document's id begins.
	IDPrefix string
	// Modified is when the document was changed last; see [ParsePeriod].
	Modified string
}

// IsZero reports whether the filter lets everything pass.
func (f Filter) IsZero() bool {
	return len(f.Tags) == 0 && f.Path == "" && f.Title == "" && f.Type == "" && f.IDPrefix == "" && f.Modified == ""
}

// sieve is a filter that is ready for use.
type sieve struct {
	Filter
	period Period
}

// sieve returns the filter for use now, or a [*RequestError] for a glob or
// a time that can't be read.
func (f Filter) sieve(now time.Time) (sieve, error) {
	for _, part := range strings.Split(f.Path, "/") {
		if _, err := path.Match(part, ""); err != nil {
			return sieve{}, &RequestError{Field: "path", Problem: "has a [ or \\ that is not closed"}
		}
	}
	period, err := ParsePeriod("modified", f.Modified, now)
	return sieve{f, period}, err
}

// allows reports whether a document passes.
func (s sieve) allows(document Document) bool {
	return s.allowsTags(document.Tags) && s.allowsPath(document.Path) && s.allowsTitle(document) &&
		strings.HasPrefix(document.ID, s.IDPrefix) && (s.Type == "" || strings.EqualFold(s.Type, document.Format)) &&
		s.period.Contains(document.Version.Modified)
}

func (f Filter) allowsTags(tags []string) bool {
	return !slices.ContainsFunc(f.Tags, func(wanted string) bool {
		wanted = strings.TrimPrefix(wanted, "#")
		return !slices.ContainsFunc(tags, func(tag string) bool { return strings.EqualFold(tag, wanted) })
	})
}

func (f Filter) allowsTitle(document Document) bool {
	wanted := strings.ToLower(f.Title)
	return slices.ContainsFunc(append([]string{document.Title}, document.Aliases...), func(title string) bool {
		return strings.Contains(strings.ToLower(title), wanted)
	})
}

func (f Filter) allowsPath(document string) bool {
	switch {
	case f.Path == "":
		return true
	case !strings.ContainsAny(f.Path, `*?[\`):
		folder := strings.Trim(f.Path, "/")
		return document == folder || strings.HasPrefix(document, folder+"/")
	case !strings.Contains(f.Path, "/"):
		return matchParts([]string{f.Path}, []string{path.Base(document)})
	}
	return matchParts(strings.Split(strings.TrimPrefix(f.Path, "/"), "/"), strings.Split(document, "/"))
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

// allowed returns the ids of the documents of the collections that pass; nil,
// which means all, only for a filter that lets everything pass.
func (l *Library) allowed(ctx context.Context, states []CollectionState, filter Filter) (map[string]bool, error) {
	if filter.IsZero() {
		return nil, nil
	}
	sieve, err := filter.sieve(l.options.Now())
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for document, err := range l.reader.Documents(ctx, DocumentRange{Collections: names(states)}) {
		if err != nil {
			return nil, err
		}
		if sieve.allows(document) {
			ids[document.ID] = true
		}
	}
	return ids, nil
}
