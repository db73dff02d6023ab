package rag

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// asideWeight is what a passage's score is multiplied by that only shows
// something in use, or tells what it was once: of two that fit equally the other
// one is wanted. Small enough that the better fit still wins.
const asideWeight = 0.9

// aside are the words that such paths hold, and that a question for them would
// have.
var aside = map[string]bool{
	"test": true, "tests": true, "testdata": true, "testing": true, "fixture": true, "fixtures": true, "spec": true, "mock": true, "mocks": true,
	"example": true, "examples": true, "fuzz": true, "benchmark": true, "benchmarks": true, "bench": true,
	"changelog": true, "changes": true, "history": true, "vendor": true, "whatsnew": true,
}

// weighAside lowers the scores of passages from tests, examples, change logs and
// the like, unless the question is about those.
func (s *search) weighAside(hits []ranked) []ranked {
	for _, term := range strings.FieldsFunc(strings.ToLower(s.asked.words), notLetter) {
		if aside[term] {
			return hits
		}
	}
	for i, hit := range hits {
		if isAside(hit.Document.Path) {
			lost := hit.Score * (asideWeight - 1)
			hits[i].Score += lost
			hits[i].parts = append(hit.parts[:len(hit.parts):len(hit.parts)], Part{"aside", lost})
		}
	}
	slices.SortStableFunc(hits, func(a, b ranked) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}

// isAside reports whether a folder of the path is called so, or the file is in
// the manner of programming languages: x_test.go, test_x.py, x.spec.ts,
// CHANGELOG.md.
func isAside(place string) bool {
	folders, file := path.Split(strings.ToLower(place))
	for folder := range strings.SplitSeq(folders, "/") {
		if aside[folder] {
			return true
		}
	}
	words := strings.FieldsFunc(file, notLetter)
	if len(words) > 1 {
		words = words[:len(words)-1] // without the extension
	}
	return len(words) > 0 && (aside[words[0]] || aside[words[len(words)-1]])
}

func notLetter(r rune) bool { return r < 'a' || r > 'z' }
