package rag

import (
	"cmp"
	"context"
	"slices"
)

// TagCount is a tag and how many documents have it.
type TagCount struct {
	Tag       string `json:"tag"`
	Documents int    `json:"documents"`
}

// Tags returns the tags of the collections' documents, the commonest first; of
// all the scope's for no names.
func (l *Library) Tags(ctx context.Context, collections []string) ([]TagCount, error) {
	states, err := l.collections(ctx, collections)
	if err != nil {
		return nil, err
	}
	counts, err := l.reader.Tags(ctx, names(states))
	if err != nil {
		return nil, err
	}
	tags := make([]TagCount, 0, len(counts))
	for tag, documents := range counts {
		tags = append(tags, TagCount{tag, documents})
	}
	slices.SortFunc(tags, func(a, b TagCount) int {
		return cmp.Or(cmp.Compare(b.Documents, a.Documents), cmp.Compare(a.Tag, b.Tag))
	})
	return tags, nil
}
