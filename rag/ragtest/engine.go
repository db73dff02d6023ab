package ragtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

// TestEngine checks that an engine keeps the contract of rag.Engine and
// rag.Store. open returns a new, empty engine each time; the engine may be
// opened from several goroutines.
func TestEngine(t *testing.T, open func(t *testing.T) rag.Engine) {
	for _, check := range []struct {
		name string
		run  func(t *testing.T, engine rag.Engine)
	}{
		{"Tenants", testTenants},
		{"Canary", testCanary},
		{"Collections", testCollections},
		{"Documents", testDocuments},
		{"BatchIsAtomic", testBatchIsAtomic},
		{"Match", testMatch},
		{"Distinct", testDistinct},
		{"MatchLooksWhereTold", testMatchLooksWhereTold},
		{"MatchRequires", testMatchRequires},
		{"SearchesDocuments", testSearchesDocuments},
		{"AnyTerm", testAnyTerm},
		{"Forms", testForms},
		{"FormsFrom", testFormsFrom},
		{"Model", testModel},
		{"Vectors", testVectors},
		{"VectorsFollow", testVectorsFollow},
		{"Spaces", testSpaces},
		{"EachPassage", testEachPassage},
		{"DocumentsInOrder", testDocumentsInOrder},
		{"Tags", testTags},
		{"Passages", testPassages},
		{"ReadAccess", testReadAccess},
		{"Lock", testLock},
		{"Concurrent", testConcurrent},
	} {
		t.Run(check.name, func(t *testing.T) { check.run(t, open(t)) })
	}
}

// Tenant returns the tenant of that name.
func Tenant(t testing.TB, name string) rag.Tenant {
	t.Helper()
	tenant, err := rag.ParseTenant(name)
	if err != nil {
		t.Fatal(err)
	}
	return tenant
}

// Terms makes a term of each form.
func Terms(forms ...string) []rag.Term {
	var terms []rag.Term
	for _, form := range forms {
		terms = append(terms, rag.Term{Forms: []string{form}})
	}
	return terms
}

func openStore(t *testing.T, engine rag.Engine, tenant string, access rag.Access) rag.Store {
	t.Helper()
	store, err := engine.Open(t.Context(), Tenant(t, tenant), access)
	if err != nil {
		t.Fatalf("open store of %s: %v", tenant, err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Errorf("close store of %s: %v", tenant, err)
		}
	})
	return store
}

