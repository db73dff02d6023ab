package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rag-context/rag"
)

// trialTimeout leaves a server time to load its model.
const trialTimeout = 20 * time.Second

// checkModels asks the embedder and the reranker for something.
func (a *app) checkModels() []finding {
	models, err := a.models()
	if err != nil {
		return []finding{{Check: "models", State: stateFailed, Detail: err.Error(), Remedy: a.hint(err)}}
	}
	findings := []finding{a.checkEmbedder(models)}
	if models.reranking.Reranker != nil {
		findings = append(findings, a.checkReranker(models))
	}
	return findings
}

func (a *app) checkEmbedder(models models) finding {
	if models.best() == nil {
		return finding{Check: "embedder", State: stateOK, Detail: "none: meaning is what is learned from your passages; rag-context embed auto looks for a model"}
	}
	dimensions, err := a.tryEmbedder(models.best())
	if err != nil {
		return a.trouble("embedder", err)
	}
	return finding{Check: "embedder", State: stateOK, Detail: fmt.Sprintf("%s, %s", models.embedder, count(dimensions, "dimension"))}
}

// tryEmbedder returns the dimensions of a vector that the embedder made.
func (a *app) tryEmbedder(embedder rag.Embedder) (dimensions int, err error) {
	ctx, cancel := context.WithTimeout(a.ctx, trialTimeout)
	defer cancel()
	vector, err := embedder.EmbedQuestion(ctx, "how long is a vector?")
	if err == nil && len(vector) == 0 {
		err = fmt.Errorf("%w: it gave no vector", rag.ErrEmbedderUnavailable)
	}
	return len(vector), err
}

func (a *app) checkReranker(models models) finding {
	ctx, cancel := context.WithTimeout(a.ctx, trialTimeout)
	defer cancel()
	if _, err := models.reranking.Reranker.Rerank(ctx, "which is which?", []string{"this one", "that one"}); err != nil {
		return a.trouble("reranker", err)
	}
	return finding{Check: "reranker", State: stateOK, Detail: "at " + models.reranker}
}

// trouble is a model that does not do its work; everything else goes on.
func (a *app) trouble(check string, err error) finding {
	f := finding{Check: check, State: stateWarning, Detail: err.Error(), Remedy: a.hint(err)}
	if errors.Is(err, context.DeadlineExceeded) {
		f.Detail, f.Remedy = fmt.Sprintf("no answer within %s", trialTimeout), "see whether its server is busy or hangs"
	}
	return f
}
