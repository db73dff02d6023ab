package mcpserver_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rag-context/rag"
	"rag-context/transport/mcpserver"
)

// Canaries are words that stand in one place only: a tenant's text, title, path,
// tag and collection.
func canaries(tenant string) map[string]string {
	return map[string]string{
		tenant + "path.md": "---\ntags: [" + tenant + "tag]\ntitle: " + tenant + "title penguin\n---\n# " + tenant + "heading\nThe penguin knows " + tenant + "text.\n",
	}
}

// probes are all that a client can ask, for another's things by name, by id and
// by words that stand in everybody's documents. Every tool must have one.
func probes(other, collection, id string) map[string][]string {
	return map[string][]string{
		"search": {
			`{"query":"penguin","limit":50,"detail":"full"}`,
			`{"query":"` + other + `text","detail":"full"}`,
			`{"query":"penguin","tags":["` + other + `tag"]}`,
			`{"query":"penguin","path":"` + other + `*"}`,
			`{"query":"penguin","collections":["` + collection + `"]}`,
			`{"query":"penguin","cursor":"AAAAAAAAAA"}`,
		},
		"fetch":          {`{"id":"` + id + `"}`, `{"id":"` + id + `.1","neighbours":5}`, `{"id":"` + collection + `/` + other + `path.md"}`, `{"id":"` + other + `path.md"}`, `{"id":"rag://documents/` + id + `"}`},
		"pack_context":   {`{"query":"penguin"}`, `{"query":"penguin","collections":["` + collection + `"]}`},
		"list_documents": {`{"limit":50}`, `{"title":"` + other + `"}`, `{"collections":["` + collection + `"]}`},
		"list_tags":      {`{}`, `{"collections":["` + collection + `"]}`},
		"status":         {`{}`, `{"collections":["` + collection + `"]}`},
		"explain_query":  {`{"query":"penguin"}`, `{"query":"` + other + `text"}`, `{"query":"penguin","collections":["` + collection + `"]}`},
		"sync":           {`{}`, `{"collections":["` + collection + `"]}`},
	}
}