// newStore makes a store with the collections named.
func newStore(t *testing.T, engine rag.Engine, tenant string, collections ...string) rag.Store {
	t.Helper()
	store := openStore(t, engine, tenant, rag.AccessCreate)
	for _, name := range collections {
		must(t, store.AddCollection(t.Context(), rag.Collection{Name: name, Kind: "memory", Location: "/" + name}))
	}
	return store
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var testTime = time.Date(2026, 11, 30, 12, 0, 0, 123456789, time.UTC)

// document makes a document whose passages are the texts, their terms the
// texts' words.
func document(id, collection, path string, passages ...string) rag.IndexedDocument {
	indexed := rag.IndexedDocument{Document: rag.Document{
		ID: id, Collection: collection, Path: path, Title: "Title of " + path, Aliases: []string{"alias"}, Tags: []string{"a", "b"},
		Format: "text", Version: rag.Version{Size: 7, Modified: testTime}, Hash: "hash of " + id, Pipeline: "1",
	}}
	for i, text := range passages {
		indexed.Passages = append(indexed.Passages, rag.IndexedPassage{
			Passage: rag.Passage{Document: id, Ordinal: i + 1, Heading: []string{"Part", fmt.Sprint(i + 1)}, First: 10*i + 1, Last: 10*i + 9, Text: text},
			Terms:   rag.Fields{Title: "title ", Heading: "part ", Body: text + " "},
		})
	}
	return indexed
}

func put(t *testing.T, store rag.Store, documents ...rag.IndexedDocument) {
	t.Helper()
	must(t, store.Apply(t.Context(), rag.Batch{Collection: documents[0].Document.Collection, Put: documents}))
}

func match(t *testing.T, store rag.Store, collections []string, terms ...string) []rag.Hit {
	t.Helper()
	hits, err := store.Match(t.Context(), rag.Match{Terms: Terms(terms...), Weights: rag.Weights{Title: 2, Heading: 2, Body: 1}, Collections: collections, Limit: 100})
	must(t, err)
	return hits
}

func testTenants(t *testing.T, engine rag.Engine) {
	if _, err := engine.Open(t.Context(), rag.Tenant{}, rag.AccessCreate); !errors.Is(err, rag.ErrInvalidTenant) {
		t.Errorf("zero tenant: got %v, want ErrInvalidTenant", err)
	}
	for _, access := range []rag.Access{rag.AccessRead, rag.AccessWrite} {
		if _, err := engine.Open(t.Context(), Tenant(t, "nobody"), access); !errors.Is(err, rag.ErrUnknownTenant) {
			t.Errorf("unknown tenant, access %d: got %v, want ErrUnknownTenant", access, err)
		}
	}
	for _, name := range []string{"bob", "alice"} {
		if store := openStore(t, engine, name, rag.AccessCreate); store.Tenant() != Tenant(t, name) {
			t.Errorf("store of %s says it is of %s", name, store.Tenant())
		}
	}
	tenants, err := engine.Tenants(t.Context())
	must(t, err)
	if got := fmt.Sprint(tenants); got != "[alice bob]" {
		t.Errorf("tenants are %s, want [alice bob]: asking for one must not make it", got)
	}
}

// testCanary writes as one tenant and asserts that nothing moves for another:
// not rows, not counts, not scores.
func testCanary(t *testing.T, engine rag.Engine) {
	alice := newStore(t, engine, "alice", "notes")
	put(t, alice, document("alice1", "notes", "a.md", "canary key rotation", "other words here"))
	type view struct {
		Hits        []rag.Hit
		Collections []rag.CollectionState
		Entries     []rag.Entry
	}
	look := func() view {
		states, err := alice.Collections(t.Context())
		must(t, err)
		entries, err := alice.Entries(t.Context(), "notes")
		must(t, err)
		return view{match(t, alice, []string{"notes"}, "canary", "words"), states, entries}
	}
	before := look()
	if len(before.Hits) != 2 {
		t.Fatalf("alice finds %d passages of her own, want 2", len(before.Hits))
	}

	bob := newStore(t, engine, "bob", "notes", "more")
	for i := range 50 {
		id := fmt.Sprintf("bob%d", i)
		put(t, bob, document(id, "notes", id+".md", "canary key canary words", "bobsecret"))
	}
	must(t, bob.Apply(t.Context(), rag.Batch{Collection: "notes", Skip: []rag.Entry{{Path: "pic.png", Skip: "binary"}}, SyncedAt: testTime}))

	if diff := cmp.Diff(before, look()); diff != "" {
		t.Errorf("bob's writes show at alice (-before +after):\n%s", diff)
	}
	if hits := match(t, alice, []string{"notes", "more"}, "bobsecret"); len(hits) != 0 {
		t.Errorf("alice found bob's passage %s", hits[0].Passage.ID())
	}
	for _, id := range []string{"bob1", "bob49"} {
		if _, _, err := alice.Document(t.Context(), id); !errors.Is(err, rag.ErrNotFound) {
			t.Errorf("alice reads bob's document %s: %v", id, err)
		}
	}
	if _, err := alice.FindDocument(t.Context(), "notes", "bob1.md"); !errors.Is(err, rag.ErrNotFound) {
		t.Errorf("alice finds bob's path: %v", err)
	}
	must(t, alice.Apply(t.Context(), rag.Batch{Collection: "notes", Remove: []string{"bob1.md", "a.md"}}))
	if hits := match(t, bob, []string{"notes"}, "bobsecret"); len(hits) != 50 {
		t.Errorf("bob has %d passages after alice removed hers, want 50", len(hits))
	}
}

func testCollections(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "zeta")
	full := rag.Collection{Name: "alpha", Kind: "memory", Location: "/x", Tags: []string{"t"}, Include: []string{"*.md"}, Exclude: []string{"a,b", `"`}}
	must(t, store.AddCollection(t.Context(), full))
	if err := store.AddCollection(t.Context(), full); !errors.Is(err, rag.ErrExists) {
		t.Errorf("adding a collection twice: got %v, want ErrExists", err)
	}
	put(t, store, document("d1", "alpha", "a.md", "one", "two"), document("d2", "alpha", "b.md", "three"))
	must(t, store.Apply(t.Context(), rag.Batch{Collection: "alpha", Skip: []rag.Entry{{Path: "c.png", Skip: "binary"}}, SyncedAt: testTime}))
	states, err := store.Collections(t.Context())
	must(t, err)
	want := []rag.CollectionState{
		{Collection: full, Documents: 2, Passages: 3, Skipped: 1, SyncedAt: testTime},
		{Collection: rag.Collection{Name: "zeta", Kind: "memory", Location: "/zeta"}},
	}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Errorf("collections (-want +got):\n%s", diff)
	}
	must(t, store.RemoveCollection(t.Context(), "alpha"))
	if err := store.RemoveCollection(t.Context(), "alpha"); !errors.Is(err, rag.ErrNotFound) {
		t.Errorf("removing a collection twice: got %v, want ErrNotFound", err)
	}
	if hits := match(t, store, []string{"alpha", "zeta"}, "one", "three"); len(hits) != 0 {
		t.Errorf("a removed collection still gives %d hits", len(hits))
	}
	if err := store.Apply(t.Context(), rag.Batch{Collection: "alpha"}); !errors.Is(err, rag.ErrNotFound) {
		t.Errorf("batch for a removed collection: got %v, want ErrNotFound", err)
	}
}

