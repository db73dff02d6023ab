package rag

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"rag-context/rag/lexical"
	"rag-context/rag/lsa"
)

// LearnOptions says how to fit a model. The zero value works.
type LearnOptions struct {
	// Force fits a model also where the one that is there will do, and has the
	// embedders read all passages anew.
	Force bool
	// Alone gives up with [ErrBusy] where another one that is to be alone is at
	// it: any number share the work, but one is enough in the background.
	Alone bool
	// Progress is told how far it is, from one goroutine.
	Progress func(LearnProgress)
}

// LearnProgress is how many passages have got their vectors in a space.
type LearnProgress struct {
	Space Space
	Done  int
	Total int // what there was to do
}

// LearnReport is what [Learn] did.
type LearnReport struct {
	Fitted   bool `json:"fitted"`   // a new model
	Passages int  `json:"passages"` // that got a vector of what was learned
	Embedded int  `json:"embedded"` // that got a vector of an embedder
}

// LearningDue reports whether [Learn] would fit a model or has passages to
// give vectors to.
func LearningDue(ctx context.Context, library *Library) (bool, error) {
	_, due, err := library.modelDue(ctx)
	if err != nil || due {
		return due, err
	}
	passages, err := library.countPassages(ctx)
	if err != nil {
		return false, err
	}
	for name, embedding := range library.embeddings(passages) {
		info, err := library.reader.Model(ctx, name)
		if err != nil || info.Fingerprint != embedding.Embedder.Fingerprint() {
			return err == nil, err
		}
	}
	spaces, err := library.spaces(ctx, library.reader)
	for _, s := range spaces {
		missing, err := library.reader.WithoutVector(ctx, s.name, 1)
		if err != nil || len(missing) > 0 {
			return err == nil, err
		}
	}
	return false, err
}

// Learn fits a model of which words occur in the same passages (latent
// semantic analysis; see rag/lsa) where there is none or the passages have
// become others, and gives each passage its vector of that model and of the
// library's embedders. It may be interrupted: what is done is kept, and the next
// call goes on. Questions and syncs go on meanwhile.
//
// With fewer than 200 passages there is nothing to learn, which is no error.
// [ErrEmbedderUnavailable] comes after everything else has been done. A server
// whose model has become another one begins anew; where another process has begun
// with another model meanwhile, that one stays, and this is [ErrModelReplaced].
func Learn(ctx context.Context, library *Library, options LearnOptions) (LearnReport, error) {
	store, err := library.write(ctx)
	if err != nil {
		return LearnReport{}, err
	}
	if options.Alone {
		release, err := store.Lock(ctx, RightToBeAlone, false)
		if err != nil {
			return LearnReport{}, err
		}
		defer release()
	}
	var report LearnReport
	if report.Fitted, err = library.refit(ctx, store, options.Force); err != nil {
		return report, err
	}
	unavailable := library.adoptEmbedders(ctx, store, true, options.Force)
	spaces, err := library.spaces(ctx, store)
	if err != nil {
		return report, err
	}
	for _, s := range spaces {
		done, err := learnSpace(ctx, store, s, options)
		if s.name == SpaceLearned {
			report.Passages = done
		} else {
			report.Embedded += done
		}
		if err != nil {
			return report, err
		}
	}
	return report, unavailable
}

// atOnce is how many passages get their vectors between two looks around: a
// server takes seconds for one batch already.
func (s space) atOnce() int {
	if s.slow {
		return s.batch
	}
	return 8 * s.batch
}

// keeps is [ErrModelReplaced] where an embedder's space has another model by now,
// whose vectors another process may have made already.
func (s space) keeps(ctx context.Context, store Store) error {
	if s.name == SpaceLearned {
		return nil
	}
	info, err := store.Model(ctx, s.name)
	if err == nil && info.Fingerprint != s.info.Fingerprint {
		err = s.replaced()
	}
	return err
}

func (s space) replaced() error {
	return fmt.Errorf("model %q: %w", s.info.Fingerprint, ErrModelReplaced)
}

// refit fits a model where one is due, or force says so. Too few passages are
// not fitted to.
func (l *Library) refit(ctx context.Context, store Store, force bool) (fitted bool, err error) {
	release, err := store.Lock(ctx, RightToLearn, true)
	if err != nil {
		return false, err
	}
	defer release()
	former, due, err := l.modelDue(ctx)
	if err != nil || !due && !force {
		return false, err
	}
	err = fit(ctx, store, former)
	if errors.Is(err, lsa.ErrTooSmall) {
		return false, nil
	}
	return err == nil, err
}

// learnSpace gives all passages their vectors in a space, some at a time, taking
// turns with others who do. Syncs go on: the vector of a passage that has changed
// since it was read is dropped.
func learnSpace(ctx context.Context, store Store, s space, options LearnOptions) (done int, err error) {
	total, err := store.CountWithoutVector(ctx, s.name)
	if err != nil {
		return 0, err
	}
	for more := true; more; {
		release, err := store.Lock(ctx, RightToLearn, true)
		if err != nil {
			return done, err
		}
		most := s.atOnce()
		n, err := embedPassages(ctx, store, s, most)
		if err == nil {
			err = s.keeps(ctx, store)
		}
		release()
		if done += n; err != nil {
			return done, err
		}
		if options.Progress != nil {
			options.Progress(LearnProgress{Space: s.name, Done: done, Total: max(done, total)})
		}
		more = n == most
	}
	return done, nil
}

// countPassages counts those of the whole store.
func (l *Library) countPassages(ctx context.Context) (int, error) {
	passages := 0
	states, err := l.reader.Collections(ctx)
	for _, state := range states {
		passages += state.Passages
	}
	return passages, err
}

// fit makes a model of the store's passages and stores it in the place of the
// former one, unless another process has done so meanwhile.
func fit(ctx context.Context, store Store, former ModelInfo) error {
	var readErr error
	model, err := lsa.Fit(ctx, passageTerms(ctx, store, &readErr), lsa.Options{})
	if err := errors.Join(readErr, err); err != nil {
		return err
	}
	info, err := modelDescription{Info: model.Info()}.info()
	if err != nil {
		return err
	}
	release, err := store.Lock(ctx, RightToSync, true)
	if err != nil {
		return err
	}
	defer release()
	if current, err := store.Model(ctx, SpaceLearned); err != nil || current.Fingerprint != former.Fingerprint {
		return err
	}
	return store.ReplaceModel(ctx, SpaceLearned, info, func(yield func(string, []byte) bool) {
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
		for hit, err := range store.EachPassage(ctx) {
			if err != nil {
				*failed = err
				yield(nil, err)
				return
			}
			if !yield(semanticTerms(&analyzer, hit), nil) {
				return
			}
		}
	}
}
