package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"rag-context/health"
	"rag-context/pack/cite"
	"rag-context/rag"
	"rag-context/rag/querylang"
)

// schemas are those of what the program prints, by file of testdata/schema.
func schemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	event := &jsonschema.Schema{}
	for _, one := range []*jsonschema.Schema{schemaOf[startedEvent](t), schemaOf[passageEvent](t), schemaOf[diagnosticEvent](t), schemaOf[finishedEvent](t)} {
		name, _, _ := strings.Cut(strings.Join(one.Required, " "), " ")
		if name != "event" {
			t.Fatalf("an event requires %v first", one.Required)
		}
		event.AnyOf = append(event.AnyOf, one)
	}
	all := map[string]*jsonschema.Schema{
		"search": schemaOf[rag.Result](t), "search-event": event, "grep": schemaOf[grepResult](t), "grep-line": schemaOf[rag.Grepped](t),
		"find": schemaOf[rag.Listing](t), "find-line": schemaOf[rag.Listed](t), "tags": schemaOf[tagList](t),
		"read": schemaOf[rag.Reading](t), "status": schemaOf[rag.Status](t), "ask": schemaOf[askOutcome](t), "last": schemaOf[lastBlock](t),
		"history": schemaOf[keptList](t), "source": schemaOf[origin](t), "verify": schemaOf[cite.Report](t), "config": schemaOf[settingList](t),
		"query-fields": schemaOf[fieldList](t), "query-explain": schemaOf[rag.QueryPlan](t), "sync": schemaOf[syncResult](t),
		"doctor": schemaOf[diagnosis](t), "health": schemaOf[health.Report](t), "learn": schemaOf[rag.LearnReport](t),
		"token-list": schemaOf[tokenList](t),
	}
	for name, schema := range all {
		schema.Schema = "https://json-schema.org/draft/2020-12/schema"
		schema.Title = "rag-context " + strings.ReplaceAll(name, "-", " ")
	}
	return all
}

func schemaOf[T any](t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, object := &jsonschema.Schema{Type: "string"}, &jsonschema.Schema{Type: "object"}
	schema, err := jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[querylang.Node](): object, // it has parts like itself
		reflect.TypeFor[rag.PruneStage](): text,
	}})
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestSchemas holds the published schemas against the types that are printed.
func TestSchemas(t *testing.T) {
	for name, schema := range schemas(t) {
		text, err := json.MarshalIndent(schema, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, '\n')
		golden := filepath.Join("..", "..", "testdata", "schema", name+".schema.json")
		if *update {
			if err := os.WriteFile(golden, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(text)); diff != "" {
			t.Errorf("%s has changed (-published +now); fields are added, never renamed; go test ./cmd/rag-context -run TestSchemas -update takes it over:\n%s", name, diff)
		}
	}
}

// TestOutputsFulfilSchemas validates what the program really prints, line by
// line where it prints lines.
func TestOutputsFulfilSchemas(t *testing.T) {
	u := newUser(t)
	u.run("add", "../../testdata/handbook", "--tag", "shared")
	u.run("token", "create", "laptop", "-c", "handbook", "--expires", "30d")
	answer := filepath.Join(t.TempDir(), "answer.md")
	if err := os.WriteFile(answer, []byte("The keys are rotated [1]."), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		schema, command string
	}{
		{"search", "search --json --explain rotate the signing keys"},
		{"search", "search --json -n 1 the"},
		{"search", "search --json zzzzzz"},
		{"search-event", "search --ndjson rotate the signing keys"},
		{"search-event", "search --ndjson zzzzzz"},
		{"grep", "grep --json -C 1 key"},
		{"grep-line", "grep --format ndjson key"},
		{"find", "find --json"},
		{"find", "find --json -n 2"},
		{"find-line", "find --format ndjson"},
		{"tags", "tags --json"},
		{"read", "read --json handbook/runbooks/signing-keys.md"},
		{"status", "status --json"},
		{"ask", "ask --json --no-llm --copy rotate the signing keys"},
		{"last", "last --json"},
		{"history", "history --json"},
		{"source", "source 1 --json"},
		{"verify", "verify --json " + answer},
		{"config", "config --json"},
		{"query-fields", "query fields --json"},
		{"query-explain", "query explain --json backup (drill OR title:x) modified:30d collection:handbook"},
		{"sync", "sync --json"},
		{"doctor", "doctor --json"},
		{"health", "health --json"},
		{"learn", "--embedder none learn --json"},
		{"token-list", "token list --json"},
	} {
		resolved, err := schemas(t)[test.schema].Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		out, _ := u.command(strings.Fields(test.command)...).Output() // some exit with what they found
		values := 0
		for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); values++ {
			var value any
			if err := decoder.Decode(&value); err != nil {
				t.Fatalf("%s: %v", test.command, err)
			}
			if err := resolved.Validate(value); err != nil {
				t.Errorf("%s: %v", test.command, err)
			}
		}
		if values == 0 {
			t.Errorf("%s prints nothing", test.command)
		}
	}
}

// TestEventsSayWhatJSONSays puts the events of --ndjson together again.
func TestEventsSayWhatJSONSays(t *testing.T) {
	u := newUser(t)
	u.run("add", "../../testdata/handbook")
	for _, words := range []string{"rotate the signing keys", "zzzzzz", "kye -n 3"} {
		want := ask[rag.Result](u, strings.Fields("search --no-sync --json "+words)...)
		out, _ := u.run(strings.Fields("search --no-sync --ndjson " + words)...)
		var got rag.Result
		var kinds []string
		passages, diagnostics := []rag.Found{}, []rag.Diagnostic{}
		for line := range strings.Lines(out) {
			var event struct {
				finishedEventFields
				Passage    rag.Found
				Diagnostic rag.Diagnostic
			}
			if err := json.Unmarshal([]byte(line), &event); err != nil {
				t.Fatal(err)
			}
			switch kinds = append(kinds, event.Event); event.Event {
			case "passage":
				passages = append(passages, event.Passage)
			case "diagnostic":
				diagnostics = append(diagnostics, event.Diagnostic)
			case "finished":
				got = *event.Result
			}
		}
		got.Passages, got.Diagnostics = passages, diagnostics
		if !slices.Equal([]string{kinds[0], kinds[len(kinds)-1]}, []string{"started", "finished"}) {
			t.Errorf("%s: the events are %v", words, kinds)
		}
		forgetAges(&got)
		forgetAges(&want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-json +ndjson):\n%s", words, diff)
		}
	}
}

// finishedEventFields are those of a finishedEvent that other events lack.
type finishedEventFields struct {
	Event  string
	Result *rag.Result
}

// forgetAges takes out what differs between two moments.
func forgetAges(result *rag.Result) {
	result.Snapshot = rag.Snapshot{}
	for i := range result.Coverage {
		result.Coverage[i].AgeSeconds = 0
	}
}
