package ragtest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

// modelOf is a model of two dimensions with a row for each term.
func modelOf(fingerprint string, terms ...string) (rag.ModelInfo, func(yield func(string, []byte) bool)) {
	info := rag.ModelInfo{Fingerprint: fingerprint, Dimensions: 2, Description: []byte(`{"of":"` + fingerprint + `"}`)}
	return info, func(yield func(string, []byte) bool) {
		for _, term := range terms {
			if !yield(term, []byte("row of "+term+" in "+fingerprint)) {
				return
			}
		}
	}
}

// testModel keeps one model and its rows.
func testModel(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes")
	if info, err := store.Model(t.Context(), rag.SpaceLearned); err != nil || info.Fingerprint != "" {
		t.Errorf("a new store has the model %+v, %v", info, err)
	}
	for _, fingerprint := range []string{"one", "two"} {
		info, rows := modelOf(fingerprint, "key", fingerprint)
		must(t, store.ReplaceModel(t.Context(), rag.SpaceLearned, info, rows))
		got, err := store.Model(t.Context(), rag.SpaceLearned)
		must(t, err)
		if diff := cmp.Diff(info, got); diff != "" {
			t.Errorf("model (-stored +read):\n%s", diff)
		}
		info.Description = []byte(`{"changed":true}`)
		must(t, store.DescribeModel(t.Context(), rag.SpaceLearned, info))
		if got, err = store.Model(t.Context(), rag.SpaceLearned); err != nil || !cmp.Equal(info, got) {
			t.Errorf("described anew the model is %+v, %v", got, err)
		}
		if err := store.DescribeModel(t.Context(), rag.SpaceLearned, rag.ModelInfo{Fingerprint: "absent"}); !errors.Is(err, rag.ErrNotFound) {
			t.Errorf("describing another model: %v", err)
		}
		found, err := store.ModelRows(t.Context(), rag.SpaceLearned, []string{"key", "one", "two", "absent"})
		must(t, err)
		want := map[string][]byte{"key": []byte("row of key in " + fingerprint), fingerprint: []byte("row of " + fingerprint + " in " + fingerprint)}
		if diff := cmp.Diff(want, found); diff != "" {
			t.Errorf("rows (-want +got):\n%s", diff)
		}
	}
}

// without returns the ids of the passages that have no vector.
func without(t *testing.T, store rag.Store) []string {
	t.Helper()
	passages, err := store.WithoutVector(t.Context(), rag.SpaceLearned, 10)
	must(t, err)
	var ids []string
	for _, passage := range passages {
		ids = append(ids, passage.Passage.ID())
	}
	slices.Sort(ids)
	return ids
}

// near returns what is nearest to the vector 1, 0, as ids and cosines.
func near(t *testing.T, store rag.Store, fingerprint string, collections ...string) (found string) {
	t.Helper()
	hits, err := store.Nearest(t.Context(), rag.Nearest{
		QuestionVector: rag.QuestionVector{Space: rag.SpaceLearned, Fingerprint: fingerprint, Vector: []float32{1, 0}}, Collections: collections, Limit: 10})
	must(t, err)
	for _, hit := range hits {
		found += fmt.Sprintf("%s %.1f ", hit.Passage.ID(), hit.Score)
	}
	return found
}

// testVectors gives passages vectors and searches them.
func testVectors(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes", "code")
	put(t, store, document("d1", "notes", "a.md", "one", "two"))
	put(t, store, document("d2", "code", "b.md", "three"))
	info, rows := modelOf("model")
	must(t, store.ReplaceModel(t.Context(), rag.SpaceLearned, info, rows))
	if diff := cmp.Diff([]string{"d1.1", "d1.2", "d2.1"}, without(t, store)); diff != "" {
		t.Errorf("without a vector at first (-want +got):\n%s", diff)
	}
	vectors := []rag.PassageVector{
		{Document: "d1", Ordinal: 1, Vector: []float32{1, 0}}, {Document: "d1", Ordinal: 2, Vector: []float32{0.6, 0.8}},
		{Document: "d2", Ordinal: 1, Vector: []float32{0, 1}}, {Document: "gone", Ordinal: 1, Vector: []float32{0, 1}},
	}
	if err := store.PutVectors(t.Context(), rag.SpaceLearned, "another", vectors); !errors.Is(err, rag.ErrNotFound) {
		t.Errorf("vectors of another model: %v", err)
	}
	must(t, store.PutVectors(t.Context(), rag.SpaceLearned, "model", vectors))
	if left := without(t, store); len(left) != 0 {
		t.Errorf("still without a vector: %v", left)
	}
	for _, test := range []struct {
		collections []string
		want        string
	}{
		{nil, ""}, {[]string{"absent"}, ""}, {[]string{"code"}, "d2.1 0.0 "}, {[]string{"notes", "code"}, "d1.1 1.0 d1.2 0.6 d2.1 0.0 "},
	} {
		if got := near(t, store, "model", test.collections...); got != test.want {
			t.Errorf("nearest in %v: %s, want %s", test.collections, got, test.want)
		}
	}
	cosines, err := store.Cosines(t.Context(), rag.QuestionVector{Space: rag.SpaceLearned, Fingerprint: "model", Vector: []float32{0, 1}}, []rag.Passage{{Document: "d1", Ordinal: 2}, {Document: "d2", Ordinal: 1}, {Document: "gone", Ordinal: 1}})
	must(t, err)
	if len(cosines) != 2 || math.Abs(cosines["d1.2"]-0.8) > 0.01 || math.Abs(cosines["d2.1"]-1) > 0.01 {
		t.Errorf("cosines are %v", cosines)
	}
}

