package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"rag-context/pack"
	"rag-context/rag"
)

// atHandbook is a client of alice's handbook.
func atHandbook(t *testing.T) (*world, *wire) {
	w := newWorld(t)
	w.handbook("alice")
	client := connect(t, w.server(), w.scope("alice", true))
	client.initialize()
	return w, client
}

// TestSchemas holds what real clients stumble over: the size of the list, names,
// unions with null, schemas that say nothing, missing bounds.
func TestSchemas(t *testing.T) {
	_, client := atHandbook(t)
	answer := client.request("tools/list", `{}`)
	encoded, err := json.Marshal(answer)
	if err != nil || len(encoded) > 12_000 {
		t.Errorf("tools/list has %d bytes, %v; want at most 12,000", len(encoded), err)
	}
	for _, item := range answer["result"].(map[string]any)["tools"].([]any) {
		tool := item.(map[string]any)
		name := tool["name"].(string)
		if len(name) > 20 || strings.ContainsAny(name, ".- ") {
			t.Errorf("%q is no name for all clients", name)
		}
		if first, _, _ := strings.Cut(tool["description"].(string), "."); len(first) < 40 {
			t.Errorf("%s: %q says too little to find it by", name, first)
		}
		for _, key := range []string{"inputSchema", "outputSchema"} {
			schema := tool[key].(map[string]any)
			if schema["type"] != "object" || schema["$schema"] != "https://json-schema.org/draft/2020-12/schema" || schema["properties"] == nil {
				t.Errorf("%s %s: %v", name, key, schema)
			}
			checkSchema(t, name+" "+key, schema, key == "inputSchema")
		}
	}
}

