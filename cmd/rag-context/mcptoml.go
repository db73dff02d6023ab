package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlTable is the entry as a table of a TOML file.
func (c mcpClient) tomlTable(name string, entry fields) (string, error) {
	text := fmt.Sprintf("[%s.%s]\n", c.table, name)
	for _, field := range entry {
		value, err := json.Marshal(field.value) // texts and lists of them are written alike
		if err != nil {
			return "", err
		}
		text += fmt.Sprintf("%s = %s\n", field.name, value)
	}
	return text, nil
}

// editedTOML adds the entry's table at the end, or puts it in the place of the
// one that is there; every other line stays as it is. TOML can say the same in
// ways that leave no place for a table: those files are for people to edit.
func (c mcpClient) editedTOML(text, name string, entry fields) (string, error) {
	before, err := c.readTOML(text, name)
	if err != nil {
		return "", err
	}
	table, err := c.tomlTable(name, entry)
	if err != nil {
		return "", err
	}
	want, err := c.readTOML(table, name)
	if err != nil {
		return "", err
	}
	if reflect.DeepEqual(before.own, want.own) {
		return text, nil
	}
	edited := placeTable(text, table, c.table, name)
	after, err := c.readTOML(edited, name)
	if err != nil || !reflect.DeepEqual(after.own, want.own) || !reflect.DeepEqual(after.others, before.others) {
		return "", errors.New("it says where servers are in a way that only an editor can add to")
	}
	return edited, nil
}

// tomlFile is what a client's file says.
type tomlFile struct {
	own    map[string]any // of the entry, without its sub-tables
	others map[string]any // all the rest
}

func (c mcpClient) readTOML(text, name string) (tomlFile, error) {
	var file tomlFile
	if err := toml.Unmarshal([]byte(text), &file.others); err != nil {
		return file, err
	}
	servers, _ := file.others[c.table].(map[string]any)
	entry, _ := servers[name].(map[string]any)
	if entry == nil {
		if servers != nil && len(servers) == 0 {
			delete(file.others, c.table)
		}
		return file, nil
	}
	file.own = maps.Clone(entry)
	isTable := func(_ string, value any) bool { _, is := value.(map[string]any); return is }
	maps.DeleteFunc(file.own, isTable)
	maps.DeleteFunc(entry, func(key string, value any) bool { return !isTable(key, value) })
	if len(entry) == 0 {
		delete(servers, name)
	}
	if len(servers) == 0 {
		delete(file.others, c.table)
	}
	return file, nil
}

// placeTable puts a table in the place of the one of its name, or at the end.
func placeTable(text, table string, key ...string) string {
	if strings.Contains(text, "\r\n") {
		table = strings.ReplaceAll(table, "\n", "\r\n")
	}
	start, end := findTable([]byte(text), strings.Join(key, "."))
	if start < 0 {
		newline := table[len(strings.TrimRight(table, "\r\n")):]
		return strings.TrimRight(text, "\r\n") + newline + newline + table
	}
	return text[:start] + table + text[end:]
}

// findTable returns where the lines of a table start and end, blank lines and
// comments after its last value not counted; start is -1 where there is none.
// The text has to be valid.
func findTable(text []byte, key string) (start, end int) {
	var parser unstable.Parser
	parser.Reset(text)
	start, end = -1, len(text)
	for parser.NextExpression() {
		node := parser.Expression()
		if node.Kind != unstable.Table && node.Kind != unstable.ArrayTable {
			continue
		}
		name, line := header(text, node)
		if start >= 0 {
			end = line
			break
		}
		if node.Kind == unstable.Table && name == key {
			start = line
		}
	}
	if start < 0 {
		return -1, -1
	}
	return start, start + len(withoutRemarks(string(text[start:end])))
}

// header returns a table's name, its parts joined by dots, and where its line starts.
func header(text []byte, node *unstable.Node) (name string, line int) {
	var parts []string
	line = len(text)
	for part := node.Key(); part.Next(); {
		parts = append(parts, string(part.Node().Data))
		line = min(line, int(part.Node().Raw.Offset))
	}
	return strings.Join(parts, "."), bytes.LastIndexByte(text[:line], '\n') + 1
}

// withoutRemarks cuts the blank lines and comments at the end.
func withoutRemarks(lines string) string {
	for {
		last := strings.LastIndexByte(strings.TrimSuffix(lines, "\n"), '\n') + 1
		line := strings.TrimSpace(lines[last:])
		if lines == "" || line != "" && line[0] != '#' {
			return lines
		}
		lines = lines[:last]
	}
}
