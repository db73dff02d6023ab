package rag_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"rag-context/rag"
)

// TestFieldsAreSound: names and aliases are unique, bounds and defaults agree,
// and every example is taken.
func TestFieldsAreSound(t *testing.T) {
	seen := map[string]bool{}
	for _, field := range rag.RequestFields() {
		for _, name := range append([]string{field.Name}, field.Aliases...) {
			if seen[name] || name != strings.ToLower(name) {
				t.Errorf("name %q", name)
			}
			seen[name] = true
		}
		if field.Help == "" || field.Stage == "" || field.Max == 0 && field.Kind != rag.KindChoice {
			t.Errorf("%s: %+v", field.Name, field)
		}
		examples := field.Examples
		if field.Default != "" {
			examples = append(slices.Clone(examples), field.Default)
		}
		for _, example := range examples {
			data, err := json.Marshal(map[string]string{field.Name: example})
			if err == nil {
				_, err = rag.Arguments([]rag.Field{field}, data)
			}
			if err != nil {
				t.Errorf("%s %q: %v", field.Name, example, err)
			}
		}
	}
}

func TestArguments(t *testing.T) {
	fields := rag.SelectFields("query", "limit", "collections", "mode")
	for _, test := range []struct{ given, want string }{
		{``, `{}`}, {`null`, `{}`}, {` {} `, `{}`},
		{`{"query":"a b"}`, `{"query":"a b"}`},
		{`{"q":12}`, `{"query":"12"}`},
		{`{"limit":"7","query":null}`, `{"limit":7}`},
		{`{"limit":7.0}`, `{"limit":7}`},
		{`{"collections":"a"}`, `{"collections":["a"]}`},
		{`{"collection":["a","b"]}`, `{"collections":["a","b"]}`},
		{`{"collections":"[\"a\"]"}`, `{"collections":["a"]}`},
		{`{"collections":[]}`, `{}`},
		{`{"mode":"VECTOR"}`, `{"mode":"vector"}`},
	} {
		got, err := rag.Arguments(fields, []byte(test.given))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %s, %v; want %s", test.given, got, err, test.want)
		}
	}
	for _, test := range []struct{ given, field string }{
		{`{`, "arguments"}, {`[]`, "arguments"}, {`"q"`, "arguments"},
		{`{"querry":"a"}`, `"querry"`}, {`{"query":["a"]}`, "query"}, {`{"query":true}`, "query"},
		{`{"limit":"x"}`, "limit"}, {`{"limit":1e300}`, "limit"}, {`{"limit":"NaN"}`, "limit"}, {`{"limit":-1}`, "limit"}, {`{"top_k":99}`, "top_k"},
		{`{"collections":[""]}`, "collections"}, {`{"collections":[1]}`, "collections"}, {`{"mode":1}`, "mode"}, {`{"query":"a","q":"b"}`, "query"},
		{`{"collections":"[1]"}`, "collections"},
	} {
		_, err := rag.Arguments(fields, []byte(test.given))
		var wrong *rag.RequestError
		if !errors.As(err, &wrong) || wrong.Field != test.field {
			t.Errorf("%s: %v; want an error of %s", test.given, err, test.field)
		}
	}
	if _, err := rag.Arguments(fields, nil, "query"); err == nil || err.Error() != "query is required" {
		t.Errorf("without what is required: %v", err)
	}
}

// FuzzArguments: whatever is written is refused or has an exact form, which is
// its own exact form.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{`{"query":"a","limit":"7"}`, `{"tags":"[\"a\"]"}`, `{"cursor":""}`, `[`, `{"budget":1e9}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		exact, err := rag.Arguments(rag.RequestFields(), data)
		if err != nil {
			if !errors.Is(err, rag.ErrInvalidRequest) {
				t.Fatalf("%q: %v", data, err)
			}
			return
		}
		again, err := rag.Arguments(rag.RequestFields(), exact)
		if err != nil || string(again) != string(exact) {
			t.Fatalf("%q: %s, then %s, %v", data, exact, again, err)
		}
	})
}