func testDocuments(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes")
	first := document("d1", "notes", "a.md", "one", "two")
	first.Document.Created = testTime.Add(-time.Hour)
	put(t, store, first, document("d2", "notes", "b.md", "three"))
	got, passages, err := store.Document(t.Context(), "d1")
	must(t, err)
	if diff := cmp.Diff(first.Document, got); diff != "" {
		t.Errorf("document (-stored +read):\n%s", diff)
	}
	if diff := cmp.Diff([]rag.Passage{first.Passages[0].Passage, first.Passages[1].Passage}, passages); diff != "" {
		t.Errorf("passages (-stored +read):\n%s", diff)
	}

	// The same id at another path is a rename; the same path under another id
	// replaces; passages of before are found no more.
	put(t, store, document("d1", "notes", "b.md", "four"))
	entries, err := store.Entries(t.Context(), "notes")
	must(t, err)
	want := []rag.Entry{{Path: "b.md", Version: first.Document.Version, Hash: "hash of d1", Document: "d1", Pipeline: "1"}}
	if diff := cmp.Diff(want, entries); diff != "" {
		t.Errorf("entries after a rename onto another document (-want +got):\n%s", diff)
	}
	if hits := match(t, store, []string{"notes"}, "one", "two", "three"); len(hits) != 0 {
		t.Errorf("replaced passages are still found: %v", hits)
	}

	later := rag.Version{Size: 9, Modified: testTime.Add(time.Second)}
	must(t, store.Apply(t.Context(), rag.Batch{Collection: "notes", Touch: []rag.Entry{{Path: "b.md", Version: later}}}))
	if got, err = store.FindDocument(t.Context(), "notes", "b.md"); err != nil || !got.Version.Equal(later) || got.Hash != "hash of d1" {
		t.Errorf("after a touch: %+v, %v", got, err)
	}
	skip := rag.Entry{Path: "b.md", Version: later, Skip: "binary", Pipeline: "1"}
	must(t, store.Apply(t.Context(), rag.Batch{Collection: "notes", Skip: []rag.Entry{skip}}))
	entries, err = store.Entries(t.Context(), "notes")
	must(t, err)
	if diff := cmp.Diff([]rag.Entry{skip}, entries); diff != "" {
		t.Errorf("entries after a document became a skipped item (-want +got):\n%s", diff)
	}
	if hits := match(t, store, []string{"notes"}, "four"); len(hits) != 0 {
		t.Error("a document that became a skipped item is still found")
	}
}

func testBatchIsAtomic(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes")
	put(t, store, document("d1", "notes", "a.md", "kept"))
	broken := document("d2", "notes", "b.md", "one", "two")
	broken.Passages[1].Passage.Ordinal = 1 // a document has one passage of each ordinal
	err := store.Apply(t.Context(), rag.Batch{
		Collection: "notes", Remove: []string{"a.md"}, Put: []rag.IndexedDocument{broken}, SyncedAt: testTime})
	if err == nil {
		t.Fatal("a document with two passages of one ordinal was stored")
	}
	if hits := match(t, store, []string{"notes"}, "kept", "one"); len(hits) != 1 || hits[0].Passage.Text != "kept" {
		t.Errorf("after a failed batch: %v, want the passage of before", hits)
	}
	states, err := store.Collections(t.Context())
	must(t, err)
	if states[0].Documents != 1 || !states[0].SyncedAt.IsZero() {
		t.Errorf("after a failed batch: %+v", states[0])
	}
}

