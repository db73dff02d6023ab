package rag_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

func TestRequestBounds(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	for _, test := range []struct {
		name    string
		request rag.Request
		want    string // in the error; "" is none
	}{
		{"empty", rag.Request{}, "8000"},
		{"blank", rag.Request{Question: " \n\t\x00 "}, "8000"},
		{"too long", rag.Request{Question: strings.Repeat("ä", rag.MaxQuestion+1)}, "8001 characters; it takes 1 to 8000"},
		{"just fits", rag.Request{Question: strings.Repeat("ä", rag.MaxQuestion)}, ""},
		{"limit below", rag.Request{Question: "q", Limit: -1}, "limit must be 1 to 50, not -1"},
		{"limit above", rag.Request{Question: "q", Limit: 51}, "limit must be 1 to 50, not 51"},
		{"bulk limit", rag.Request{Question: "q", Limit: 1000, Bulk: true}, ""},
		{"bulk limit above", rag.Request{Question: "q", Limit: 1001, Bulk: true}, "limit must be 1 to 1000, not 1001"},
		{"mode", rag.Request{Question: "q", Mode: "fuzzy"}, "hybrid, lexical or vector"},
	} {
		_, err := rag.Query(t.Context(), library, test.request)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want != "" && (!errors.Is(err, rag.ErrInvalidRequest) || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: got %v, want an invalid request with %q", test.name, err, test.want)
		}
	}
	if _, err := rag.Query(t.Context(), library, rag.Request{Question: "q", Mode: rag.ModeVector}); !errors.Is(err, rag.ErrModeUnavailable) {
		t.Errorf("vector mode without an embedder: %v", err)
	}
	if _, err := rag.Query(t.Context(), library, rag.Request{Question: "q", Collections: []string{"no"}}); !errors.Is(err, rag.ErrNotFound) {
		t.Errorf("unknown collection: %v", err)
	}
	if err := rag.CheckLimit(0, false); err == nil || err.Error() != "limit must be 1 to 50, not 0" {
		t.Errorf("limit 0 as typed: %v", err)
	}
}

// TestAnyTextIsAQuestion asks what a person can type; none of it is an error,
// and the word in it is found.
func TestAnyTextIsAQuestion(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	s.source("alice", "notes").Set("a.txt", "The penguin of C++ and a:b is new", s.now)
	s.sync(library)
	for _, question := range []string{
		"what's penguin?", "a:penguin", "C++ penguin", `"penguin`, `penguin"`, "penguin 🐧", "NOT penguin", "penguin AND", "(penguin", "penguin*",
		"^penguin", "- penguin", "{penguin}", "NEAR(penguin", "pen\x00 penguin", "penguin\xff\xfe", "title: penguin", "titel:penguin", "modified:penguin", "penguin -- '; DROP TABLE documents",
		strings.Repeat("penguin words ", 500), "PENGUIN", "penguins", "pénguin",
	} {
		if result := s.query(library, rag.Request{Question: question}); len(result.Passages) != 1 {
			t.Errorf("%.40q: found %d passages", question, len(result.Passages))
		}
	}
	for _, question := range []string{strings.Repeat("((((-", 1600), strings.Repeat(`"penguin is" `, 600), strings.Repeat("penguin OR ab ", 570) + "OR c",
		strings.Repeat("-penguins ", 800), strings.Repeat("tag:a OR ", 880) + "x", strings.Repeat("-(tag:a ", 1000), "-\xff\xfe tag:\xff", "🐧", "???", `"`, "--", "what is it", strings.Repeat("🐧", 8000)} {
		s.query(library, rag.Request{Question: question})
	}
}

func TestQuestionsAreNotBoolean(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	source.Set("keys.txt", "# Key rotation\nRotate signing keys every ninety days.", s.now)
	source.Set("door.txt", "# Door\nThe key of the door hangs in the kitchen.", s.now)
	source.Set("what.txt", "# How\nWhat do we do and how is it that we are what we are?", s.now)
	s.sync(library)
	result := s.query(library, rag.Request{Question: "How often do we have to be rotating a signing key, by the way?"})
	if got := paths(result); len(got) != 2 || got[0] != "notes/keys.txt" {
		t.Errorf("found %v; want keys.txt first and no passage with stop words only", got)
	}
	if got := paths(s.query(library, rag.Request{Question: "what is it"})); len(got) == 0 || got[0] != "notes/what.txt" {
		t.Errorf("a question of stop words found %v", got)
	}
}

