package filetree

import (
	"fmt"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"rag-context/rag"
)

// globs are a collection's own patterns. A pattern that matches a folder holds
// for everything in it.
type globs struct {
	include, exclude []string
}

func newGlobs(include, exclude []string) (g globs, err error) {
	if g.include, err = cleanGlobs("include", include); err != nil {
		return globs{}, err
	}
	g.exclude, err = cleanGlobs("exclude", exclude)
	return g, err
}

// cleanGlobs brings patterns into the one form [matchGlob] knows: "./docs/",
// "/docs" and "docs/" are spelled by people who mean the folder at the top, or
// the folder.
func cleanGlobs(field string, patterns []string) ([]string, error) {
	var clean []string
	for _, pattern := range patterns {
		if !doublestar.ValidatePattern(pattern) || pattern == "" {
			return nil, &rag.RequestError{Field: field, Problem: fmt.Sprintf("holds %q, which is no valid glob", pattern)}
		}
		pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
		clean = append(clean, pattern)
	}
	return clean, nil
}

// includes reports whether a file or folder is asked for by itself.
func (g globs) includes(name string) bool {
	return len(g.include) == 0 || matchAnyGlob(g.include, name)
}

func (g globs) excludes(name string) bool { return matchAnyGlob(g.exclude, name) }

func matchAnyGlob(patterns []string, name string) bool {
	for _, pattern := range patterns {
		if matchGlob(pattern, name) {
			return true
		}
	}
	return false
}

// matchGlob matches a pattern without a slash with the last element of name,
// at any depth, and any other with the whole name.
func matchGlob(pattern, name string) bool {
	if !strings.Contains(pattern, "/") {
		return doublestar.MatchUnvalidated(pattern, path.Base(name))
	}
	return doublestar.MatchUnvalidated(strings.TrimPrefix(pattern, "/"), name)
}
