package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/tailscale/hujson"
)

// setEntry puts the entry into the file's table of servers. What stands there
// already stays in its place, with its comments; only our own keys change.
func (c mcpClient) setEntry(file *hujson.Value, name string, entry fields) error {
	object, isObject := file.Value.(*hujson.Object)
	if !isObject {
		return errors.New("it holds no JSON object")
	}
	servers, err := memberObject(object, c.table, "\n  ")
	if err != nil {
		return err
	}
	if member(servers, name) == nil {
		return setFields(servers, fields{{name, entry}}, "\n    ")
	}
	own, err := memberObject(servers, name, "\n    ")
	if err != nil {
		return err
	}
	removeMembers(own, func(key string) bool {
		return c.owns(key, entry) && !slices.ContainsFunc(entry, func(f field) bool { return f.name == key })
	})
	return setFields(own, entry, "\n      ")
}

// setFields sets members of an object; of objects in it those that are named.
// indent is what stands before a new one in an object that has none.
func setFields(object *hujson.Object, set fields, indent string) error {
	for _, field := range set {
		old := member(object, field.name)
		if inner, nested := field.value.(fields); nested && old != nil {
			if deeper, isObject := old.Value.(*hujson.Object); isObject {
				if err := setFields(deeper, inner, indent+"  "); err != nil {
					return err
				}
				continue
			}
		}
		value, err := indented(field.value, indentOf(object, indent))
		if err != nil {
			return err
		}
		if old == nil {
			addMember(object, field.name, value, indent)
		} else if !equalJSON(*old, value) {
			old.Value = value.Value
		}
	}
	return nil
}

// addInputs adds what the client is to ask for, unless it does already.
func addInputs(file *hujson.Value, inputs []fields) error {
	object := file.Value.(*hujson.Object) // as setEntry has seen
	asked := member(object, "inputs")
	if asked == nil {
		asked = addMember(object, "inputs", hujson.Value{Value: &hujson.Array{}}, "\n  ")
	}
	list, isList := asked.Value.(*hujson.Array)
	if !isList {
		return errors.New(`"inputs" in it is no JSON list`)
	}
	for _, input := range inputs {
		value, err := indented(input, "\n    ")
		if err != nil {
			return err
		}
		if slices.ContainsFunc(list.Elements, func(known hujson.Value) bool { return equalJSON(known, value) }) {
			continue
		}
		value.BeforeExtra = takeRemarks(&list.AfterExtra, "\n    ")
		list.Elements = append(list.Elements, value)
	}
	return nil
}

func member(object *hujson.Object, name string) *hujson.Value {
	for i := range object.Members {
		if memberName(object.Members[i]) == name {
			return &object.Members[i].Value
		}
	}
	return nil
}

func memberName(member hujson.ObjectMember) string {
	literal, _ := member.Name.Value.(hujson.Literal)
	return literal.String()
}

// memberObject returns a member that is an object, which is added where it is
// not there.
func memberObject(object *hujson.Object, name, indent string) (*hujson.Object, error) {
	value := member(object, name)
	if value == nil {
		value = addMember(object, name, hujson.Value{Value: &hujson.Object{}}, indent)
	}
	inner, isObject := value.Value.(*hujson.Object)
	if !isObject {
		return nil, fmt.Errorf("%q in it is no JSON object", name)
	}
	return inner, nil
}

// addMember adds a member at the end, below the remarks on the one before it,
// and returns its value. A comma at the end remains one.
func addMember(object *hujson.Object, name string, value hujson.Value, indent string) *hujson.Value {
	indent = indentOf(object, indent)
	if n := len(object.Members); n > 0 && object.Members[n-1].Value.AfterExtra != nil {
		value.AfterExtra = hujson.Extra{}
	} else if n == 0 && len(bytes.TrimSpace(object.AfterExtra)) == 0 {
		object.AfterExtra = hujson.Extra(strings.TrimSuffix(indent, "  "))
	}
	value.BeforeExtra = hujson.Extra(" ")
	object.Members = append(object.Members, hujson.ObjectMember{
		Name: hujson.Value{BeforeExtra: takeRemarks(&object.AfterExtra, indent), Value: hujson.String(name)}, Value: value,
	})
	return &object.Members[len(object.Members)-1].Value
}

// indentOf is what stands before an object's members: the last one's, or that
// of an object without members.
func indentOf(object *hujson.Object, none string) string {
	if len(object.Members) == 0 {
		return none
	}
	before := string(object.Members[len(object.Members)-1].Name.BeforeExtra)
	line := strings.LastIndexByte(before, '\n')
	if line < 0 {
		return " "
	}
	indent := before[line:]
	return indent[:len(indent)-len(strings.TrimLeft(indent, "\n \t"))]
}

// takeRemarks takes the comments out of what stands at the end of an object or
// list, for them to stay where they are when something is added below.
func takeRemarks(end *hujson.Extra, indent string) hujson.Extra {
	remarks := bytes.TrimRightFunc(*end, unicode.IsSpace)
	if len(remarks) == 0 {
		return hujson.Extra(indent)
	}
	*end = (*end)[len(remarks):]
	return append(bytes.Clone(remarks), "\n"+strings.TrimPrefix(indent, "\n")...)
}

// removeMembers removes members; the comments before them stay.
func removeMembers(object *hujson.Object, which func(name string) bool) {
	for i := 0; i < len(object.Members); {
		if !which(memberName(object.Members[i])) {
			i++
			continue
		}
		remarks := bytes.TrimRightFunc(object.Members[i].Name.BeforeExtra, unicode.IsSpace)
		object.Members = slices.Delete(object.Members, i, i+1)
		after := &object.AfterExtra
		if i < len(object.Members) {
			after = &object.Members[i].Name.BeforeExtra
		}
		*after = append(bytes.Clone(remarks), *after...)
	}
}

// indented is a value for a place before which indent stands: without a line
// break in that, it is written on one line, too.
func indented(value any, indent string) (hujson.Value, error) {
	text, err := json.Marshal(value)
	if prefix, isLine := strings.CutPrefix(indent, "\n"); isLine && err == nil {
		text, err = json.MarshalIndent(value, prefix, "  ")
	}
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
