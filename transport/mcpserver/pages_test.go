package mcpserver_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// many indexes n documents of one word.
func many(w *world, n, words int) {
	documents := map[string]string{}
	for i := range n {
		documents[fmt.Sprintf("%03d.txt", i)] = fmt.Sprintf("penguin number %d\n%s\n", i, strings.Repeat("ice ", words))
	}
	w.index("alice", "penguins", documents)
}

// TestPagesGoOn follows cursors to the end while the index changes: no result
// comes twice, and none that was there all the time is left out.
func TestPagesGoOn(t *testing.T) {
	w := newWorld(t)
	many(w, 40, 400)
	w.options.AnswerTokens = 3000 // less than ten whole passages
	client := connect(t, w.server(), w.scope("alice", true))
	client.initialize()
	seen := map[string]int{}
	told := false
	cursor, pages := "", 0
	for {
		answer := client.structured(client.call("search", fmt.Sprintf(`{"query":"penguin","detail":"full","cursor":%q}`, cursor)))
		results := answer["results"].([]any)
		for _, result := range results {
			seen[result.(map[string]any)["path"].(string)]++
		}
		told = told || strings.Contains(fmt.Sprint(answer["notes"]), "the index has changed")
		if pages++; len(results) >= 10 || len(results) == 0 {
			t.Errorf("a page of %d results", len(results))
		}
		if pages == 2 {
			w.clock.advance(time.Minute)
			w.index("alice", "penguins", map[string]string{"new.txt": "penguin penguin penguin\n", "000.txt": "penguin penguin, changed\n"})
		}
		next, more := answer["next_cursor"].(string)
		if !more {
			break
		}
		cursor = next
	}
	for i := range 40 {
		if path := fmt.Sprintf("penguins/%03d.txt", i); seen[path] != 1 {
			t.Errorf("%s came %d times", path, seen[path])
		}
	}
	if seen["penguins/new.txt"] != 1 || !told {
		t.Errorf("the new document came %d times; told of the change: %t", seen["penguins/new.txt"], told)
	}
	if pages < 5 {
		t.Errorf("only %d pages", pages)
	}
	other := client.call("search", fmt.Sprintf(`{"query":"ice","cursor":%q}`, cursor))
	if !strings.Contains(textOf(other), "belongs to another request") {
		t.Errorf("a cursor of another request: %v", other)
	}
}

// TestListingGoesOn lists page by page while the index changes: what stays
// where it is comes once, and the change is told.
func TestListingGoesOn(t *testing.T) {
	for _, sort := range []string{"path", "newest"} {
		t.Run(sort, func(t *testing.T) {
			w := newWorld(t)
			stays := map[string]int{}
			for i := range 40 {
				w.clock.advance(time.Duration(i%3) * time.Second) // some are of one time
				collection, path := []string{"Zoo", "a.b", "ice"}[i%3], []string{"%d.md", "Ü %d.md", "a/%d.md", "a b/%d.md"}[i%4]
				path = fmt.Sprintf(path, i)
				w.index("alice", collection, map[string]string{path: fmt.Sprintf("penguin %d\n", i)})
				stays[collection+"/"+path] = 0
			}
			client := connect(t, w.server(), w.scope("alice", true))
			client.initialize()
			told, cursor, pages := false, "", 0
			for {
				answer := client.structured(client.call("list_documents", fmt.Sprintf(`{"sort":%q,"limit":7,"cursor":%q}`, sort, cursor)))
				for _, document := range answer["documents"].([]any) {
					stays[document.(map[string]any)["path"].(string)]++
				}
				told = told || strings.Contains(fmt.Sprint(answer["notes"]), "the index has changed")
				if pages++; pages == 2 {
					w.clock.advance(time.Hour)
					w.sources.at("alice/ice").Delete("a b/23.md")
					delete(stays, "ice/a b/23.md")
					w.index("alice", "ice", map[string]string{"0.md": "new", "zzz.md": "new too"})
				}
				next, more := answer["next_cursor"].(string)
				if !more {
					break
				}
				cursor = next
			}
			for path, times := range stays {
				if times != 1 && path != "ice/0.md" && path != "ice/zzz.md" {
					t.Errorf("%s came %d times", path, times)
				}
			}
			if !told || pages < 6 {
				t.Errorf("%d pages; told of the change: %t", pages, told)
			}
			other := client.call("list_documents", fmt.Sprintf(`{"sort":%q,"title":"ice","cursor":%q}`, sort, cursor))
			if !strings.Contains(textOf(other), "belongs to another request") {
				t.Errorf("a cursor of another request: %v", other)
			}
		})
	}
}