func checkSchema(t *testing.T, at string, schema map[string]any, bounded bool) {
	kind, isText := schema["type"].(string)
	if !isText {
		t.Errorf("%s: type %v", at, schema["type"])
	}
	bound := map[string]string{"string": "maxLength", "integer": "maximum", "array": "maxItems"}[kind]
	if bounded && bound != "" && schema[bound] == nil && schema["enum"] == nil && !strings.HasSuffix(at, "[]") {
		t.Errorf("%s: no %s", at, bound)
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, property := range properties {
		inner, isObject := property.(map[string]any)
		if !isObject {
			t.Errorf("%s.%s: schema %v", at, name, property)
			continue
		}
		checkSchema(t, at+"."+name, inner, bounded)
	}
	if items, isObject := schema["items"].(map[string]any); isObject {
		checkSchema(t, at+"[]", items, bounded)
	}
}

// TestAnswersMatchTheirSchemas calls every tool and validates what it answers.
func TestAnswersMatchTheirSchemas(t *testing.T) {
	_, client := atHandbook(t)
	calls := map[string][]string{
		"search":         {`{"query":"keys"}`, `{"query":"zzzzzz"}`, `{"query":"keys","limit":1,"detail":"full"}`},
		"fetch":          {`{"id":"handbook/keys.md"}`, `{"id":"handbook/backup.md","lines":"5"}`},
		"pack_context":   {`{"query":"keys"}`},
		"list_documents": {`{}`, `{"limit":1}`, `{"path":"nowhere"}`},
		"list_tags":      {`{}`, `{"limit":1}`},
		"status":         {`{}`},
		"explain_query":  {`{"query":"keys"}`, `{"query":"keys","tags":["runbook"]}`},
		"sync":           {`{}`},
	}
	for _, item := range client.request("tools/list", `{}`)["result"].(map[string]any)["tools"].([]any) {
		tool := item.(map[string]any)
		name := tool["name"].(string)
		data, err := json.Marshal(tool["outputSchema"])
		var schema jsonschema.Schema
		if err == nil {
			err = json.Unmarshal(data, &schema)
		}
		resolved, resolveErr := schema.Resolve(nil)
		if err != nil || resolveErr != nil {
			t.Fatalf("%s: %v, %v", name, err, resolveErr)
		}
		if len(calls[name]) == 0 {
			t.Errorf("%s is not called", name)
		}
		for _, arguments := range calls[name] {
			var answer any
			if err := json.Unmarshal([]byte(textOf(client.call(name, arguments))), &answer); err != nil {
				t.Errorf("%s %s: %v", name, arguments, err)
			}
			if err := resolved.Validate(answer); err != nil {
				t.Errorf("%s %s: %v", name, arguments, err)
			}
			client.structured(client.call(name, arguments))
		}
	}
}

// TestWrongArguments: what is wrong is told in the result, with the field, the
// valid ones and an example, and never with the question.
func TestWrongArguments(t *testing.T) {
	_, client := atHandbook(t)
	for _, test := range []struct{ tool, arguments, want string }{
		{"search", `{}`, "query is required"},
		{"search", `{"query":""}`, "query is required"},
		{"search", `{"query":"  "}`, "query is empty"},
		{"search", `{"query":"` + strings.Repeat("canary ", 1200) + `"}`, "query has 8400 characters"},
		{"search", `{"query":"canary","limit":0}`, "limit must be 1 to 50, not 0"},
		{"search", `{"query":"canary","limit":"many"}`, "limit must be a whole number 1 to 50"},
		{"search", `{"query":"canary","limit":2.5}`, "limit must be a whole number"},
		{"search", `{"query":"canary","mode":"fuzzy"}`, "mode must be one of hybrid, lexical, vector"},
		{"search", `{"query":"canary","collections":{"a":1}}`, "collections must be a list of texts"},
		{"search", `{"query":"canary","top":3}`, `"top" is no field`},
		{"search", `{"query":"canary","question":"canary"}`, "means the same"},
		{"search", `{"query":"canary","cursor":"canary!"}`, "cursor is none that an answer gave"},
		{"search", `{"query":"canary","modified":"soon"}`, "modified must be a time like 7d"},
		{"search", `{"query":"canary","path":"a[b"}`, "path has a ["},
		{"search", `["canary"]`, "arguments must be a JSON object"},
		{"fetch", `{"id":"handbook/keys.md","lines":"9-2"}`, "lines must be FIRST-LAST in order"},
		{"fetch", `{"id":"handbook/keys.md","lines":"top"}`, "lines must be FIRST-LAST"},
		{"fetch", `{"id":"handbook/keys.md","neighbours":11}`, "neighbours must be 0 to 10, not 11"},
		{"pack_context", `{"query":"canary","budget":10}`, "budget must be 200 to 200000, not 10"},
		{"list_documents", `{"sort":"size"}`, "sort must be one of path, newest"},
	} {
		result := client.call(test.tool, test.arguments)
		text := textOf(result)
		if result["isError"] != true || !strings.Contains(text, test.want) || !strings.Contains(text, "Fields of "+test.tool) || !strings.Contains(text, "Example: {") {
			t.Errorf("%s %.60s: %v", test.tool, test.arguments, result)
		}
		if strings.Contains(text, "canary") {
			t.Errorf("%s %.60s: the answer repeats what was asked: %s", test.tool, test.arguments, text)
		}
	}
}

// TestKindlyRead: what models write although it is not quite right.
func TestKindlyRead(t *testing.T) {
	_, client := atHandbook(t)
	want := fmt.Sprint(client.structured(client.call("search", `{"query":"keys","limit":1,"collections":["handbook"],"tags":["security"]}`)))
	for _, arguments := range []string{
		`{"query":"keys","limit":"1","collections":["handbook"],"tags":["security"]}`,
		`{"question":"keys","top_k":1.0,"collection":"handbook","tag":"#Security"}`,
		`{"query":"keys","limit":1,"collections":"[\"handbook\"]","tags":["security"],"mode":"Hybrid","cursor":null,"path":"","title":null}`,
	} {
		if got := fmt.Sprint(client.structured(client.call("search", arguments))); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", arguments, got, want)
		}
	}
}

