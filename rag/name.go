package rag

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
)

// NameFilter narrows a listing by what documents' files are called and how
// large they are. The zero value lets all pass.
type NameFilter struct {
	// Pattern is an expression in RE2's syntax that the name must hold, or with
	// Glob a glob that it must be; "" is any.
	Pattern string
	Glob    bool
	// FullPath holds the pattern against the whole path instead of its end.
	FullPath bool
	// Case is when capitals matter; "" means [CaseSmart].
	Case Case
	// Extensions are endings of names, without ".", in any case; one is enough.
	Extensions []string
	// MinSize and MaxSize bound the size in bytes; a MaxSize of 0 is no bound.
	MinSize, MaxSize int64
}

// sieve returns what tells which documents pass, or a [*RequestError] for a
// pattern that can't be read.
func (f NameFilter) sieve() (func(Document) bool, error) {
	named, err := f.named()
	return func(d Document) bool {
		size := d.Version.Size
		return size >= f.MinSize && (f.MaxSize == 0 || size <= f.MaxSize) && f.ends(d.Path) && named(d.Path)
	}, err
}

func (f NameFilter) ends(name string) bool {
	return len(f.Extensions) == 0 || slices.ContainsFunc(f.Extensions, func(extension string) bool {
		return strings.HasSuffix(strings.ToLower(name), "."+strings.ToLower(strings.TrimPrefix(extension, ".")))
	})
}

func (f NameFilter) named() (func(name string) bool, error) {
	matches, err := f.pattern(cmp.Or(f.Case, CaseSmart).exact(f.Pattern))
	return func(name string) bool {
		if !f.FullPath {
			name = path.Base(name)
		}
		return matches(name)
	}, err
}

// pattern returns what tells which names the pattern fits; exact is whether
// capitals matter.
func (f NameFilter) pattern(exact bool) (func(name string) bool, error) {
	switch {
	case f.Pattern == "":
		return func(string) bool { return true }, nil
	case f.Glob:
		return globbed(f.Pattern, exact)
	case exact:
		return expressed(f.Pattern)
	}
	return expressed("(?i)" + f.Pattern)
}

func globbed(glob string, exact bool) (func(name string) bool, error) {
	if !validGlob(glob) {
		return nil, &RequestError{Field: "pattern", Problem: `has a [ or \ that is not closed`}
	}
	fold := func(text string) string { return text }
	if !exact {
		fold = strings.ToLower
	}
	parts := strings.Split(fold(glob), "/")
	return func(name string) bool { return matchParts(parts, strings.Split(fold(name), "/")) }, nil
}

func expressed(expression string) (func(name string) bool, error) {
	compiled, err := regexp.Compile(expression)
	if err != nil {
		return nil, &RequestError{Field: "pattern", Problem: "is no expression; --glob takes it for a glob"}
	}
	return compiled.MatchString, nil
}
