package rag_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/ragtest"
)

// remote is an embedder on a server whose answers to questions can be held up.
type remote struct {
	ragtest.Embedder
	silent *bool
	ask    func() error // before passages; nil for nothing
}

func (r remote) EmbedQuestion(ctx context.Context, question string) ([]float32, error) {
	if *r.silent {
		<-ctx.Done()
		return nil, fmt.Errorf("embed: %w", ctx.Err())
	}
	return r.Embedder.EmbedQuestion(ctx, question)
}

func (r remote) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	if r.ask != nil {
		if err := r.ask(); err != nil {
			return nil, err
		}
	}
	return r.Embedder.EmbedPassages(ctx, texts)
}

func TestQuestionDoesNotWaitForAServer(t *testing.T) {
	s := newShelf(t)
	silent := false
	s.embedding = rag.Embedding{Embedder: remote{silent: &silent}, Remote: true}
	library := s.open("alice", "notes")
	fillTopics(s, s.source("alice", "notes"), 20)
	s.sync(library)
	if report := learn(s, library, rag.LearnOptions{}); report != (rag.LearnReport{Embedded: 20}) {
		t.Fatalf("learned %+v", report)
	}
	if result := s.query(library, rag.Request{Question: "oven"}); result.Mode != rag.ModeHybrid || len(codes(result)) != 0 {
		t.Errorf("mode %s, diagnostics %v", result.Mode, result.Diagnostics)
	}
	silent = true
	s.embedding.QuestionTimeout = 1
	hasty := s.open("alice")
	if result := s.query(hasty, rag.Request{Question: "oven"}); result.Mode != rag.ModeLexical || len(result.Passages) == 0 || !cmp.Equal(codes(result), []string{rag.CodeNoEmbedder}) {
		t.Errorf("of a silent server: mode %s, %d passages, diagnostics %v", result.Mode, len(result.Passages), result.Diagnostics)
	}
	_, err := rag.Query(t.Context(), hasty, rag.Request{Question: "oven", Mode: rag.ModeVector})
	if !errors.Is(err, rag.ErrEmbedderUnavailable) {
		t.Errorf("vector mode of a silent server: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := rag.Query(ctx, hasty, rag.Request{Question: "oven"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestEmbeddingGoesOn stops a server half-way: what it gave is kept, and only the
// rest is asked for afterwards.
func TestEmbeddingGoesOn(t *testing.T) {
	s := newShelf(t)
	silent, requests := false, 0
	var stop error
	s.embedding = rag.Embedding{Remote: true, Embedder: remote{silent: &silent, ask: func() error {
		if requests++; requests > 3 { // the first is the trial
			return stop
		}
		return nil
	}}}
	library := s.open("alice", "notes")
	fillTopics(s, s.source("alice", "notes"), 190)
	s.sync(library)
	space := func() rag.SpaceStatus {
		status, err := library.Status(t.Context(), nil)
		s.must(err)
		if len(status.Spaces) != 1 {
			t.Fatalf("spaces %+v", status.Spaces)
		}
		return status.Spaces[0]
	}
	want := rag.SpaceStatus{Space: rag.SpaceEmbedded, Model: "words::1024", Missing: 190, Used: true}
	if diff := cmp.Diff(want, space()); diff != "" {
		t.Errorf("at first (-want +got):\n%s", diff)
	}
	stop = rag.ErrEmbedderUnavailable
	var seen []rag.LearnProgress
	report, err := rag.Learn(t.Context(), library, rag.LearnOptions{Progress: func(p rag.LearnProgress) { seen = append(seen, p) }})
	if !errors.Is(err, rag.ErrEmbedderUnavailable) || report.Embedded != 128 {
		t.Errorf("stopped: %+v, %v", report, err)
	}
	if diff := cmp.Diff([]rag.LearnProgress{{Space: rag.SpaceEmbedded, Done: 64, Total: 190}, {Space: rag.SpaceEmbedded, Done: 128, Total: 190}}, seen); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	want.Dimensions, want.Passages, want.Missing = 1024, 128, 62
	if diff := cmp.Diff(want, space()); diff != "" {
		t.Errorf("half-way (-want +got):\n%s", diff)
	}
	if result := s.query(library, rag.Request{Question: "oven"}); !cmp.Equal(codes(result), []string{rag.CodePartialModel}) {
		t.Errorf("diagnostics half-way: %v", result.Diagnostics)
	}
	stop = nil
	if rest := learn(s, library, rag.LearnOptions{}); rest.Embedded != 62 {
		t.Errorf("the rest: %+v", rest)
	}
	s.embedding = rag.Embedding{}
	library = s.open("alice")
	want.Passages, want.Missing, want.Used = 190, 0, false
	if diff := cmp.Diff(want, space()); diff != "" {
		t.Errorf("without the embedder (-want +got):\n%s", diff)
	}
	library = s.openAs("alice", rag.ScopeOptions{Collections: []string{"notes"}})
	if status, err := library.Status(t.Context(), nil); err != nil || len(status.Spaces) != 0 {
		t.Errorf("a scope that sees a part is told %+v, %v", status.Spaces, err)
	}
}

// TestServerRunsAnotherModel restarts a server with another model of the same name.
func TestServerRunsAnotherModel(t *testing.T) {
	s := newShelf(t)
	silent := false
	serve := func(dimensions int, collections ...string) *rag.Library {
		s.embedding = rag.Embedding{Remote: true, Embedder: renamed{remote{Embedder: ragtest.Embedder{Dimensions: dimensions}, silent: &silent}}}
		return s.open("alice", collections...)
	}
	library := serve(512, "notes")
	fillTopics(s, s.source("alice", "notes"), 90)
	s.sync(library)
	learn(s, library, rag.LearnOptions{})

	library = serve(1024)
	result := s.query(library, rag.Request{Question: "oven"})
	if !cmp.Equal(codes(result), []string{rag.CodeNoEmbedder}) || len(result.Passages) == 0 || !strings.Contains(result.Diagnostics[0].Message, "another embedding model") {
		t.Errorf("%d passages, diagnostics %v", len(result.Passages), result.Diagnostics)
	}
	if _, err := rag.Query(t.Context(), library, rag.Request{Question: "oven", Mode: rag.ModeVector}); !errors.Is(err, rag.ErrModelChanged) {
		t.Errorf("vector mode: %v", err)
	}
	if report := learn(s, library, rag.LearnOptions{}); report.Embedded != 90 {
		t.Errorf("learned %+v", report)
	}
	if result := s.query(library, rag.Request{Question: "oven"}); result.Mode != rag.ModeHybrid || len(codes(result)) != 0 {
		t.Errorf("afterwards: mode %s, diagnostics %v", result.Mode, result.Diagnostics)
	}
	if report := learn(s, library, rag.LearnOptions{}); report.Embedded != 0 {
		t.Errorf("once more: %+v", report)
	}
	if report := learn(s, library, rag.LearnOptions{Force: true}); report.Embedded != 90 {
		t.Errorf("by force: %+v", report)
	}
}

// renamed is an embedder whose fingerprint says nothing of its dimensions.
type renamed struct{ remote }

func (renamed) Fingerprint() string { return "model" }

// TestTwoEmbedders learns with two of them at once: the one that comes later stays.
func TestTwoEmbedders(t *testing.T) {
	s := newShelf(t)
	silent := false
	s.embedding = rag.Embedding{Remote: true, Embedder: remote{silent: &silent}}
	library := s.open("alice", "notes")
	s.embedding.Embedder = remote{Embedder: ragtest.Embedder{Name: "other"}, silent: &silent}
	other := s.open("alice")
	fillTopics(s, s.source("alice", "notes"), 90)
	s.sync(library)
	overtake := func(rag.LearnProgress) { learn(s, other, rag.LearnOptions{}) }
	if _, err := rag.Learn(t.Context(), library, rag.LearnOptions{Progress: overtake}); !errors.Is(err, rag.ErrModelReplaced) || errors.Is(err, rag.ErrNotFound) {
		t.Errorf("the first: %v", err)
	}
	if result := s.query(other, rag.Request{Question: "oven"}); result.Mode != rag.ModeHybrid || len(codes(result)) != 0 {
		t.Errorf("the second: mode %s, diagnostics %v", result.Mode, result.Diagnostics)
	}
}

func TestRerank(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	fillTopics(s, source, 90)
	source.Set("about/tides.txt", "tide shore harbour", s.now)
	s.sync(library)
	request := rag.Request{Question: "shore harbour tide", Explain: true}
	plain := s.query(library, request)

	s.reranking = rag.Reranking{Reranker: backwards{}, Most: 5, Weight: 0.9}
	reranking := s.open("alice")
	result := s.query(reranking, request)
	checkSums(t, result)
	judged := 0
	for i, passage := range result.Passages {
		if slices.ContainsFunc(passage.Explanation, func(part rag.Part) bool { return part.Name == "reranker" }) {
			if judged++; judged != i+1 {
				t.Errorf("rank %d was judged, those before were not", i+1)
			}
		}
	}
	if first := result.Passages[0]; judged != 5 || first.ID == plain.Passages[0].ID {
		t.Errorf("%d judged; %s is first with and without", judged, first.Path)
	}
	firstTwo := request
	firstTwo.Limit = 2
	page := s.query(reranking, firstTwo)
	firstTwo.Cursor = page.NextCursor
	next := s.query(reranking, firstTwo)
	if got, want := append(paths(page), paths(next)...), paths(result)[:4]; !cmp.Equal(got, want) {
		t.Errorf("in pages of two %v, at once %v", got, want)
	}
	vector := request
	vector.Mode = rag.ModeVector
	if _, err := rag.Query(t.Context(), reranking, vector); !errors.Is(err, rag.ErrModeUnavailable) {
		t.Errorf("vector mode: %v", err)
	}
}

func TestRerankIsDoneWithout(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	fillTopics(s, s.source("alice", "notes"), 90)
	s.sync(library)
	request := rag.Request{Question: "shore harbour", Explain: true}
	want := s.query(library, request)
	for name, reranker := range map[string]judges{
		"silent":      func(ctx context.Context, _ []string) ([]float64, error) { <-ctx.Done(); return nil, ctx.Err() },
		"unavailable": func(context.Context, []string) ([]float64, error) { return nil, rag.ErrRerankerUnavailable },
		"too few":     func(context.Context, []string) ([]float64, error) { return []float64{1}, nil },
		"no number": func(_ context.Context, texts []string) ([]float64, error) {
			return append(make([]float64, len(texts)-1), math.NaN()), nil
		},
		"too large": func(_ context.Context, texts []string) ([]float64, error) {
			scores := make([]float64, len(texts))
			scores[0], scores[1] = -math.MaxFloat64, math.MaxFloat64
			return scores, nil
		},
	} {
		s.reranking = rag.Reranking{Reranker: reranker, Timeout: 1}
		got := s.query(s.open("alice"), request)
		if diff := cmp.Diff(want.Passages, got.Passages); diff != "" || !cmp.Equal(codes(got), []string{rag.CodeNoReranker}) {
			t.Errorf("%s: diagnostics %v, passages (-without +with):\n%s", name, got.Diagnostics, diff)
		}
	}
	s.reranking.Reranker = judges(func(_ context.Context, texts []string) ([]float64, error) { return make([]float64, len(texts)), nil })
	if got := s.query(s.open("alice"), request); !cmp.Equal(paths(got), paths(want)) || len(codes(got)) != 0 {
		t.Errorf("all alike: %v %v, want %v", paths(got), codes(got), paths(want))
	}
	ctx, cancel := context.WithCancel(t.Context())
	s.reranking.Reranker = judges(func(context.Context, []string) ([]float64, error) { cancel(); return nil, ctx.Err() })
	if _, err := rag.Query(ctx, s.open("alice"), request); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// judges is a reranker of one function.
type judges func(ctx context.Context, texts []string) ([]float64, error)

func (j judges) Rerank(ctx context.Context, _ string, texts []string) ([]float64, error) {
	return j(ctx, texts)
}

// backwards likes worst what ragtest's reranker likes best.
type backwards struct{}

func (backwards) Rerank(ctx context.Context, question string, texts []string) ([]float64, error) {
	scores, err := ragtest.Reranker{}.Rerank(ctx, question, texts)
	for i := range scores {
		scores[i] = 10 - 40*scores[i]
	}
	return scores, err
}