func TestSynonyms(t *testing.T) {
	synonyms, err := rag.ReadSynonyms(strings.NewReader("# ours\n\nk8s, Kubernetes\n laptop ,notebook, portable computer\nlone\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := rag.Synonyms{{"k8s", "Kubernetes"}, {"laptop", "notebook", "portable computer"}, {"lone"}}
	if diff := cmp.Diff(want, synonyms); diff != "" {
		t.Fatalf("synonyms (-want +got):\n%s", diff)
	}
	s := newShelf(t)
	source := s.source("alice", "notes")
	source.Set("cluster.txt", "The kubernetes cluster", s.now)
	source.Set("lost.txt", "What to do about lost laptops", s.now)
	s.sync(s.open("alice", "notes"))
	options := s.options()
	options.Synonyms = synonyms
	library, err := rag.OpenLibrary(t.Context(), s.engine, s.scope("alice", rag.ScopeOptions{}), false, options)
	s.must(err)
	defer library.Close()
	for question, want := range map[string]string{
		"k8s": "notes/cluster.txt", "Kubernetes": "notes/cluster.txt", "notebooks": "notes/lost.txt", "portable": "notes/lost.txt", "lone": "",
	} {
		result := s.query(library, rag.Request{Question: question})
		if got := strings.Join(paths(result), " "); got != want || len(result.Diagnostics) > 0 {
			t.Errorf("%q: found %q, want %q; %v", question, got, want, result.Diagnostics)
		}
	}
}

func TestResultShape(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	s.source("alice", "notes").Set("a/keys.txt", "# Keys\nRotate the keys.", s.now)
	s.sync(library)
	s.now = s.now.Add(90 * time.Second)
	result := s.query(library, rag.Request{Question: " rotate ", NoSync: true})
	synced := s.now.Add(-90 * time.Second)
	found := result.Passages[0]
	want := rag.Result{
		Query: "rotate", Tenant: "alice", Mode: rag.ModeLexical, Effort: rag.EffortQuick, Cost: rag.Cost{Ranked: 1},
		Passages: []rag.Found{{
			Rank: 1, ID: found.Document + ".1", Document: found.Document, Collection: "notes", Path: "a/keys.txt", Title: "Keys",
			Heading: []string{"Keys"}, Lines: [2]int{1, 2}, Text: "# Keys\nRotate the keys.", Score: found.Score,
		}},
		Coverage: []rag.Coverage{{ID: "igb4kuyb5qbb", Collection: "notes", Kind: "memory", Searchable: true, Default: true, Searched: true,
			Documents: 1, Passages: 1, SyncedAt: &synced, AgeSeconds: 90}},
		Diagnostics: []rag.Diagnostic{},
		Snapshot: rag.Snapshot{SyncedAt: &synced, AgeSeconds: 90,
			Collections: []rag.CollectionAge{{Collection: "notes", SyncedAt: &synced, AgeSeconds: 90}}},
		Next: []rag.Action{{Action: rag.NextRead, Reason: "the best passage in its document", ID: found.ID}},
	}
	if diff := cmp.Diff(want, result); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
	if found.Score <= 0 {
		t.Errorf("score %v is not positive", found.Score)
	}
}

// TestQueryChecksWhatItReturns changes and deletes documents behind the index.
func TestQueryChecksWhatItReturns(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	for i := range 30 {
		source.Set(fmt.Sprintf("%02d.txt", i), fmt.Sprintf("about penguins %d", i), s.now)
	}
	s.sync(library)
	for i := range 25 {
		source.Delete(fmt.Sprintf("%02d.txt", i))
	}
	source.Set("29.txt", "about penguins no more", s.now)
	result := s.query(library, rag.Request{Question: "penguins", Limit: 5, NoSync: true})
	stale := 0
	for _, passage := range result.Passages {
		if passage.Path < "25.txt" {
			t.Errorf("%s is gone and was returned", passage.Path)
		}
		if passage.Stale {
			stale++
		}
	}
	if len(result.Passages) != 5 || stale != 1 {
		t.Errorf("%d passages, %d stale; want the 5 that are left, 1 stale", len(result.Passages), stale)
	}
	if diff := cmp.Diff([]string{rag.CodeStale, rag.CodeGone}, codes(result)); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

func TestQueryPicksUpSmallChanges(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	source.Set("a.txt", "about penguins", s.now)
	s.sync(library)
	source.Set("b.txt", "about walruses", s.now)
	source.Set("a.txt", "about seals", s.now.Add(time.Second))
	if got := paths(s.query(library, rag.Request{Question: "walruses seals penguins", NoSync: true})); len(got) != 1 {
		t.Errorf("without sync found %v", got)
	}
	result := s.query(library, rag.Request{Question: "walruses seals penguins"})
	if diff := cmp.Diff([]string{"notes/a.txt", "notes/b.txt"}, paths(result)); diff != "" {
		t.Errorf("after small changes (-want +got):\n%s", diff)
	}
	if result.Snapshot.AgeSeconds != 0 || len(result.Diagnostics) != 0 || result.Passages[0].Stale {
		t.Errorf("picked up, yet %+v %+v", result.Snapshot, result.Diagnostics)
	}

	for i := range 60 {
		source.Set(fmt.Sprintf("new%d.txt", i), "about penguins", s.now)
	}
	result = s.query(library, rag.Request{Question: "penguins"})
	if diff := cmp.Diff([]string{rag.CodePendingChanges}, codes(result)); diff != "" || len(result.Passages) != 0 {
		t.Errorf("many changes must be left to a sync: %v, %d passages", codes(result), len(result.Passages))
	}
	reader := s.openAs("alice", rag.ScopeOptions{})
	source.Delete("a.txt")
	if result = s.query(reader, rag.Request{Question: "seals walruses"}); len(result.Passages) != 1 {
		t.Errorf("a scope that only reads: %v", paths(result))
	}
}

func TestMissingPlaceDropsNothing(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	source.Set("a.txt", "about penguins", s.now)
	s.sync(library)
	source.Missing = true
	result := s.query(library, rag.Request{Question: "penguins"})
	if diff := cmp.Diff([]string{rag.CodeSourceMissing, rag.CodeGone}, codes(result)); diff != "" || len(result.Passages) != 0 {
		t.Errorf("missing place: %v, %v", codes(result), paths(result))
	}
	if _, err := rag.Sync(t.Context(), library, rag.SyncOptions{}); !errors.Is(err, rag.ErrGone) {
		t.Errorf("sync of a missing place: %v", err)
	}
	source.Missing = false
	if got := paths(s.query(library, rag.Request{Question: "penguins"})); len(got) != 1 {
		t.Errorf("the place is back, found %v", got)
	}
}
