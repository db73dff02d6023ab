package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlTable is the entry as a table of a TOML file.
func (c mcpClient) tomlTable(name string, entry fields) (string, error) {
	text := fmt.Sprintf("[%s.%s]\n", c.table, name)
	for _, field := range entry {
		line, err := tomlLine(field)
		if err != nil {
			return "", err
		}
		text += line + "\n"
	}
	return text, nil
}

func tomlLine(field field) (string, error) {
	value, err := json.Marshal(field.value) // texts and lists of them are written alike
	return fmt.Sprintf("%s = %s", field.name, value), err
}

// editedTOML adds the entry's table at the end, or sets our own keys in the one
// that is there; every other line stays as it is. TOML can say the same in
// ways that leave no place for a table: those files are for people to edit.
func (c mcpClient) editedTOML(text, name string, entry fields) (string, error) {
	owns := func(key string) bool { return c.owns(key, entry) }
	before, err := c.readTOML(text, name, owns)
	if err != nil {
		return "", err
	}
	table, err := c.tomlTable(name, entry)
	if err != nil {
		return "", err
	}
	want, err := c.readTOML(table, name, owns)
	if err != nil {
		return "", err
	}
	if reflect.DeepEqual(before.own, want.own) {
		return text, nil
	}
	edited, err := c.placeTable(text, table, name, entry)
	if err != nil {
		return "", err
	}
	after, err := c.readTOML(edited, name, owns)
	if err != nil || !reflect.DeepEqual(after.own, want.own) || !reflect.DeepEqual(after.others, before.others) {
		return "", errors.New("it says where servers are in a way that only an editor can add to")
	}
	return edited, nil
}

// tomlFile is what a client's file says.
type tomlFile struct {
	own    map[string]any // of the entry, what is ours to say
	others map[string]any // all the rest
}

func (c mcpClient) readTOML(text, name string, owns func(key string) bool) (tomlFile, error) {
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
	maps.DeleteFunc(file.own, func(key string, _ any) bool { return !owns(key) })
	maps.DeleteFunc(entry, func(key string, _ any) bool { return owns(key) })
	if len(entry) == 0 {
		delete(servers, name)
	}
	if len(servers) == 0 {
		delete(file.others, c.table)
	}
	return file, nil
}

// placeTable puts a table at the end, or what the entry says into the one of
// its name.
func (c mcpClient) placeTable(text, table, name string, entry fields) (string, error) {
	newline := "\n"
	if strings.Contains(text, "\r\n") {
		newline = "\r\n"
	}
	found := findTable(text, c.table+"."+name)
	if !found.isThere {
		return strings.TrimRight(text, "\r\n") + newline + newline + strings.ReplaceAll(table, "\n", newline), nil
	}
	lines, added := map[string]string{}, ""
	for _, field := range entry {
		line, err := tomlLine(field)
		if err != nil {
			return "", err
		}
		lines[field.name] = line
		if !slices.ContainsFunc(found.keys, func(key tomlKey) bool { return key.name == field.name }) {
			added += line + newline
		}
	}
	if added != "" && !strings.HasSuffix(text[:found.end], "\n") {
		added = newline + strings.TrimSuffix(added, newline)
	}
	text = text[:found.end] + added + text[found.end:]
	for _, key := range slices.Backward(found.keys) {
		line, stays := lines[key.name]
		switch {
		case stays:
			text = text[:key.start] + line + text[key.end:]
		case c.owns(key.name, entry):
			text = text[:lineStart(text, key.start)] + text[lineEnd(text, key.end):]
		}
	}
	return text, nil
}

// tomlPlace is where a table stands in a text.
type tomlPlace struct {
	isThere bool
	keys    []tomlKey // in the order of the text
	end     int       // behind the line of the header or the last key
}

type tomlKey struct {
	name       string
	start, end int
}

// findTable looks for the table of that name in a text, which has to be valid.
func findTable(text, name string) tomlPlace {
	var parser unstable.Parser
	parser.Reset([]byte(text))
	var place tomlPlace
	for parser.NextExpression() {
		node := parser.Expression()
		key, start := tomlName(text, node)
		switch {
		case node.Kind == unstable.KeyValue && place.isThere:
			end := int(node.Raw.Offset + node.Raw.Length)
			place.keys = append(place.keys, tomlKey{key, start, end})
			place.end = lineEnd(text, end)
		case node.Kind == unstable.KeyValue:
		case place.isThere:
			return place
		case node.Kind == unstable.Table && key == name:
			place.isThere, place.end = true, lineEnd(text, start)
		}
	}
	return place
}

// tomlName returns the name of a table or key, its parts joined by dots, and
// where it starts.
func tomlName(text string, node *unstable.Node) (name string, start int) {
	if node.Kind != unstable.KeyValue && node.Kind != unstable.Table && node.Kind != unstable.ArrayTable {
		return "", 0
	}
	var parts []string
	start = len(text)
	for part := node.Key(); part.Next(); {
		parts = append(parts, string(part.Node().Data))
		start = min(start, int(part.Node().Raw.Offset))
	}
	return strings.Join(parts, "."), start
}

// lineStart and lineEnd are where the line of a place starts, and the next one.
func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(text)
}
