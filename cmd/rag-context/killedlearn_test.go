package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"

	"rag-context/rag"
	"rag-context/rag/ragtest"
)

// TestKilledLearn kills the program while a server embeds passages: those that
// it gave vectors before are not given to it again.
func TestKilledLearn(t *testing.T) {
	u := newUser(t)
	var killing sync.Mutex
	var victim *os.Process
	requests := 0
	model := ragtest.EmbedderServer{Model: "nomic-embed-text"}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		killing.Lock()
		defer killing.Unlock()
		if requests++; victim != nil && requests > 4 { // a trial, and two for each 64 passages
			_ = victim.Kill()
			return
		}
		model.ServeHTTP(w, r)
	}))
	defer server.Close()
	t.Setenv("RAG_CONTEXT_EMBEDDER", "openai:nomic-embed-text@"+server.URL)
	u.env = append(u.env, "RAG_CONTEXT_EMBEDDER="+os.Getenv("RAG_CONTEXT_EMBEDDER"))
	u.run("add", ragtest.GoRoot(t, "src", "encoding", "json"))

	killing.Lock()
	killed := u.command("learn")
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	victim = killed.Process
	killing.Unlock()
	if err := killed.Wait(); err == nil {
		t.Fatal("it ended before it was killed: take a larger source")
	}
	killing.Lock()
	victim = nil
	killing.Unlock()

	space := func() rag.SpaceStatus {
		for _, space := range ask[rag.Status](u, "status", "--json").Spaces {
			if space.Space == rag.SpaceBetter {
				return space
			}
		}
		t.Fatal("no passage was embedded")
		return rag.SpaceStatus{}
	}
	half := space()
	if half.Passages != 64 || half.Missing == 0 {
		t.Fatalf("after the kill: %+v", half)
	}
	if rest := ask[rag.LearnReport](u, "learn", "--json"); rest.Embedded != half.Missing {
		t.Errorf("the next one embedded %d of %d", rest.Embedded, half.Missing)
	}
	if whole := space(); whole.Missing != 0 || whole.Passages != half.Passages+half.Missing {
		t.Errorf("at last: %+v", whole)
	}
}
