package rag_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

// TestQueryVaries asks for what one long document has most of, and what others
// repeat.
func TestQueryVaries(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	var long strings.Builder
	for i := range 12 {
		fmt.Fprintf(&long, "# Part %d\npenguins", i)
		for word := range 400 {
			fmt.Fprintf(&long, " w%dx%d", i, word)
			if word%8 == 0 {
				long.WriteString(" penguins")
			}
		}
		long.WriteString("\n\n")
	}
	source.Set("long.md", long.String(), s.now)
	const text = "penguins live on the ice and walk to the sea in long rows every single day of the year"
	source.Set("copy1.md", text, s.now)
	source.Set("copy2.md", strings.ToUpper(text)+"!", s.now)
	source.Set("quote.md", "somebody told me that "+text[:60]+" and so on, which I doubt since nobody saw it happen here before", s.now)
	source.Set("other.md", "one zoo has penguins, but they are asleep whenever a visitor comes", s.now)
	s.sync(library)

	result := s.query(library, rag.Request{Question: "penguins", Limit: 6, Explain: true})
	if got := perDocument(result)["long.md"]; got != 3 {
		t.Errorf("%d of the first 6 are of the long document, want 3: %v", got, paths(result))
	}
	if got := perDocument(result); got["copy1.md"]+got["copy2.md"] != 1 || got["quote.md"] != 1 || got["other.md"] != 1 {
		t.Errorf("found %v; want one of the copies, the quote and the other one", paths(result))
	}
	if diff := cmp.Diff([]string{rag.CodeRepeats}, codes(result)); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
	checkSums(t, result)
	for _, passage := range result.Passages {
		repeats := slices.ContainsFunc(passage.Explanation, func(part rag.Part) bool { return part.Name == "repetition" && part.Score < 0 })
		if repeats != strings.HasPrefix(passage.Path, "quote") {
			t.Errorf("%s: repetition in its score is %v", passage.Path, repeats)
		}
	}

	all := s.query(library, rag.Request{Question: "penguins", Limit: 50})
	if got := perDocument(all); len(all.Passages) != 15 || got["long.md"] != 12 {
		t.Errorf("asked for all, got %d passages, %d of the long document; want 15 and 12", len(all.Passages), got["long.md"])
	}
	if bulk := s.query(library, rag.Request{Question: "penguins", Limit: 50, Bulk: true}); len(bulk.Passages) != 16 {
		t.Errorf("in bulk %d passages, want all 16", len(bulk.Passages))
	}
}

func perDocument(result rag.Result) map[string]int {
	counts := map[string]int{}
	for _, path := range paths(result) {
		counts[strings.TrimPrefix(path, "notes/")]++
	}
	return counts
}

// TestPagesGoOn reads all pages while the index changes: nothing is repeated or
// left out.
func TestPagesGoOn(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	for i := range 40 {
		source.Set(fmt.Sprintf("%02d.md", i), fmt.Sprintf("%s are birds, note %d", strings.Repeat("penguins ", 1+i%7), i), s.now)
	}
	s.sync(library)
	seen := map[string]int{}
	request := rag.Request{Question: "penguins", Limit: 7}
	for page := 0; page == 0 || request.Cursor != ""; page++ {
		result := s.query(library, request)
		for _, path := range paths(result) {
			seen[path]++
		}
		if changed := len(codes(result)) > 0; changed != (page == 2) {
			t.Errorf("page %d: diagnostics %v", page, codes(result))
		}
		if page == 1 {
			source.Set("new.md", strings.Repeat("penguins ", 9)+"above all", s.now)
			s.sync(library)
		}
		request.Cursor = result.NextCursor
	}
	if len(seen) != 41 {
		t.Errorf("the pages show %d documents, want 41", len(seen))
	}
	for path, n := range seen {
		if n != 1 {
			t.Errorf("%s came %d times", path, n)
		}
	}
}
