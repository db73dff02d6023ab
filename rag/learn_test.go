package rag_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"rag-context/rag"
	"rag-context/rag/ragtest"
)

// fillTopics writes notes of a few topics, each with words of its own. Half of
// the notes on cars say "car", half "automobile", never both.
func fillTopics(s *shelf, source *ragtest.MemorySource, notes int) {
	topics := [][]string{
		{"engine", "wheel", "brake", "road", "driver", "fuel", "tyre", "garage", "speed", "gear"},
		{"oven", "flour", "bread", "recipe", "butter", "dough", "sugar", "kitchen", "salt", "yeast"},
		{"river", "boat", "fish", "bridge", "water", "harbour", "sail", "anchor", "shore", "tide"},
	}
	random := rand.New(rand.NewPCG(7, 8))
	for i := range notes {
		words := []string{}
		for range 14 {
			words = append(words, topics[i%3][random.IntN(10)])
		}
		if i%3 == 0 {
			words = append(words, []string{"car", "automobile"}[i/3%2])
		}
		source.Set(fmt.Sprintf("%04d.txt", i), strings.Join(words, " "), s.now)
	}
}

func learn(s *shelf, library *rag.Library, options rag.LearnOptions) rag.LearnReport {
	s.t.Helper()
	report, err := rag.Learn(s.t.Context(), library, options)
	s.must(err)
	return report
}

func TestLearnFindsOtherWords(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	fillTopics(s, s.source("alice", "notes"), 300)
	s.sync(library)
	request := rag.Request{Question: "automobile", Limit: 50}
	saysCar := func(result rag.Result) (n int) {
		for _, passage := range result.Passages {
			if strings.Contains(passage.Text, " car") {
				n++
			}
		}
		return n
	}
	before := s.query(library, rag.Request{Question: "automobile", Limit: 50, Bulk: true})
	if before.Mode != rag.ModeLexical || saysCar(before) != 0 {
		t.Fatalf("before learning: mode %s, %d notes that say car", before.Mode, saysCar(before))
	}
	vector := rag.Request{Question: "automobile", Mode: rag.ModeVector}
	if _, err := rag.Query(t.Context(), library, vector); !errors.Is(err, rag.ErrModeUnavailable) {
		t.Errorf("vector mode before learning: %v", err)
	}
	if report := learn(s, library, rag.LearnOptions{}); !report.Fitted || report.Passages != 300 {
		t.Fatalf("learned %+v", report)
	}
	request.Limit, request.Bulk, request.Explain = 100, true, true
	after := s.query(library, request)
	// By chance it would be 10: the other 50 of the first 100 are of 250 notes.
	if after.Mode != rag.ModeHybrid || saysCar(after) < 20 {
		t.Errorf("after learning: mode %s, %d of 50 notes that say car among the first 100", after.Mode, saysCar(after))
	}
	checkSums(t, after)
	for i, passage := range after.Passages {
		if len(passage.Explanation) != 2 {
			t.Errorf("%s: the score is made of %v, want two parts", passage.ID, passage.Explanation)
		}
		if i < 50 && strings.Contains(passage.Text, " car") {
			t.Errorf("rank %d says car: those with the word itself must come first", i+1)
		}
	}
	if found := s.query(library, vector); len(found.Passages) != 10 || found.Mode != rag.ModeVector {
		t.Errorf("vector mode found %d passages as %s", len(found.Passages), found.Mode)
	}
	if words := s.query(library, rag.Request{Question: "automobile", Mode: rag.ModeLexical}); words.Mode != rag.ModeLexical {
		t.Errorf("asked for words, got %s", words.Mode)
	}
}

func TestLearnFollowsTheIndex(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	fillTopics(s, source, 100)
	s.sync(library)
	if report := learn(s, library, rag.LearnOptions{}); report != (rag.LearnReport{}) {
		t.Errorf("of 100 passages learned %+v", report)
	}
	fillTopics(s, source, 300)
	s.sync(library)
	due := func() bool {
		due, err := rag.LearningDue(t.Context(), library)
		s.must(err)
		return due
	}
	if !due() {
		t.Error("with 300 passages nothing is due")
	}
	learn(s, library, rag.LearnOptions{})
	if due() {
		t.Error("learned, yet due")
	}
	if report := learn(s, library, rag.LearnOptions{}); report != (rag.LearnReport{}) {
		t.Errorf("a second time learned %+v", report)
	}

	// New passages get vectors from the sync, and are found by meaning.
	source.Set("new.txt", "engine brake garage tyre", s.now)
	s.sync(library)
	result := s.query(library, rag.Request{Question: "automobile", Mode: rag.ModeVector, Limit: 50})
	telling := slices.ContainsFunc(result.Diagnostics, func(d rag.Diagnostic) bool { return d.Code != rag.CodeRepeats })
	if due() || telling || !strings.Contains(strings.Join(paths(result), " "), "new.txt") {
		t.Errorf("due %v, diagnostics %v, found %v", due(), result.Diagnostics, paths(result))
	}
	fillTopics(s, source, 500)
	s.sync(library)
	if !due() {
		t.Error("with half as many passages again nothing is due")
	}
	if report := learn(s, library, rag.LearnOptions{}); !report.Fitted || report.Passages != 501 {
		t.Errorf("learned anew %+v", report)
	}
}

