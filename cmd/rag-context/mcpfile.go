package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/tailscale/hujson"
)

// MarshalJSON implements [json.Marshaler].
func (f fields) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	for i, field := range f {
		if i > 0 {
			text.WriteByte(',')
		}
		name, err := json.Marshal(field.name)
		value, valueErr := json.Marshal(field.value)
		if err := errors.Join(err, valueErr); err != nil {
			return nil, err
		}
		fmt.Fprintf(&text, "%s:%s", name, value)
	}
	return fmt.Appendf(nil, "{%s}", text.Bytes()), nil
}

// whole is a file with nothing but the entry.
func (c mcpClient) whole(name string, entry fields) (string, error) {
	if c.toml {
		return c.tomlTable(name, entry)
	}
	file := fields{{c.table, fields{{name, entry}}}}
	if c.needsInputs(entry) {
		file = append(fields{{"inputs", c.inputs()}}, file...)
	}
	text, err := json.MarshalIndent(file, "", "  ")
	return string(text) + "\n", err
}

// needsInputs reports whether an entry refers to what the client asks for.
func (c mcpClient) needsInputs(entry fields) bool {
	return c.inputs != nil && strings.Contains(fmt.Sprint(entry), "${input:")
}

// install puts the entry in the file, copying it before; changed is false where
// it is there already.
func (c mcpClient) install(path, name string, entry fields, now time.Time) (backup string, changed bool, err error) {
	real, err := filepath.EvalSymlinks(path)
	if _, linkErr := os.Lstat(path); err != nil && linkErr == nil {
		return "", false, fmt.Errorf("edit %s: it is a link that leads nowhere", path)
	}
	if err == nil {
		path = real
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", false, fmt.Errorf("read %s: %w", path, errors.Unwrap(err))
	}
	text, err := c.edited(string(old), name, entry)
	if err != nil {
		return "", false, fmt.Errorf("edit %s: %w", path, err)
	}
	if text == string(old) {
		return "", false, nil
	}
	if old != nil {
		if backup, err = writeBackup(path+now.Format(".backup-20060102T150405"), old); err != nil {
			return "", false, fmt.Errorf("write backup: %w", err)
		}
	}
	return backup, true, replaceFile(path, text)
}

// writeBackup writes a file under a name, or one like it that no file has yet,
// which it returns.
func writeBackup(path string, text []byte) (string, error) {
	name := path
	for n := 2; ; n++ {
		file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, fs.ErrExist) {
			name = fmt.Sprintf("%s-%d", path, n)
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = file.Write(text)
		return name, errors.Join(err, file.Close())
	}
}

// replaceFile writes a file in place of another, with its rights.
func replaceFile(path, text string) error {
	mode := fs.FileMode(0o600) // it may come to hold a token
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".rag-context-*")
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	err = errors.Join(err, file.Chmod(mode), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// edited returns a file's text with the entry in it.
func (c mcpClient) edited(text, name string, entry fields) (string, error) {
	if rest, marked := strings.CutPrefix(text, byteOrderMark); marked {
		text, err := c.edited(rest, name, entry)
		return byteOrderMark + text, err
	}
	if strings.TrimSpace(text) == "" {
		return c.whole(name, entry)
	}
	if c.toml {
		return c.editedTOML(text, name, entry)
	}
	file, err := hujson.Parse([]byte(text))
	if err != nil {
		return "", err
	}
	if err := setMember(&file, c.table, name, entry); err != nil {
		return "", err
	}
	if c.needsInputs(entry) {
		if err := addInputs(&file, c.inputs()); err != nil {
			return "", err
		}
	}
	return string(file.Pack()), nil
}

// setMember sets a member of an object that is a member of the file's.
func setMember(file *hujson.Value, table, name string, entry fields) error {
	object, isObject := file.Value.(*hujson.Object)
	if !isObject {
		return errors.New("it holds no JSON object")
	}
	servers := member(object, table)
	if servers == nil {
		servers = addMember(object, table, hujson.Value{Value: &hujson.Object{}}, "\n  ")
	}
	inner, isObject := servers.Value.(*hujson.Object)
	if !isObject {
		return fmt.Errorf("%q in it is no JSON object", table)
	}
	value, err := indented(entry, "    ")
	if err != nil {
		return err
	}
	if old := member(inner, name); old == nil {
		addMember(inner, name, value, "\n    ")
	} else if !equalJSON(*old, value) {
		old.Value = value.Value
	}
	return nil
}

// addInputs adds what the client is to ask for, unless it does already.
func addInputs(file *hujson.Value, inputs []fields) error {
	object := file.Value.(*hujson.Object) // as setMember has seen
	asked := member(object, "inputs")
	if asked == nil {
		asked = addMember(object, "inputs", hujson.Value{Value: &hujson.Array{}}, "\n  ")
	}
	list, isList := asked.Value.(*hujson.Array)
	if !isList {
		return errors.New(`"inputs" in it is no JSON list`)
	}
	for _, input := range inputs {
		value, err := indented(input, "    ")
		if err != nil {
			return err
		}
		known := false
		for _, element := range list.Elements {
			known = known || equalJSON(element, value)
		}
		if !known {
			value.BeforeExtra = hujson.Extra("\n    ")
			list.Elements = append(list.Elements, value)
		}
	}
	return nil
}

func member(object *hujson.Object, name string) *hujson.Value {
	for i := range object.Members {
		if literal, isLiteral := object.Members[i].Name.Value.(hujson.Literal); isLiteral && literal.String() == name {
			return &object.Members[i].Value
		}
	}
	return nil
}

// addMember adds a member on a line of its own and returns its value.
func addMember(object *hujson.Object, name string, value hujson.Value, indent string) *hujson.Value {
	value.BeforeExtra = hujson.Extra(" ")
	if len(object.Members) == 0 && len(object.AfterExtra) == 0 {
		object.AfterExtra = hujson.Extra(indent[:len(indent)-2])
	}
	object.Members = append(object.Members, hujson.ObjectMember{
		Name: hujson.Value{BeforeExtra: hujson.Extra(indent), Value: hujson.String(name)}, Value: value,
	})
	return &object.Members[len(object.Members)-1].Value
}

func indented(value any, prefix string) (hujson.Value, error) {
	text, err := json.MarshalIndent(value, prefix, "  ")
	if err != nil {
		return hujson.Value{}, err
	}
	return hujson.Parse(text)
}

func equalJSON(a, b hujson.Value) bool {
	a, b = a.Clone(), b.Clone()
	a.Minimize()
	b.Minimize()
	var x, y any
	return json.Unmarshal(a.Pack(), &x) == nil && json.Unmarshal(b.Pack(), &y) == nil && reflect.DeepEqual(x, y)
}