// testVectorsFollow changes documents that have vectors: one that changed has
// none until it gets one, not its old one nor that of whoever was stored in its
// place before.
func testVectorsFollow(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes", "code")
	put(t, store, document("d1", "notes", "a.md", "one", "two"))
	put(t, store, document("d2", "code", "b.md", "three"))
	info, rows := modelOf("model")
	must(t, store.ReplaceModel(t.Context(), rag.SpaceLearned, info, rows))
	must(t, store.PutVectors(t.Context(), rag.SpaceLearned, "model", []rag.PassageVector{
		{Document: "d1", Ordinal: 1, Vector: []float32{1, 0}}, {Document: "d1", Ordinal: 2, Vector: []float32{1, 0}}, {Document: "d2", Ordinal: 1, Vector: []float32{0, 1}}}))
	put(t, store, document("d1", "notes", "a.md", "new"))
	put(t, store, document("d3", "notes", "c.md", "other"))
	must(t, store.PutVectors(t.Context(), rag.SpaceLearned, "model", []rag.PassageVector{
		{Document: "d1", Hash: "hash of what it was", Ordinal: 1, Vector: []float32{1, 0}}}))
	if got := near(t, store, "model", "notes", "code"); got != "d2.1 0.0 " {
		t.Errorf("nearest after a change: %s", got)
	}
	if diff := cmp.Diff([]string{"d1.1", "d3.1"}, without(t, store)); diff != "" {
		t.Errorf("without a vector after a change (-want +got):\n%s", diff)
	}
	must(t, store.PutVectors(t.Context(), rag.SpaceLearned, "model", []rag.PassageVector{{Document: "d1", Hash: "hash of d1", Ordinal: 1}, {Document: "d3", Ordinal: 1, Vector: []float32{1, 0}}}))
	if got := near(t, store, "model", "notes"); got != "d3.1 1.0 d1.1 0.0 " && got != "d3.1 1.0 " {
		t.Errorf("nearest with an empty vector: %s", got)
	}
	info, rows = modelOf("next")
	must(t, store.ReplaceModel(t.Context(), rag.SpaceLearned, info, rows))
	for _, fingerprint := range []string{"model", "next"} {
		if got := near(t, store, fingerprint, "notes", "code"); got != "" {
			t.Errorf("after another model: near by %q is %q", fingerprint, got)
		}
	}
	if left := without(t, store); len(left) != 3 {
		t.Errorf("after another model: without a vector %v", left)
	}
}

// testSpaces keeps the vectors of two spaces apart.
func testSpaces(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes")
	put(t, store, document("d1", "notes", "a.md", "one"))
	lengths := map[rag.Space]int{rag.SpaceLearned: 2, rag.SpaceEmbedded: 3}
	for space, length := range lengths {
		info := rag.ModelInfo{Fingerprint: "model", Dimensions: length}
		must(t, store.ReplaceModel(t.Context(), space, info, func(func(string, []byte) bool) {}))
	}
	put(t, store, document("d2", "notes", "b.md", "two"))
	for space, length := range lengths {
		if n, err := store.CountWithoutVector(t.Context(), space); err != nil || n != 2 {
			t.Errorf("%s: %d passages without a vector, %v", space, n, err)
		}
		vector := make([]float32, length)
		vector[length-1] = 1
		must(t, store.PutVectors(t.Context(), space, "model", []rag.PassageVector{{Document: "d1", Ordinal: 1, Vector: vector}}))
		question := rag.QuestionVector{Space: space, Fingerprint: "model", Vector: vector}
		hits, err := store.Nearest(t.Context(), rag.Nearest{QuestionVector: question, Collections: []string{"notes"}, Limit: 5})
		if err != nil || len(hits) != 1 || hits[0].Passage.ID() != "d1.1" || hits[0].Score < 0.99 {
			t.Errorf("%s: near is %v, %v", space, hits, err)
		}
		if n, err := store.CountWithoutVector(t.Context(), space); err != nil || n != 1 {
			t.Errorf("%s: then %d passages without a vector, %v", space, n, err)
		}
	}
}

// testEachPassage yields what is stored.
func testEachPassage(t *testing.T, engine rag.Engine) {
	store := newStore(t, engine, "alice", "notes")
	put(t, store, document("d1", "notes", "a.md", "one", "two"), document("d2", "notes", "b.md", "three"))
	var texts []string
	for passage, err := range store.EachPassage(t.Context()) {
		must(t, err)
		texts = append(texts, passage.Document.Path+" "+passage.Passage.ID()+" "+passage.Passage.Text)
	}
	slices.Sort(texts)
	if diff := cmp.Diff([]string{"a.md d1.1 one", "a.md d1.2 two", "b.md d2.1 three"}, texts); diff != "" {
		t.Errorf("passages (-want +got):\n%s", diff)
	}
	for range store.EachPassage(t.Context()) {
		break // must not hold on to anything
	}
	put(t, store, document("d3", "notes", "c.md", "four"))
}
