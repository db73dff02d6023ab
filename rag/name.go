package rag

import (
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

func (f NameFilter) named() (func(string) bool, error) {
	exact := f.Case.exact(f.Pattern) || f.Case == "" && CaseSmart.exact(f.Pattern)
	pattern := f.Pattern
	if f.Glob && !validGlob(pattern) {
		return nil, &RequestError{Field: "pattern", Problem: `has a [ or \ that is not closed`}
	}
	if !exact && f.Glob {
		pattern = strings.ToLower(pattern)
	}
	if !exact && !f.Glob {
		pattern = "(?i)" + pattern
	}
	expression := regexp.MustCompile("")
	if !f.Glob {
		var err error
		if expression, err = regexp.Compile(pattern); err != nil {
			return nil, &RequestError{Field: "pattern", Problem: "is no expression; --glob takes it for a glob"}
		}
	}
	return func(name string) bool {
		if !f.FullPath {
			name = path.Base(name)
		}
		if !exact && f.Glob {
			name = strings.ToLower(name)
		}
		return f.Pattern == "" || f.Glob && matchParts(strings.Split(pattern, "/"), strings.Split(name, "/")) || !f.Glob && expression.MatchString(name)
	}, nil
}