// TestAnswersAreShort: nothing that is asked without a limit is too much for a
// model.
func TestAnswersAreShort(t *testing.T) {
	w := newWorld(t)
	many(w, 60, 2000)
	w.index("alice", "long", map[string]string{"line.txt": strings.Repeat("penguin ", 12_000), "lines.txt": strings.Repeat("a penguin on the ice\n", 20_000)})
	client := connect(t, w.server(), w.scope("alice", true))
	client.initialize()
	for _, test := range [][2]string{
		{"search", `{"query":"penguin"}`}, {"search", `{"query":"penguin","detail":"full","limit":50}`},
		{"list_documents", `{"limit":50}`}, {"explain_query", `{"query":"penguin"}`}, {"pack_context", `{"query":"penguin"}`},
		{"fetch", `{"id":"long/lines.txt"}`},
	} {
		if tokens := pack.EstimateTokens(textOf(client.call(test[0], test[1]))); tokens > 10_000 {
			t.Errorf("%s %s: %d tokens", test[0], test[1], tokens)
		}
	}
	if tokens := pack.EstimateTokens(textOf(client.call("fetch", `{"id":"long/line.txt"}`))); tokens > 20_000 {
		t.Errorf("a passage of one line: %d tokens", tokens)
	}
}

// TestNothingIndexed: a client can start before there is anything, and finds it
// when there is.
func TestNothingIndexed(t *testing.T) {
	w := newWorld(t)
	client := connect(t, w.server(), w.scope("alice", true))
	client.initialize()
	result := client.call("search", `{"query":"keys"}`)
	if result["isError"] != true || !strings.Contains(textOf(result), "rag-context add FOLDER") {
		t.Errorf("without an index: %v", result)
	}
	w.handbook("alice")
	if answer := client.structured(client.call("search", `{"query":"keys"}`)); len(answer["results"].([]any)) == 0 {
		t.Errorf("after the first sync: %v", answer)
	}
}

// TestSyncTells: progress while it works, the new documents after it, and those
// who are subscribed.
func TestSyncTells(t *testing.T) {
	w, client := atHandbook(t)
	client.request("resources/subscribe", `{"uri":"rag://collections/handbook"}`)
	documents := map[string]string{}
	for i := range 50 {
		documents[fmt.Sprintf("more/%d.md", i)] = fmt.Sprintf("# Page %d\nmore\n", i)
	}
	for path, text := range documents {
		w.sources.at("alice/handbook").Set(path, text, w.clock.time())
	}
	client.send(`{"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"sync","arguments":{},"_meta":{"progressToken":"mine"}}}`)
	answer, before := client.answer("s")
	report := client.structured(answer["result"].(map[string]any))["collections"].([]any)[0].(map[string]any)
	if fmt.Sprint(report["added"]) != "50" {
		t.Errorf("report %v", report)
	}
	progress := slices.ContainsFunc(before, func(m map[string]any) bool {
		params, _ := m["params"].(map[string]any)
		return m["method"] == "notifications/progress" && params["progressToken"] == "mine" && fmt.Sprint(params["total"]) == "50"
	})
	if !progress {
		t.Errorf("no progress in %v", before)
	}
	updated := func(m map[string]any) bool { return m["method"] == "notifications/resources/updated" }
	if slices.ContainsFunc(before, updated) {
		return
	}
	for message := range client.messages { // until the test's time is over
		if updated(message) {
			return
		}
	}
}

// TestSynced: whoever serves hears of a sync that went well, while the library is
// open, and of no other.
func TestSynced(t *testing.T) {
	w := newWorld(t)
	w.handbook("alice")
	var heard []string
	w.options.Synced = func(ctx context.Context, library *rag.Library) {
		states, err := library.Collections(ctx)
		heard = append(heard, fmt.Sprint(library.Scope().Tenant(), " ", len(states), " ", err))
	}
	client := connect(t, w.server(), w.scope("alice", true))
	client.initialize()
	client.call("sync", `{"collections":["nowhere"]}`)
	client.call("status", `{}`)
	client.call("sync", `{}`)
	if !slices.Equal(heard, []string{"alice 1 <nil>"}) {
		t.Errorf("heard %q", heard)
	}
}

