package rag_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
)

func TestSyncFollowsTheSource(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	source.Set("a.txt", "alpha", s.now)
	source.Set("b.txt", "beta", s.now)
	source.Set("pic", "\x00", s.now)
	steps := []struct {
		name   string
		change func()
		want   rag.SyncReport
	}{
		{"first", func() {}, rag.SyncReport{Added: 2, Skipped: 1}},
		{"nothing new", func() {}, rag.SyncReport{Unchanged: 3, Skipped: 1}},
		{"touched", func() { source.Set("a.txt", "alpha", s.now.Add(time.Hour)) }, rag.SyncReport{Unchanged: 3, Skipped: 1}},
		{"changed", func() { source.Set("a.txt", "alpha and more", s.now) }, rag.SyncReport{Changed: 1, Unchanged: 2, Skipped: 1}},
		{"renamed", func() { source.Delete("b.txt"); source.Set("sub/c.txt", "beta", s.now) }, rag.SyncReport{Renamed: 1, Unchanged: 2, Skipped: 1}},
		{"removed", func() { source.Delete("a.txt") }, rag.SyncReport{Removed: 1, Unchanged: 2, Skipped: 1}},
		{"became text", func() { source.Set("pic", "gamma", s.now) }, rag.SyncReport{Added: 1, Unchanged: 1}},
		{"became binary", func() { source.Set("pic", "\x00\x00", s.now) }, rag.SyncReport{Unchanged: 1, Skipped: 1}},
		{"skipped one removed", func() { source.Delete("pic") }, rag.SyncReport{Unchanged: 1}},
	}
	for _, step := range steps {
		step.change()
		step.want.Collection = "notes"
		got := s.sync(library)
		if diff := cmp.Diff([]rag.SyncReport{step.want}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
		assertAsAnew(t, s, library, step.name)
	}
}

// assertAsAnew checks that an index grown step by step answers as one made anew.
func assertAsAnew(t *testing.T, s *shelf, grown *rag.Library, step string) {
	t.Helper()
	fresh := newShelf(t)
	fresh.sources = s.sources
	anew := fresh.open("alice", "notes")
	fresh.sync(anew)
	request := rag.Request{Question: "alpha beta gamma", NoSync: true}
	if diff := cmp.Diff(paths(fresh.query(anew, request)), paths(s.query(grown, request))); diff != "" {
		t.Errorf("%s: the grown index answers otherwise (-anew +grown):\n%s", step, diff)
	}
	want, err := anew.Status(t.Context(), nil)
	s.must(err)
	got, err := grown.Status(t.Context(), nil)
	s.must(err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: status (-anew +grown):\n%s", step, diff)
	}
}

func TestRenameKeepsTheID(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	source.Set("old.txt", "about penguins", s.now)
	s.sync(library)
	before := s.query(library, rag.Request{Question: "penguins"}).Passages[0]
	source.Delete("old.txt")
	source.Set("new.txt", "about penguins", s.now)
	s.sync(library)
	source.Set("old.txt", "another about penguins", s.now)
	s.sync(library)
	ids := map[string]string{}
	for _, passage := range s.query(library, rag.Request{Question: "penguins"}).Passages {
		ids[passage.Path] = passage.Document
	}
	if ids["new.txt"] != before.Document || ids["old.txt"] == before.Document || ids["old.txt"] == "" {
		t.Errorf("ids %v; the renamed document must keep %s, the new one get another", ids, before.Document)
	}
	if reading, err := rag.Read(t.Context(), library, rag.Reference{Name: before.ID}); err != nil || reading.Path != "new.txt" {
		t.Errorf("the passage's id now reads %q, %v", reading.Path, err)
	}
}

// TestSyncResumes stops a sync in the middle: what is there is whole, and the
// next sync does only the rest.
func TestSyncResumes(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	source := s.source("alice", "notes")
	const total = 600
	for i := range total {
		source.Set(fmt.Sprintf("%04d.txt", i), fmt.Sprintf("# Part\nabout penguins\n\nand more of %d", i), s.now)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := rag.Sync(ctx, library, rag.SyncOptions{Progress: func(rag.Progress) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("an interrupted sync: %v", err)
	}
	status, err := library.Status(t.Context(), nil)
	s.must(err)
	stored := status.Collections[0]
	if stored.Documents == 0 || stored.Documents == total || stored.Passages != stored.Documents || stored.SyncedAt != nil {
		t.Fatalf("after an interruption: %+v", stored)
	}
	if got := codes(s.query(library, rag.Request{Question: "penguins", NoSync: true})); len(got) != 1 || got[0] != rag.CodeNeverSynced {
		t.Errorf("diagnostics of a half index: %v", got)
	}
	want := rag.SyncReport{Collection: "notes", Added: total - stored.Documents, Unchanged: stored.Documents}
	if diff := cmp.Diff([]rag.SyncReport{want}, s.sync(library)); diff != "" {
		t.Errorf("the next sync (-want +got):\n%s", diff)
	}
}

func TestProgressAddsUp(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes")
	for i := range 300 {
		s.source("alice", "notes").Set(fmt.Sprintf("%d.txt", i), strings.Repeat("x", i), s.now)
	}
	var last rag.Progress
	_, err := rag.Sync(t.Context(), library, rag.SyncOptions{Progress: func(p rag.Progress) {
		if p.Done != last.Done+1 || p.Bytes < last.Bytes {
			t.Errorf("progress went from %+v to %+v", last, p)
		}
		last = p
	}})
	s.must(err)
	if last.Done != 300 || last.Total != 300 || last.Bytes != last.TotalBytes || last.TotalBytes != 300*299/2 {
		t.Errorf("progress ended with %+v", last)
	}
}

func TestOneMissingPlaceDoesNotStopTheRest(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "aaa", "zzz")
	s.source("alice", "aaa").Missing = true
	s.source("alice", "zzz").Set("a.txt", "about penguins", s.now)
	reports, err := rag.Sync(t.Context(), library, rag.SyncOptions{})
	if !errors.Is(err, rag.ErrGone) || len(reports) != 1 || reports[0].Added != 1 {
		t.Errorf("reports %+v, error %v", reports, err)
	}
}

func TestSecondSyncWaitsOrSaysSo(t *testing.T) {
	s := newShelf(t)
	library, other := s.open("alice", "notes"), s.open("alice")
	s.source("alice", "notes").Set("a.txt", "about penguins", s.now)
	started, finish := make(chan struct{}), make(chan struct{})
	done := make(chan error, 2)
	go func() {
		_, err := rag.Sync(t.Context(), library, rag.SyncOptions{Progress: func(rag.Progress) { close(started); <-finish }})
		done <- err
	}()
	<-started
	if _, err := rag.Sync(t.Context(), other, rag.SyncOptions{NoWait: true}); !errors.Is(err, rag.ErrBusy) {
		t.Errorf("a second sync that does not wait: %v", err)
	}
	go func() {
		_, err := rag.Sync(t.Context(), other, rag.SyncOptions{})
		done <- err
	}()
	close(finish)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestRead(t *testing.T) {
	s := newShelf(t)
	library := s.open("alice", "notes", "more")
	text := "# Keys\none\n\ntwo\nthree"
	s.source("alice", "notes").Set("a.txt", text, s.now)
	s.source("alice", "notes").Set("both.txt", "here", s.now)
	s.source("alice", "more").Set("both.txt", "there", s.now)
	s.sync(library)
	passage := s.query(library, rag.Request{Question: "three keys"}).Passages[0]
	for _, test := range []struct {
		reference rag.Reference
		want      string
		lines     [2]int
	}{
		{rag.Reference{Name: "a.txt"}, text, [2]int{1, 5}},
		{rag.Reference{Name: "notes/a.txt"}, text, [2]int{1, 5}},
		{rag.Reference{Name: passage.Document}, text, [2]int{1, 5}},
		{rag.Reference{Name: passage.ID}, passage.Text, passage.Lines},
		{rag.Reference{Name: "a.txt", First: 2, Last: 4}, "one\n\ntwo", [2]int{2, 4}},
		{rag.Reference{Name: "a.txt", First: 4}, "two\nthree", [2]int{4, 5}},
		{rag.Reference{Name: "a.txt", First: 4, Last: 99}, "two\nthree", [2]int{4, 5}},
		{rag.Reference{Name: "more/both.txt"}, "there", [2]int{1, 1}},
	} {
		reading, err := rag.Read(t.Context(), library, test.reference)
		if err != nil || reading.Text != test.want || reading.Lines != test.lines || reading.Stale {
			t.Errorf("%+v: got %q, lines %v, %v", test.reference, reading.Text, reading.Lines, err)
		}
	}
	for _, test := range []struct {
		reference rag.Reference
		want      error
	}{
		{rag.Reference{Name: "no.txt"}, rag.ErrNotFound},
		{rag.Reference{Name: passage.Document + ".99"}, rag.ErrNotFound},
		{rag.Reference{Name: "a.txt", First: 50}, rag.ErrNotFound},
		{rag.Reference{Name: "a.txt", First: 3, Last: 2}, rag.ErrInvalidRequest},
		{rag.Reference{Name: "both.txt"}, rag.ErrInvalidRequest},
	} {
		if _, err := rag.Read(t.Context(), library, test.reference); !errors.Is(err, test.want) {
			t.Errorf("%+v: got %v, want %v", test.reference, err, test.want)
		}
	}
	s.source("alice", "notes").Set("a.txt", "changed", s.now)
	if reading, err := rag.Read(t.Context(), library, rag.Reference{Name: "a.txt"}); err != nil || !reading.Stale {
		t.Errorf("a changed document is not marked stale: %+v, %v", reading, err)
	}
}
