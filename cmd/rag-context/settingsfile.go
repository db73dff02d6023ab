package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// set gives a key another value, in the file too. All else in the file stays as
// it is.
func (s *settings) set(key, value string) error {
	path := s.path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read settings: %w", err)
	}
	text, mark := strings.CutPrefix(string(old), byteOrderMark)
	edited, err := withSetting(text, key, value)
	if err != nil {
		return hinted{fmt.Errorf("settings in %s: %w", s.path, err), fmt.Sprintf("write this line there yourself: %s = %q", key, value)}
	}
	if mark {
		edited = byteOrderMark + edited
	}
	if err := replaceFile(path, edited); err != nil {
		return fmt.Errorf("write settings: %w", err)
	}
	if s.values == nil {
		s.values = map[string]any{}
	}
	s.values[key] = value
	return nil
}

// withSetting returns the text of a TOML file in which a key has another value,
// and nothing else has.
func withSetting(text, key, value string) (string, error) {
	before := map[string]any{}
	if err := toml.Unmarshal([]byte(text), &before); err != nil {
		return "", err
	}
	literal := strconv.Quote(value)
	edited := strings.TrimRight(text, "\r\n")
	if edited != "" {
		edited += "\n"
	}
	edited += key + " = " + literal + "\n"
	if from, to, found := valueOf(text, key); found {
		edited = text[:from] + literal + text[to:]
	}
	after, want := map[string]any{}, maps.Clone(before)
	want[key] = value
	if err := toml.Unmarshal([]byte(edited), &after); err != nil || !reflect.DeepEqual(after, want) {
		return "", errors.New("the file is not of the form that can be edited")
	}
	return edited, nil
}

// valueOf returns where a key's value stands, from and to in bytes.
func valueOf(text, key string) (from, to int, found bool) {
	var parser unstable.Parser
	parser.Reset([]byte(text))
	for parser.NextExpression() {
		expression := parser.Expression()
		if expression.Kind != unstable.KeyValue {
			continue
		}
		keys := expression.Key()
		if keys.Next() && string(keys.Node().Data) == key && keys.IsLast() {
			raw := expression.Value().Raw
			return int(raw.Offset), int(raw.Offset + raw.Length), true
		}
	}
	return 0, 0, false
}
