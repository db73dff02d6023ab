package endpoint

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"

	"rag-context/rag/modelserver"
)

// bodyBase is for all of an answer but the texts, which some servers send back
// and JSON may write in six bytes for one.
const bodyBase = 256 << 10

// ask sends one request. refused says that shorter texts may help.
func (r *Reranker) ask(ctx context.Context, question string, texts []string) (scores []float64, refused bool, err error) {
	body, err := json.Marshal(struct {
		Model     string   `json:"model,omitempty"`
		Query     string   `json:"query"`
		Documents []string `json:"documents"`
		TopN      int      `json:"top_n"`
	}{r.options.Model, question, texts, len(texts)})
	if err != nil {
		return nil, false, err
	}
	answer, err := modelserver.Post(ctx, r.options.Client, modelserver.Request{
		URL: r.url, Key: r.options.APIKey, Body: body, Limit: int64(6*len(body) + bodyBase),
	})
	switch {
	case ctx.Err() != nil:
		return nil, false, fmt.Errorf("rerank at %s: %w", r.url.Host, ctx.Err())
	case err != nil:
		return nil, false, r.fault(modelserver.Unreached(err), "start the server, e.g. llama-server --reranking -m MODEL, or check its URL")
	case answer.Status != http.StatusOK:
		return nil, modelserver.Refuses(answer.Status, answer.Body), r.judge(answer.Status, answer.Body)
	}
	scores, problem := read(answer.Body, len(texts))
	if problem != "" {
		return nil, false, r.fault(problem, hintOther)
	}
	return scores, false, nil
}

// result is the score of a text, in the words of several servers.
type result struct {
	Index          *int     `json:"index"`
	RelevanceScore *float64 `json:"relevance_score"`
	Score          *float64 `json:"score"` // SGLang
}

// read puts scores where their index says: most servers sort them.
func read(answer []byte, texts int) (scores []float64, problem string) {
	results, ok := list(answer)
	if !ok {
		return nil, "gave no scores but something else"
	}
	if len(results) != texts {
		return nil, fmt.Sprintf("gave %d scores for %d texts", len(results), texts)
	}
	scores = make([]float64, texts)
	seen := make([]bool, texts)
	for _, r := range results {
		score := r.RelevanceScore
		if score == nil {
			score = r.Score
		}
		if score == nil || math.IsInf(*score, 0) || math.IsNaN(*score) {
			return nil, "gave a score that is no number"
		}
		if r.Index == nil || *r.Index < 0 || *r.Index >= texts || seen[*r.Index] {
			return nil, "gave scores with wrong indexes"
		}
		scores[*r.Index], seen[*r.Index] = *score, true
	}
	return scores, ""
}

// list returns the results of an answer: an object's "results" or, from Voyage,
// "data"; or all of it, from SGLang.
func list(answer []byte) ([]result, bool) {
	var results []result
	if json.Unmarshal(answer, &results) == nil {
		return results, true
	}
	var body struct{ Results, Data []result }
	if json.Unmarshal(answer, &body) != nil {
		return nil, false
	}
	if body.Results != nil {
		return body.Results, true
	}
	return body.Data, body.Data != nil
}
