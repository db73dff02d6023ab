package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
}

var _ kong.Resolver = (*settings)(nil)

// byteOrderMark is how some editors begin a file.
const byteOrderMark = "\xef\xbb\xbf"

// readSettings reads config.toml in folder; without a file there are none.
func readSettings(folder string) (*settings, error) {
	s := &settings{path: filepath.Join(folder, "config.toml")}
	if err := s.readSynonyms(filepath.Join(folder, "synonyms.txt")); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	if err := toml.Unmarshal(text, &s.values); err != nil {
		return nil, hinted{fmt.Errorf("settings in %s: %w", s.path, err), "mend the line, or move the file aside: everything works without it"}
	}
	return s, nil
}

func (s *settings) readSynonyms(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		s.synonyms, err = rag.ReadSynonyms(bytes.NewReader(text))
	}
	if err != nil {
		return fmt.Errorf("read synonyms: %w", err)
	}
	return nil
}

// Validate implements [kong.Resolver]: every key must be a flag's name.
func (s *settings) Validate(application *kong.Application) error {
	known := settableFlags(application.Node)
	for key := range s.values {
		if !slices.Contains(known, key) {
			return hinted{fmt.Errorf("settings in %s: unknown key %q", s.path, key), "keys are " + strings.Join(known, ", ")}
		}
	}
	return nil
}

// Resolve implements [kong.Resolver]. What it returns would go before the
// environment.
func (s *settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	value, ok := s.values[flag.Name]
	if !ok || slices.Contains(perCallFlags, flag.Name) || slices.ContainsFunc(flag.Envs, isSet) {
		return nil, nil //nolint:nilnil // kong's way to say "not set here"
	}
	return value, nil
}

// isSet reports whether an environment variable says something; one that is
// empty leaves it to the file.
func isSet(variable string) bool { return os.Getenv(variable) != "" }

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
		if flag, ok := visited.(*kong.Flag); ok && !slices.Contains(perCallFlags, flag.Name) {
			names = append(names, flag.Name)
		}
		return next(nil)
	})
	slices.Sort(names)
	return slices.Compact(names)
}
