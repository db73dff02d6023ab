package ragtest

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"rag-context/rag"
)

// Reranker is a rag.Reranker that computes: the share of the question's words
// that stand in the text, less a little for each other word of it. The zero value
// works.
type Reranker struct{}

var _ rag.Reranker = Reranker{}

// Rerank implements rag.Reranker.
func (r Reranker) Rerank(ctx context.Context, question string, texts []string) ([]float64, error) {
	scores := make([]float64, len(texts))
	for i, text := range texts {
		scores[i] = r.score(question, text)
	}
	return scores, ctx.Err()
}

func (Reranker) score(question, text string) (score float64) {
	asked, said := words(question), words(text)
	for _, word := range said {
		if !slices.Contains(asked, word) {
			score -= 0.0001
		}
	}
	for _, word := range asked {
		if slices.Contains(said, word) {
			score += 1 / float64(len(asked))
		}
	}
	return score
}

// RerankerServer serves a [Reranker] by /v1/rerank, as model servers do.
type RerankerServer struct {
	Model string // its name; "" takes any
	// Bare sends the list alone, with "score", as SGLang does; otherwise it is
	// an object with "results" and "relevance_score", best first.
	Bare bool
	// Window is how many words of question and text fit together; more are
	// refused, as llama.cpp does. 0 means any number.
	Window int
	// Key is the API key without which nothing is answered; "" needs none.
	Key string
}

// ServeHTTP implements http.Handler.
func (s RerankerServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Model, Query string
		Documents    []string
	}
	switch {
	case s.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.Key:
		reply(w, http.StatusUnauthorized, fields{"error": fields{"message": "Invalid API Key", "type": "authentication_error"}})
		return
	case r.Method+" "+r.URL.Path != "POST /v1/rerank":
		reply(w, http.StatusNotFound, fields{"error": "not found"})
		return
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || len(asked.Documents) == 0 {
		reply(w, http.StatusBadRequest, fields{"error": fields{"message": "\"documents\" must be given", "type": "invalid_request_error"}})
		return
	}
	if s.Model != "" && asked.Model != s.Model {
		reply(w, http.StatusNotFound, fields{"error": "model '" + asked.Model + "' not found"})
		return
	}
	s.answer(w, asked.Query, asked.Documents)
}

func (s RerankerServer) answer(w http.ResponseWriter, question string, texts []string) {
	type result struct {
		Index          int      `json:"index"`
		RelevanceScore *float64 `json:"relevance_score,omitempty"`
		Score          *float64 `json:"score,omitempty"`
		Document       string   `json:"document,omitempty"`
	}
	results := make([]result, len(texts))
	for i, text := range texts {
		if s.Window > 0 && len(words(question))+len(words(text)) > s.Window || strings.TrimSpace(text) == "" {
			reply(w, http.StatusInternalServerError, fields{"error": fields{"message": "input is too large to process: " + text, "type": "server_error"}})
			return
		}
		score := Reranker{}.score(question, text)
		results[i] = result{Index: i, RelevanceScore: &score}
		if s.Bare {
			results[i] = result{Index: i, Score: &score, Document: text}
		}
	}
	if s.Bare {
		reply(w, http.StatusOK, results)
		return
	}
	slices.SortStableFunc(results, func(a, b result) int { return cmp.Compare(*b.RelevanceScore, *a.RelevanceScore) })
	reply(w, http.StatusOK, fields{"object": "list", "model": s.Model, "results": results})
}