// TestCancelled: a client that gives up, or goes, ends the work.
func TestCancelled(t *testing.T) {
	for _, how := range []string{"gives up", "goes"} {
		t.Run(how, func(t *testing.T) {
			w := newWorld(t)
			w.handbook("alice")
			begun, ended := make(chan struct{}), make(chan struct{})
			w.options.Packing = func(ctx context.Context) pack.Options { // stands for long work
				close(begun)
				<-ctx.Done()
				close(ended)
				return pack.Options{}
			}
			client := connect(t, w.server(), w.scope("alice", true))
			client.initialize()
			client.send(`{"jsonrpc":"2.0","id":"long","method":"tools/call","params":{"name":"pack_context","arguments":{"query":"keys"}}}`)
			<-begun
			if how == "goes" {
				client.in.Close()
			} else {
				client.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"long"}}`)
			}
			<-ended
		})
	}
}

// TestDesksMakeRoom: scopes that nobody uses are closed, in use they are not.
func TestDesksMakeRoom(t *testing.T) {
	w := newWorld(t)
	w.options.Desks = 2
	opened := 0
	open := w.options.Open
	w.options.Open = func(ctx context.Context, scope rag.Scope) (*rag.Library, error) {
		opened++
		return open(ctx, scope)
	}
	server := w.server()
	tenants := []string{"a", "b", "c"}
	for _, tenant := range tenants {
		w.handbook(tenant)
	}
	staying := connect(t, server, w.scope("a", false))
	staying.initialize()
	staying.call("status", `{}`)
	for range 2 {
		for _, tenant := range tenants[1:] {
			client := connect(t, server, w.scope(tenant, false))
			client.initialize()
			client.call("status", `{}`)
			client.in.Close()
			<-client.ended
			w.clock.advance(time.Second)
		}
	}
	staying.call("status", `{}`)
	if opened != 5 {
		t.Errorf("libraries were opened %d times, want 5: a once, the others twice each", opened)
	}
}

// TestOthersAddCollections: a client that has listed resources is told when
// another process adds a collection, the very first one included.
func TestOthersAddCollections(t *testing.T) {
	w := newWorld(t)
	client := connect(t, w.server(), w.scope("alice", false))
	client.initialize()
	for _, collection := range []string{"first", "second"} {
		client.request("resources/list", `{}`)
		w.index("alice", collection, map[string]string{"a.md": "# A\nSome text.\n"})
		for message := range client.messages {
			if message["method"] == "notifications/resources/list_changed" {
				break
			}
		}
		if listed := fmt.Sprint(client.request("resources/list", `{}`)); !strings.Contains(listed, "rag://collections/"+collection) {
			t.Errorf("after %s: %s", collection, listed)
		}
	}
}

// TestFirstAnswers: what a client waits for when it starts needs no index, so
// that it takes as long with a large one.
func TestFirstAnswers(t *testing.T) {
	w := newWorld(t)
	w.handbook("alice")
	opened := make(chan struct{}, 1)
	open := w.options.Open
	w.options.Open = func(ctx context.Context, scope rag.Scope) (*rag.Library, error) {
		opened <- struct{}{}
		return open(ctx, scope)
	}
	client := connect(t, w.server(), w.scope("alice", true))
	client.initialize()
	for _, method := range []string{"tools/list", "prompts/list", "resources/templates/list"} {
		if answer := client.request(method, `{}`); answer["result"] == nil {
			t.Errorf("%s: %v", method, answer)
		}
	}
	if len(opened) != 0 {
		t.Error("the index was opened before anything was asked of it")
	}
	client.call("status", `{}`)
	if len(opened) != 1 {
		t.Error("the index was not opened where it was needed")
	}
}
