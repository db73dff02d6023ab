package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// jsonCommand is "json FILE PATH [WANT]": FILE (or stdout) holds one JSON
// object; PATH, like passages.0.path, or passages.len for a length, leads to a
// value, which equals WANT ("!" before the command: does not).
func jsonCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: json FILE PATH [WANT]")
	}
	var document any
	decoder := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	decoder.UseNumber()
	ts.Check(decoder.Decode(&document))
	if decoder.More() {
		ts.Fatalf("%s holds more than one JSON value", args[0])
	}
	value, err := walkJSON(document, strings.Split(args[1], "."))
	if err != nil {
		if neg && len(args) == 2 {
			return
		}
		ts.Fatalf("%s: %v", args[1], err)
	}
	if len(args) == 2 {
		if neg {
			ts.Fatalf("%s is there: %v", args[1], value)
		}
		return
	}
	if got := fmt.Sprint(value); (got == args[2]) == neg {
		ts.Fatalf("%s is %q", args[1], got)
	}
}

func walkJSON(value any, path []string) (any, error) {
	for _, step := range path {
		switch container := value.(type) {
		case map[string]any:
			next, ok := container[step]
			if !ok {
				return nil, fmt.Errorf("no field %q", step)
			}
			value = next
		case []any:
			if step == "len" {
				value = len(container)
				continue
			}
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(container) {
				return nil, fmt.Errorf("no item %q of %d", step, len(container))
			}
			value = container[i]
		default:
			return nil, fmt.Errorf("%q leads into a %T", step, value)
		}
	}
	return value, nil
}
