package rag

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"rag-context/rag/lexical"
	"rag-context/rag/lsa"
)

// minLearn is the number of passages from which on a model is worth its cost:
// fewer share too few words.
const minLearn = 200

// drift is how much the number of passages may change before the model is
// fitted anew: to this many times what it was, or to one part in as many.
const drift = 1.5

// LearnOptions says how to fit a model. The zero value works.
type LearnOptions struct {
	// Force fits a model also where the one that is there will do.
	Force bool
	// Progress is told how many passages have got their vectors, from one
	// goroutine.
	Progress func(done int)
}

// LearnReport is what [Learn] did.
type LearnReport struct {
	Fitted   bool `json:"fitted"`   // a new model
	Passages int  `json:"passages"` // that got a vector
}

// LearningDue reports whether [Learn] would fit a model or has passages to
// give vectors to.
func LearningDue(ctx context.Context, library *Library) (bool, error) {
	info, due, err := library.modelDue(ctx)
	if err != nil || due || info.Fingerprint == "" {
		return due, err
	}
	missing, err := library.reader.WithoutVector(ctx, 1)
	return len(missing) > 0, err
}

// Learn fits a model of which words occur in the same passages (latent
// semantic analysis; see rag/lsa) where there is none or the passages have
// become others, and gives each passage its vector. It may be interrupted: what
// is done is kept. Questions and syncs go on meanwhile.
//
// With fewer than 200 passages there is nothing to learn, which is no error.
func Learn(ctx context.Context, library *Library, options LearnOptions) (LearnReport, error) {
	store, err := library.write(ctx)
	if err != nil {
		return LearnReport{}, err
	}
	info, due, err := library.modelDue(ctx)
	if err != nil {
		return LearnReport{}, err
	}
	var report LearnReport
	if due || options.Force {
		if info, err = fit(ctx, store, info); errors.Is(err, lsa.ErrTooSmall) {
			return report, nil
		}
		if err != nil {
			return report, err
		}
		report.Fitted = true
	}
	if info.Fingerprint == "" {
		return report, nil
	}
	for more := true; more && err == nil; {
		more, err = learnBatch(ctx, store, info, &report)
		if options.Progress != nil && err == nil {
			options.Progress(report.Passages)
		}
	}
	return report, err
}

// learnBatch gives some passages their vectors and reports whether there are
// more. It holds the right to sync, so that none changes meanwhile.
func learnBatch(ctx context.Context, store Store, info ModelInfo, report *LearnReport) (more bool, err error) {
	release, err := store.LockSync(ctx, true)
	if err != nil {
		return false, err
	}
	defer release()
	const most = 8 * embedBatch
	done, err := embedPassages(ctx, store, info, most)
	report.Passages += done
	return done == most, err
}

// modelDue returns the model that is there, and whether another one is due.
func (l *Library) modelDue(ctx context.Context) (ModelInfo, bool, error) {
	passages := 0
	states, err := l.reader.Collections(ctx)
	if err != nil {
		return ModelInfo{}, false, err
	}
	for _, state := range states {
		passages += state.Passages
	}
	info, err := l.reader.Model(ctx)
	if err != nil || passages < minLearn {
		return info, false, err
	}
	description, err := describe(info)
	seen := float64(description.Seen)
	return info, float64(passages) > drift*seen || float64(passages)*drift < seen, err
}

func describe(info ModelInfo) (description lsa.Info, err error) {
	if info.Fingerprint == "" {
		return lsa.Info{}, nil
	}
	if err := json.Unmarshal(info.Description, &description); err != nil {
		return lsa.Info{}, fmt.Errorf("read model: %w", ErrCorrupt)
	}
	return description, nil
}

// fit makes a model of the store's passages and stores it in the place of the
// former one, unless another process has done so meanwhile.
func fit(ctx context.Context, store Store, former ModelInfo) (ModelInfo, error) {
	var readErr error
	model, err := lsa.Fit(ctx, passageTerms(ctx, store, &readErr), lsa.Options{})
	if err := errors.Join(readErr, err); err != nil {
		return ModelInfo{}, err
	}
	description, err := json.Marshal(model.Info())
	if err != nil {
		return ModelInfo{}, err
	}
	info := ModelInfo{Fingerprint: model.Fingerprint(), Dimensions: model.Info().Dimensions, Description: description}
	release, err := store.LockSync(ctx, true)
	if err != nil {
		return ModelInfo{}, err
	}
	defer release()
	if current, err := store.Model(ctx); err != nil || current.Fingerprint != former.Fingerprint {
		return current, err
	}
	return info, store.ReplaceModel(ctx, info, func(yield func(string, []byte) bool) {
		for term, row := range model.Terms() {
			if !yield(term, row) {
				return
			}
		}
	})
}

// passageTerms yields the terms of every passage.
func passageTerms(ctx context.Context, store Store, failed *error) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		var analyzer lexical.Analyzer
		for passage, err := range store.EachPassage(ctx) {
			if err != nil {
				*failed = err
				yield(nil, err)
				return
			}
			if !yield(semanticTerms(&analyzer, passage), nil) {
				return
			}
		}
	}
}
