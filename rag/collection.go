package rag

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Collection is a named source that is kept in sync.
type Collection struct {
	Name string
	Kind string // of the source: "filetree"
	// Location is where the source finds it, in the source's own terms (an
	// absolute folder). It is for the source and the local user; it never
	// leaves through JSON or MCP.
	Location string
	Tags     []string // given to each of its documents
	Include  []string // globs; empty means everything
	Exclude  []string // globs; win over Include
}

// CollectionState is a collection with what the store knows of it.
type CollectionState struct {
	Collection
	Documents int
	Passages  int
	Skipped   int       // items that were there but are no documents
	SyncedAt  time.Time // end of the last complete sync; zero before the first
}

func names(states []CollectionState) []string {
	names := make([]string, len(states))
	for i, state := range states {
		names[i] = state.Name
	}
	return names
}

func passagesIn(states []CollectionState) (n int) {
	for _, state := range states {
		n += state.Passages
	}
	return n
}

func documentsIn(states []CollectionState) (n int) {
	for _, state := range states {
		n += state.Documents
	}
	return n
}

// MaxCollectionName is the longest collection name, in bytes.
const MaxCollectionName = 64

// ValidCollectionName reports whether a collection may have that name: letters
// and digits of any script, ".", "_" and "-", starting with a letter or digit,
// at most [MaxCollectionName] bytes.
func ValidCollectionName(name string) bool {
	if name == "" || len(name) > MaxCollectionName || !utf8.ValidString(name) {
		return false
	}
	for i, r := range name {
		if !isNameRune(r) && (i == 0 || !strings.ContainsRune("._-", r)) {
			return false
		}
	}
	return true
}

// CollectionNameFrom makes a valid name of any text, such as a folder's name:
// lower case, with "-" for what a name may not hold. It returns "collection"
// where nothing is left.
func CollectionNameFrom(text string) string {
	var name strings.Builder
	for _, r := range strings.ToLower(strings.ToValidUTF8(text, "-")) {
		if !isNameRune(r) && r != '_' && r != '.' {
			r = '-'
		}
		if name.Len()+utf8.RuneLen(r) > MaxCollectionName {
			break
		}
		if r != '-' || !strings.HasSuffix(name.String(), "-") {
			name.WriteRune(r)
		}
	}
	trimmed := strings.TrimRight(strings.TrimLeft(name.String(), "-._"), "-")
	if !ValidCollectionName(trimmed) {
		return "collection"
	}
	return trimmed
}

func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