// leaks asks everything at one client's connection and returns what of it was
// answered with something of another's: the surfaces, sorted.
func leaks(t *testing.T, client *wire, other, collection, id string) []string {
	t.Helper()
	client.initialize()
	found := map[string]bool{}
	note := func(surface, asked string, answer any) {
		answered := strings.ReplaceAll(fmt.Sprint(answer), asked, "") // an answer may repeat the URI that was asked for
		for _, word := range []string{"text", "title", "heading", "path", "tag", "collection"} {
			if strings.Contains(answered, other+word) && !strings.Contains(asked, other+word) {
				found[surface] = true
			}
		}
	}
	all := probes(other, collection, id)
	for _, tool := range toolNames(client) {
		if len(all[tool]) == 0 {
			t.Errorf("tool %s has no probe", tool)
		}
		for _, arguments := range all[tool] {
			note(tool, arguments, client.request("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments)))
		}
	}
	note("resources/list", "", client.request("resources/list", `{}`))
	for _, uri := range []string{"rag://coverage", "rag://query-fields", "rag://collections/" + collection, "rag://documents/" + id, "rag://documents/" + id + ".1"} {
		surface, answer := uri[:strings.LastIndex(uri, "/")+1], client.request("resources/read", fmt.Sprintf(`{"uri":%q}`, uri))
		if _, isThere := answer["result"]; isThere && surface != "rag://" {
			found[surface] = true
		}
		note(surface, uri, answer)
	}
	note("ask", "", client.request("prompts/get", `{"name":"ask","arguments":{"question":"penguin"}}`))
	note("ask", collection, client.request("prompts/get", `{"name":"ask","arguments":{"question":"penguin","collection":"`+collection+`"}}`))
	for _, typed := range []string{"", other[:1]} {
		note("complete collection", "", client.request("completion/complete", `{"ref":{"type":"ref/prompt","name":"ask"},"argument":{"name":"collection","value":"`+typed+`"}}`))
	}
	ids := client.request("completion/complete", `{"ref":{"type":"ref/resource","uri":"rag://documents/{id}"},"argument":{"name":"id","value":"`+id[:4]+`"}}`)
	if strings.Contains(fmt.Sprint(ids), id) {
		found["complete document"] = true
	}
	surfaces := make([]string, 0, len(found))
	for surface := range found {
		surfaces = append(surfaces, surface)
	}
	slices.Sort(surfaces)
	return surfaces
}

func toolNames(client *wire) []string {
	var names []string
	tools := client.request("tools/list", `{}`)["result"].(map[string]any)["tools"].([]any)
	for _, tool := range tools {
		names = append(names, tool.(map[string]any)["name"].(string))
	}
	return names
}

// penguins makes a world of two tenants, of whom one has two collections.
func penguins(t *testing.T) *world {
	w := newWorld(t)
	w.index("alice", "alicecollection", canaries("alice"))
	w.index("bob", "bobcollection", canaries("bob"))
	w.index("bob", "evecollection", canaries("eve"))
	return w
}

// TestTenantsDoNotMeet asks everything for what is another tenant's.
func TestTenantsDoNotMeet(t *testing.T) {
	w := penguins(t)
	server := w.server()
	bobs := w.documentID("bob", "bobpath.md")
	if found := leaks(t, connect(t, server, w.scope("alice", true)), "bob", "bobcollection", bobs); len(found) > 0 {
		t.Errorf("alice is told of bob's by %v", found)
	}
	for _, word := range []string{"penguin", "path.md", "title"} {
		if strings.Contains(w.log.String(), word) {
			t.Errorf("the log holds %q:\n%s", word, w.log)
		}
	}
}

// TestCollectionsOfAScope asks everything for what is in a collection that the
// scope does not reach, of the same tenant.
func TestCollectionsOfAScope(t *testing.T) {
	w := penguins(t)
	eves := w.documentID("bob", "evepath.md")
	if found := leaks(t, connect(t, w.server(), w.scope("bob", true, "bobcollection")), "eve", "evecollection", eves); len(found) > 0 {
		t.Errorf("a scope of one collection is told of another by %v", found)
	}
}

// TestLeaksAreSeen proves the two tests above: where the scope is loosened
// behind the door, every surface that can tell something is found to do so.
func TestLeaksAreSeen(t *testing.T) {
	all := []string{"ask", "complete collection", "complete document", "explain_query", "fetch", "list_documents", "list_tags", "pack_context",
		"rag://", "rag://collections/", "rag://documents/", "resources/list", "search", "status", "sync"}
	for _, test := range []struct {
		name              string
		asks              func(w *world) rag.Scope
		loosened          func(w *world) rag.Scope
		other, collection string
	}{
		{"another tenant", func(w *world) rag.Scope { return w.scope("alice", true) }, func(w *world) rag.Scope { return w.scope("bob", true) }, "bob", "bobcollection"},
		{"another collection", func(w *world) rag.Scope { return w.scope("bob", true, "bobcollection") },
			func(w *world) rag.Scope { return w.scope("bob", true) }, "eve", "evecollection"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := penguins(t)
			loosened := test.loosened(w)
			w.options.Open = func(ctx context.Context, _ rag.Scope) (*rag.Library, error) { return w.open(ctx, loosened, false) }
			server := mcpserver.New(w.options)
			t.Cleanup(func() { w.must(server.Close()) })
			id := w.documentID("bob", test.other+"path.md")
			if found := leaks(t, connect(t, server, test.asks(w)), test.other, test.collection, id); !slices.Equal(found, all) {
				t.Errorf("leaks were seen in %v, want %v", found, all)
			}
		})
	}
}

// TestNotFoundAndNotYours: the two are one answer, letter by letter.
func TestNotFoundAndNotYours(t *testing.T) {
	w := penguins(t)
	client := connect(t, w.server(), w.scope("alice", true))
	client.initialize()
	bobs := w.documentID("bob", "bobpath.md")
	for _, ask := range []func(id, collection string) any{
		func(id, _ string) any { return client.call("fetch", `{"id":"`+id+`"}`) },
		func(id, _ string) any { return client.call("fetch", `{"id":"`+id+`.1"}`) },
		func(_, collection string) any {
			return client.call("search", `{"query":"penguin","collections":["`+collection+`"]}`)
		},
		func(_, collection string) any { return client.call("sync", `{"collections":["`+collection+`"]}`) },
		func(id, _ string) any {
			answer := client.request("resources/read", `{"uri":"rag://documents/`+id+`"}`)
			return strings.ReplaceAll(fmt.Sprint(answer), id, "ID")
		},
	} {
		yours, nobodys := ask(bobs, "bobcollection"), ask("aaaaaaaaaaaa", "nobodycollection")
		if fmt.Sprint(yours) != fmt.Sprint(nobodys) {
			t.Errorf("another's and nobody's differ:\n%v\n%v", yours, nobodys)
		}
	}
}
