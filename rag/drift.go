package rag

import (
	"context"
	"encoding/json"
	"fmt"

	"rag-context/rag/lsa"
)

// When what was learned no longer suits the passages, it is learned anew.
const (
	// minLearn is the number of passages from which on a model is worth its
	// cost: fewer share too few words.
	minLearn = 200
	// growth is how much the number of passages may change: to this many times
	// what it was, or to one part in as many.
	growth = 1.5
	// familiar is how well the words of passages that came since must be known,
	// as a share of how well those of the fit are; minFresh of them are needed
	// to tell. A fresh passage of a known matter has some words of its own.
	familiar = 0.75
	minFresh = 50
)

// modelDescription is the description of a learned model as it is stored.
type modelDescription struct {
	lsa.Info
	// Fresh says how well the model knows the passages that came since.
	Fresh lsa.Coverage `json:"fresh"`
}

func describe(info ModelInfo) (description modelDescription, err error) {
	if info.Fingerprint == "" {
		return modelDescription{}, nil
	}
	if err := json.Unmarshal(info.Description, &description); err != nil {
		return modelDescription{}, fmt.Errorf("read model: %w", ErrCorrupt)
	}
	return description, nil
}

func (d modelDescription) info() (ModelInfo, error) {
	description, err := json.Marshal(d)
	return ModelInfo{Fingerprint: d.Fingerprint, Dimensions: d.Dimensions, Description: description}, err
}

// drifted reports whether the model suits so many passages no longer.
func (d modelDescription) drifted(passages int) bool {
	seen, now := float64(d.Seen), float64(passages)
	strange := d.Fresh.Passages >= minFresh && d.Fresh.KnownShare() < familiar*d.Fitted.KnownShare()
	return now > growth*seen || now*growth < seen || strange
}

// modelDue returns the learned model that is there, and whether another one is
// due.
func (l *Library) modelDue(ctx context.Context) (ModelInfo, bool, error) {
	passages, err := l.countPassages(ctx)
	if err != nil {
		return ModelInfo{}, false, err
	}
	info, err := l.reader.Model(ctx, SpaceLearned)
	if err != nil || passages < minLearn {
		return info, false, err
	}
	description, err := describe(info)
	return info, description.drifted(passages), err
}

// embedFresh gives passages that came since the model was learned their vectors
// and notes how well it knows them.
func embedFresh(ctx context.Context, store Store, s space, limit int) error {
	encoder, learned := s.encoder.(*learnedEncoder)
	if !learned {
		_, err := embedPassages(ctx, store, s, limit)
		return err
	}
	encoder.fresh = &lsa.Coverage{}
	if n, err := embedPassages(ctx, store, s, limit); err != nil || n == 0 {
		return err
	}
	description, err := describe(s.info)
	if err != nil {
		return err
	}
	description.Fresh = description.Fresh.Add(*encoder.fresh)
	info, err := description.info()
	if err != nil {
		return err
	}
	return store.DescribeModel(ctx, s.name, info)
}