func testMatch(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes")
	once := document("once", "notes", "once.md", "key word word word word word")
	twice := document("twice", "notes", "twice.md", "key key word word word word")
	title := document("title", "notes", "title.md", "word word word word word word")
	title.Passages[0].Terms.Title = "key "
	put(t, store, once, twice, title, document("none", "notes", "none.md", "word"))
	hits := match(t, store, []string{"notes"}, "key")
	var order []string
	for i, hit := range hits {
		order = append(order, hit.Document.ID)
		if i > 0 && hit.Score > hits[i-1].Score {
			t.Errorf("hit %d scores more than the one before", i)
		}
		if hit.Document.Path == "" || hit.Document.Title == "" || hit.Document.Collection != "notes" || !hit.Document.Version.Equal(once.Document.Version) {
			t.Errorf("hit lacks its document's place: %+v", hit.Document)
		}
	}
	if got := strings.Join(order, " "); got != "title twice once" && got != "twice title once" {
		t.Errorf("order is %s; once must be last, none not be there", got)
	}
	limited, err := store.Match(t.Context(), rag.Match{Terms: Terms("key"), Weights: rag.Weights{Title: 2, Heading: 2, Body: 1}, Collections: []string{"notes"}, Limit: 2})
	must(t, err)
	if diff := cmp.Diff(hits[:2], limited); diff != "" {
		t.Errorf("a limit changes more than the number of hits (-want +got):\n%s", diff)
	}
	if all := match(t, store, []string{"notes"}, "key", "word"); len(all) != 4 {
		t.Errorf("either of two terms: %d hits, want 4", len(all))
	}
}

func testMatchLooksWhereTold(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes", "code", "empty")
	put(t, store, document("n1", "notes", "a.md", "key"))
	put(t, store, document("c1", "code", "a.go", "key"))
	for _, test := range []struct {
		collections []string
		want        int
	}{
		{nil, 0}, {[]string{}, 0}, {[]string{"empty"}, 0}, {[]string{"other"}, 0},
		{[]string{"code"}, 1}, {[]string{"notes", "other"}, 1}, {[]string{"notes", "code", "empty"}, 2},
	} {
		if hits := match(t, store, test.collections, "key"); len(hits) != test.want {
			t.Errorf("in %q: %d hits, want %d", test.collections, len(hits), test.want)
		}
	}
	if hits := match(t, store, []string{"notes"}); len(hits) != 0 {
		t.Errorf("no terms: %d hits", len(hits))
	}
}