// TestLearnFollowsTheWords adds few passages, but of words never heard before.
func TestLearnFollowsTheWords(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	fillTopics(s, source, 400)
	s.sync(library)
	learn(s, library, rag.LearnOptions{})
	for _, step := range []struct {
		words string
		due   bool
	}{{"engine wheel brake road driver fuel tyre garage speed", false}, {"quark lepton boson gluon meson hadron photon charm spin", true}} {
		for i := range 60 {
			source.Set(fmt.Sprintf("%s%02d.txt", step.words[:5], i), fmt.Sprintf("%s %d", step.words, i), s.now)
		}
		s.sync(library)
		due, err := rag.LearningDue(t.Context(), library)
		s.must(err)
		if due != step.due {
			t.Errorf("after 60 notes on %s learning is due: %v", step.words, due)
		}
	}
	if report := learn(s, library, rag.LearnOptions{}); !report.Fitted {
		t.Errorf("learned %+v", report)
	}
}

// meanwhile is an embedder that has something happen before it answers, once.
type meanwhile struct {
	ragtest.Embedder
	happens *func()
}

func (m meanwhile) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	happens := *m.happens
	*m.happens = func() {}
	happens()
	return m.Embedder.EmbedPassages(ctx, texts)
}

// TestLearnLetsSyncsGoOn changes a document while its passages are with the
// embedder: the sync does not wait, and the passage gets the vector of what it
// says now.
func TestLearnLetsSyncsGoOn(t *testing.T) {
	s := newShelf(t)
	happens := func() {}
	s.embedding = rag.Embedding{Embedder: meanwhile{happens: &happens}, Slow: true}
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	source.Set("a.txt", "penguins on the ice", s.now)
	source.Set("b.txt", "lemons in a basket", s.now)
	s.sync(library)
	learn(s, library, rag.LearnOptions{}) // the first text is a trial
	source.Set("c.txt", "camels in the desert", s.now)
	s.sync(library)
	happens = func() {
		source.Set("c.txt", "walruses at the beach", s.now.Add(time.Second))
		if _, err := rag.Sync(t.Context(), library, rag.SyncOptions{NoWait: true}); err != nil {
			t.Errorf("a sync meanwhile: %v", err)
		}
		if _, err := rag.Learn(t.Context(), library, rag.LearnOptions{Alone: true}); !errors.Is(err, rag.ErrBusy) {
			t.Errorf("another that wants to be alone: got %v, want ErrBusy", err)
		}
	}
	learn(s, library, rag.LearnOptions{Alone: true})
	learn(s, library, rag.LearnOptions{Alone: true})
	for question, want := range map[string]bool{"walruses": true, "camels": false} {
		result := s.query(library, rag.Request{Question: question, Mode: rag.ModeVector, Explain: true})
		found := len(result.Passages) > 0 && result.Passages[0].Path == "c.txt" && result.Passages[0].Score > 0.3
		if found != want {
			t.Errorf("by the meaning of %q, c.txt is found: %t; %+v", question, found, result.Passages)
		}
	}
}

func TestLearnMayBeInterrupted(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	fillTopics(s, s.source("alice", "notes"), 5000)
	s.sync(library)
	ctx, cancel := context.WithCancel(t.Context())
	report, err := rag.Learn(ctx, library, rag.LearnOptions{Progress: func(rag.LearnProgress) { cancel() }})
	if !errors.Is(err, context.Canceled) || report.Passages == 0 || report.Passages >= 5000 {
		t.Fatalf("interrupted: %+v, %v", report, err)
	}
	result := s.query(library, rag.Request{Question: "automobile", NoSync: true})
	if got := codes(result); len(got) != 1 || got[0] != rag.CodePartialModel {
		t.Errorf("diagnostics while vectors are missing: %v", got)
	}
	if rest := learn(s, library, rag.LearnOptions{}); rest.Fitted || rest.Passages != 5000-report.Passages {
		t.Errorf("the rest: %+v after %+v", rest, report)
	}
	reader := s.openAs("alice", rag.ScopeOptions{})
	if _, err := rag.Learn(t.Context(), reader, rag.LearnOptions{}); !errors.Is(err, rag.ErrForbidden) {
		t.Errorf("learning with a scope that only reads: %v", err)
	}
}
