package main

import (
	"bytes"
	"strings"
	"testing"
)

const header = `
{"config":{"go_version":"go1.26.8","scan_level":"symbol"}}
{"osv":{"id":"GO-1","summary":"endless loop"}}
{"osv":{"id":"GO-2","summary":"path escape"}}
`

func required(id, module, fix string) string {
	return `{"finding":{"osv":"` + id + `","fixed_version":"` + fix + `","trace":[{"module":"` + module + `","version":"v1.0.0"}]}}` + "\n"
}

func called(id, module, fix string) string {
	return `{"finding":{"osv":"` + id + `","fixed_version":"` + fix + `","trace":[
		{"module":"` + module + `","version":"v1.0.0","function":"Parse"},
		{"module":"rag-context","function":"read","position":{"filename":"rag/read.go","line":7}}]}}` + "\n"
}

func TestRun(t *testing.T) {
	tests := []struct {
		name, input string
		code        int
		want        string // a line of the output
	}{
		{"nothing found", header, 0, "0 findings with go1.26.8"},
		{"called", header + required("GO-1", "example.org/x", "v1.0.1") + called("GO-1", "example.org/x", "v1.0.1"), 1,
			"error: GO-1 in example.org/x v1.0.0, fixed in v1.0.1: endless loop (called from rag/read.go:7)"},
		{"called, then listed as required", header + called("GO-1", "example.org/x", "v1.0.1") + required("GO-1", "example.org/x", "v1.0.1"), 1,
			"error: GO-1 in example.org/x v1.0.0, fixed in v1.0.1: endless loop (called from rag/read.go:7)"},
		{"called and not fixed", header + called("GO-1", "example.org/x", ""), 1,
			"error: GO-1 in example.org/x v1.0.0, fixed in no version: endless loop (called from rag/read.go:7)"},
		{"required only", header + required("GO-2", "example.org/x", "v1.0.1"), 0,
			"note: GO-2 in example.org/x v1.0.0, fixed in v1.0.1: path escape (never called)"},
		{"standard library", header + called("GO-1", "stdlib", "v1.26.10") + called("GO-2", "stdlib", "v1.26.9"), 0,
			"warning: the standard library of go1.26.8 is vulnerable, build with go1.26.10 or later"},
		{"both", header + called("GO-1", "stdlib", "v1.26.9") + called("GO-1", "example.org/x", "v1.0.1"), 1,
			"warning: GO-1 in standard library, fixed in go1.26.9: endless loop (called from rag/read.go:7)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out, diagnostics bytes.Buffer
			if code := run(strings.NewReader(test.input), &out, &diagnostics); code != test.code {
				t.Errorf("exit code %d, want %d: %s", code, test.code, diagnostics.String())
			}
			if !strings.Contains("\n"+out.String(), "\n"+test.want+"\n") {
				t.Errorf("printed %s\nwithout the line %s", out.String(), test.want)
			}
		})
	}
}

// What is no complete scan must not pass for a clean one.
func TestRunRefuses(t *testing.T) {
	for _, input := range []string{
		"", header + `{"finding":`, "not JSON",
		strings.Replace(header, `"symbol"`, `"module"`, 1),
		strings.Split(header, `{"osv"`)[0],
	} {
		var out, diagnostics bytes.Buffer
		if code := run(strings.NewReader(input), &out, &diagnostics); code != 2 || diagnostics.Len() == 0 {
			t.Errorf("%q: exit code %d, diagnostics %q", input, code, diagnostics.String())
		}
	}
}