// testAnyTerm matches terms that are operators and syntax in one engine or
// another.
func testAnyTerm(t *testing.T, engine rag.Engine) {
	terms := []string{`"`, `c++`, `a:b`, `or`, `not`, `near(a`, `*`, `-x`, `^x`, `'`, `''`, `%`, `_`, `\`, `{}`, `日本`, `𝔘`, `é`, `#1`, `a"b`, `v1.2.3`, `;--`}
	store := newStore(t, engine, "alice", "notes")
	for i, term := range terms {
		id := fmt.Sprintf("d%d", i)
		put(t, store, document(id, "notes", id, term))
	}
	for i, term := range terms {
		hits := match(t, store, []string{"notes"}, term)
		if want := fmt.Sprintf("d%d", i); len(hits) != 1 || hits[0].Document.ID != want {
			t.Errorf("term %q: got %d hits, want just its own passage", term, len(hits))
		}
	}
	if hits := match(t, store, []string{"notes"}, terms...); len(hits) != len(terms) {
		t.Errorf("all terms at once: %d hits, want %d", len(hits), len(terms))
	}
}

// testForms matches words in several forms, and looks up how common forms are.
func testForms(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes")
	for i, body := range []string{"car car", "car auto", "auto auto", "bus bus"} {
		id := fmt.Sprintf("d%d", i)
		put(t, store, document(id, "notes", id, body))
	}
	hits, err := store.Match(t.Context(), rag.Match{
		Terms: []rag.Term{{Forms: []string{"car", "auto", "absent"}}}, Weights: rag.Weights{Body: 1}, Collections: []string{"notes"}, Limit: 10})
	must(t, err)
	if len(hits) != 3 || hits[0].Score != hits[1].Score || hits[2].Document.ID != "d1" {
		t.Errorf("forms must count alike, and the commonest for the word: %v", hits)
	}
	hits, err = store.Match(t.Context(), rag.Match{
		Terms: []rag.Term{{Forms: []string{"bus"}, Weight: 0.1}, {Forms: []string{"auto"}}}, Weights: rag.Weights{Body: 1}, Collections: []string{"notes"}, Limit: 10})
	must(t, err)
	if len(hits) != 3 || hits[2].Document.ID != "d3" {
		t.Errorf("a word of little weight must count little: %v", hits)
	}
	frequencies, err := store.Frequencies(t.Context(), []string{"auto", "absent", "bus"})
	must(t, err)
	if diff := cmp.Diff([]int64{2, 0, 1}, frequencies); diff != "" {
		t.Errorf("frequencies (-want +got):\n%s", diff)
	}
}

func testReadAccess(t *testing.T, engine rag.Engine) {
	newStore(t, engine, "alice", "notes")
	reader := openStore(t, engine, "alice", rag.AccessRead)
	for name, err := range map[string]error{
		"AddCollection":    reader.AddCollection(t.Context(), rag.Collection{Name: "x"}),
		"RemoveCollection": reader.RemoveCollection(t.Context(), "notes"),
		"Apply":            reader.Apply(t.Context(), rag.Batch{Collection: "notes"}),
	} {
		if !errors.Is(err, rag.ErrReadOnly) {
			t.Errorf("%s: got %v, want ErrReadOnly", name, err)
		}
	}
	if _, err := reader.Lock(t.Context(), rag.RightToSync, false); !errors.Is(err, rag.ErrReadOnly) {
		t.Errorf("Lock: got %v, want ErrReadOnly", err)
	}
}

func testLock(t *testing.T, engine rag.Engine) {
	one, two := newStore(t, engine, "alice"), openStore(t, engine, "alice", rag.AccessWrite)
	release, err := one.Lock(t.Context(), rag.RightToSync, false)
	must(t, err)
	if _, err := two.Lock(t.Context(), rag.RightToSync, false); !errors.Is(err, rag.ErrBusy) {
		t.Errorf("a second lock: got %v, want ErrBusy", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := two.Lock(ended, rag.RightToSync, true); !errors.Is(err, rag.ErrBusy) {
		t.Errorf("a second lock, waiting until ctx ends: got %v, want ErrBusy", err)
	}
	other, err := newStore(t, engine, "bob").Lock(t.Context(), rag.RightToSync, false)
	must(t, err)
	other()
	learning, err := two.Lock(t.Context(), rag.RightToLearn, false)
	must(t, err)
	learning()
	locked := make(chan error)
	go func() {
		release, err := two.Lock(t.Context(), rag.RightToSync, true)
		if err == nil {
			release()
		}
		locked <- err
	}()
	release()
	if err := <-locked; err != nil {
		t.Errorf("waiting for a lock that is released: %v", err)
	}
}

// testConcurrent reads while one writes, each through a store of its own, as
// processes would.
func testConcurrent(t *testing.T, engine rag.Engine) {
	writer := newStore(t, engine, "alice", "notes")
	put(t, writer, document("d0", "notes", "0.md", "steady", "steady"))
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		store := openStore(t, engine, "alice", rag.AccessRead)
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				hits, err := store.Match(t.Context(), rag.Match{Terms: Terms("steady"), Collections: []string{"notes"}, Weights: rag.Weights{Body: 1}, Limit: 1000})
				if err != nil || len(hits)%2 != 0 || len(hits) == 0 {
					t.Errorf("reading during writes: %d hits, %v; want whole documents of 2 passages", len(hits), err)
					return
				}
			}
		})
	}
	for i := range 30 {
		id := fmt.Sprintf("d%d", i%7)
		put(t, writer, document(id, "notes", id+".md", "steady", "steady"))
	}
	close(stop)
	readers.Wait()
}