// TestFetchGoesOn reads a long document part by part.
func TestFetchGoesOn(t *testing.T) {
	w := newWorld(t)
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "line %d of a long text about ice\n", i+1)
	}
	w.index("alice", "long", map[string]string{"lines.txt": text.String()})
	client := connect(t, w.server(), w.scope("alice", true))
	client.initialize()
	var parts []string
	cursor := ""
	for {
		answer := client.structured(client.call("fetch", fmt.Sprintf(`{"id":"long/lines.txt","cursor":%q}`, cursor)))
		parts = append(parts, answer["text"].(string))
		next, more := answer["next_cursor"].(string)
		if !more {
			break
		}
		cursor = next
	}
	if got := strings.Join(parts, "\n") + "\n"; len(parts) < 3 || got != text.String() {
		t.Errorf("%d parts with %d bytes, want %d bytes", len(parts), len(got), text.Len())
	}
}

// TestFetchGoesOnAfterChanges reads a document that changes after its first
// part: whatever moved, the rest comes once.
func TestFetchGoesOnAfterChanges(t *testing.T) {
	section := func(i int) string {
		return fmt.Sprintf("# Section %d\nline one of %d\n\nline two of %d\n%s\n", i, i, i, strings.Repeat("ice ", 100))
	}
	var sections []string
	for i := range 60 {
		sections = append(sections, section(i))
	}
	for name, test := range map[string]struct {
		change func([]string) []string
		gone   bool // what was to come
	}{
		"nothing": {func(s []string) []string { return s }, false},
		"more at the top": {func(s []string) []string {
			return append([]string{"# New\nA new beginning.\n", "# And\nmore of it.\n"}, s...)
		}, false},
		"less at the top":    {func(s []string) []string { return s[2:] }, false},
		"more at the end":    {func(s []string) []string { return append(s, "# End\nof it all.\n") }, false},
		"one in the middle":  {func(s []string) []string { s[1] = "# Other\nsays something else.\n"; return s }, false},
		"only the beginning": {func(s []string) []string { return s[:1] }, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.options.AnswerTokens = 1000
			w.index("alice", "long", map[string]string{"all.md": strings.Join(sections, "")})
			client := connect(t, w.server(), w.scope("alice", true))
			client.initialize()
			changed := strings.Join(test.change(slices.Clone(sections)), "")
			var all strings.Builder
			told, cursor := false, ""
			for parts := 0; ; parts++ {
				result := client.call("fetch", fmt.Sprintf(`{"id":"long/all.md","cursor":%q}`, cursor))
				if test.gone && parts == 1 {
					if result["isError"] != true || !strings.Contains(textOf(result), "the document has changed") {
						t.Errorf("where nothing is left: %v", result)
					}
					return
				}
				answer := client.structured(result)
				all.WriteString(answer["text"].(string) + "\n")
				told = told || strings.Contains(fmt.Sprint(answer["notes"]), "the document has changed since the part")
				next, more := answer["next_cursor"].(string)
				if !more {
					break
				}
				if cursor = next; parts == 0 {
					w.clock.advance(time.Minute)
					w.index("alice", "long", map[string]string{"all.md": changed})
				}
			}
			for i := range sections {
				if times := strings.Count(all.String(), fmt.Sprintf("line one of %d\n", i)); times != 1 {
					t.Errorf("section %d came %d times", i, times)
				}
			}
			if told != (name != "nothing") {
				t.Errorf("told of a change: %t", told)
			}
		})
	}
}
