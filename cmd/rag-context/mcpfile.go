package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	if err := c.setEntry(&file, name, entry); err != nil {
		return "", err
	}
	if c.needsInputs(entry) {
		if err := addInputs(&file, c.inputs()); err != nil {
			return "", err
		}
	}
	return string(file.Pack()), nil
}

// owns reports whether a key of an entry is ours to set or take away: it is
// if some form of the entry has it. The others, such as env, are people's.
func (c mcpClient) owns(key string, entry fields) bool {
	forms := []fields{entry}
	if c.local != nil {
		forms = append(forms, c.local("", nil))
	}
	if c.remote != nil {
		forms = append(forms, c.remote(""))
	}
	return slices.ContainsFunc(slices.Concat(forms...), func(f field) bool { return f.name == key })
}
