package rag

import (
	"cmp"
	"strconv"
)

// Content tells passages apart that say different things, without their texts:
// it is the same for those at one place of documents that are byte for byte the
// same.
func (h Hit) Content() string { return ContentOf(h.Document, h.Passage.Ordinal) }

// ContentOf is the [Hit.Content] of a document's passage.
func ContentOf(document Document, ordinal int) string {
	return cmp.Or(document.Hash, document.ID) + "." + strconv.Itoa(ordinal)
}

// depthOf is how many of the best passages hold so many distinct ones; all, and
// false, where there are not so many.
func depthOf[T interface{ Content() string }](best []T, distinct int) (depth int, enough bool) {
	contents := make(map[string]bool, distinct)
	for i, one := range best {
		if contents[one.Content()] = true; len(contents) == distinct {
			return i + 1, true
		}
	}
	return len(best), false
}
