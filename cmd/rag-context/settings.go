package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/alecthomas/kong"
	"github.com/pelletier/go-toml/v2"

	"rag-context/rag"
)

// settings are the values of the configuration file: one TOML table whose keys
// are the names of flags. They stand below the command line and the
// environment, above the defaults.
type settings struct {
	path     string
	values   map[string]any
	synonyms rag.Synonyms // of synonyms.txt beside it
	problems []settingProblem
}

var _ kong.Resolver = (*settings)(nil)

// byteOrderMark is how some editors begin a file.
const byteOrderMark = "\xef\xbb\xbf"

// readSettings reads config.toml and synonyms.txt in folder, either of which may
// be missing. What can't be read is among the problems.
func readSettings(folder string) *settings {
	s := &settings{path: filepath.Join(folder, "config.toml")}
	s.read(filepath.Join(folder, "synonyms.txt"), func(text []byte) (err error) {
		s.synonyms, err = rag.ReadSynonyms(bytes.NewReader(text))
		return err
	})
	s.read(s.path, func(text []byte) error {
		var values map[string]any
		err := toml.Unmarshal(bytes.TrimPrefix(text, []byte(byteOrderMark)), &values)
		if wrong, is := errors.AsType[*toml.DecodeError](err); is {
			line, _ := wrong.Position()
			return fmt.Errorf("line %d: %w", line, wrong)
		}
		s.values = values
		return err
	})
	return s
}

func (s *settings) read(path string, parse func([]byte) error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if failed, is := errors.AsType[*fs.PathError](err); is {
		err = failed.Err
	}
	if err == nil {
		err = parse(text)
	}
	if err != nil {
		s.add(settingProblem{path, err, "mend the file, or move it aside: everything works without it"})
	}
}

// Validate implements [kong.Resolver]; see check.
func (s *settings) Validate(*kong.Application) error { return nil }

// Resolve implements [kong.Resolver]. What it returns would go before the
// environment.
func (s *settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	value, ok := s.values[flag.Name]
	if !ok || perCall(flag) || slices.ContainsFunc(flag.Envs, isSet) {
		return nil, nil //nolint:nilnil // kong's way to say "not set here"
	}
	return value, nil
}

// isSet reports whether an environment variable says something; one that is
// empty leaves it to the file.
func isSet(variable string) bool { return os.Getenv(variable) != "" }

// perCall reports whether a flag belongs to one call: by its name, or where it
// means less than its namesakes, with the tag "once".
func perCall(flag *kong.Flag) bool {
	return slices.Contains(perCallFlags, flag.Name) || flag.Tag.Has("once")
}

// perCallFlags make no sense as a lasting setting.
var perCallFlags = []string{"help", "yes", "in", "name", "code", "skipped", "json", "version", "http", "read-only", "write", "expires", "url", "project",
	"tag", "path", "title", "heading", "type", "lang", "agent", "role", "modified", "created", "is", "output", "questions", "queries", "depth", "save", "compare", "fail-under", "wait",
	"more", "also", "without", "edit", "pick",
	"regexp", "fixed-strings", "ignore-case", "word-regexp", "count", "files-with-matches", "line-number", "after-context", "before-context", "context", "max-count",
	"glob", "format", "ndjson", "cursor", "exact", "extension", "changed-within", "size", "print0", "newest"}

// secretFlags are never shown.
var secretFlags = []string{"embedder-key", "llm-key", "rerank-key"}

// settableFlags are the names of the flags that the file may set, sorted.
func settableFlags(node *kong.Node) []string {
	var names []string
	_ = kong.Visit(node, func(visited kong.Visitable, next kong.Next) error {
		if flag, ok := visited.(*kong.Flag); ok && !perCall(flag) {
			names = append(names, flag.Name)
		}
		return next(nil)
	})
	slices.Sort(names)
	return slices.Compact(names)
}
