package rag

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"rag-context/rag/fuse"
	"rag-context/rag/lexical"
)

// pool is the least number of passages that each way of matching puts up for
// fusion.
const pool = 150

// meaning is a question as the model of one space sees it.
type meaning struct {
	space
	vector QuestionVector
}

// understand finds out what the question means in each space; nothing where
// words alone are to match. [ModeVector] without a model is
// [ErrModeUnavailable]; with ones that know nothing of the question it finds
// nothing.
func (s *search) understand(ctx context.Context, words []lexical.Term) error {
	if s.request.Mode == ModeLexical || s.asked.words == "" {
		return nil
	}
	spaces, pending, err := s.library.ready(ctx)
	if err != nil {
		return err
	}
	s.pending = pending
	share := 1.0
	if s.request.Mode == ModeHybrid {
		share = sayable(words)
	}
	spoken := lexical.Detect(s.asked.words)
	for _, space := range spaces {
		vector, err := space.question(ctx, s.asked.words, s.terms)
		if space.remote && (errors.Is(err, ErrEmbedderUnavailable) || errors.Is(err, ErrModelChanged)) {
			s.unavailable = err
			if space.instead == nil {
				continue
			}
			space = *space.instead
			vector, err = space.question(ctx, s.asked.words, s.terms)
		}
		if err != nil {
			return err
		}
		space.weight *= share * space.tongue(spoken)
		if len(vector) == 0 {
			space.weight = 0 // it is the words' then
		}
		s.meanings = append(s.meanings, meaning{space, QuestionVector{space.name, space.info.Fingerprint, vector}})
	}
	if len(s.meanings) == 0 && s.request.Mode == ModeVector && s.unavailable != nil {
		return fmt.Errorf("mode %q: %w", s.request.Mode, s.unavailable)
	}
	if len(s.meanings) == 0 && s.request.Mode == ModeVector {
		return fmt.Errorf("mode %q: %w: nothing has been learned yet", s.request.Mode, ErrModeUnavailable)
	}
	return nil
}

// sayable is the share of a question's words that may mean something: codes
// don't, so that a question of codes alone goes by words.
func sayable(words []lexical.Term) float64 {
	sayable := 0
	for _, word := range words {
		if !lexical.IsCode(word.Word) {
			sayable++
		}
	}
	return float64(sayable) / float64(max(1, len(words)))
}

// rankHybrid fuses what words and what meanings find. A passage found by one is
// scored by the others too, as far as that is cheap: every one has its cosines,
// but one that is not among the best by words has no share of words. Where
// passages must hold some words, words alone find them.
func (s *search) rankHybrid(ctx context.Context, limit int) ([]ranked, error) {
	depth, enough := depthOf(s.pooled.all, limit)
	if most := max(limit, pool); s.pooled.most < most || !enough && s.pooled.more {
		var err error
		if s.pooled, err = s.fuse(ctx, most, limit); err != nil {
			return nil, err
		}
		depth, _ = depthOf(s.pooled.all, limit)
	}
	if s.request.Bulk {
		depth = min(limit, len(s.pooled.all))
	}
	return slices.Clone(s.pooled.all[:depth]), nil
}

// pooled is what was fused of the best of each way of matching; wanting more of
// it takes no more work.
type pooled struct {
	most int  // of each way, at least
	more bool // whether asking for more distinct ones would bring more
	all  []ranked
}

// fuse puts up the most passages of each way of matching. Where the best by
// words are full of copies, it is as many more, of each way, as hold so many
// distinct ones.
func (s *search) fuse(ctx context.Context, most, distinct int) (fused pooled, err error) {
	hits := map[string]Hit{}
	words := fuse.List{Weight: 1, Scores: map[string]float64{}}
	needsWords := len(s.asked.condition.needs()) > 0
	if s.request.Mode != ModeVector || needsWords {
		worded, err := s.matchWords(ctx, most, distinct)
		if err != nil {
			return pooled{}, err
		}
		most = max(most, len(worded))
		_, fused.more = depthOf(worded, distinct)
		for _, hit := range worded {
			hits[hit.Passage.ID()] = hit
			words.Scores[hit.Passage.ID()] = hit.Score
		}
	}
	known := make([]map[string]float64, len(s.meanings))
	if !needsWords {
		if known, err = s.addNearest(ctx, hits, most); err != nil {
			return pooled{}, err
		}
	}
	lists, err := s.cosines(ctx, hits, known)
	if err != nil {
		return pooled{}, err
	}
	for _, m := range s.meanings {
		words.Weight -= m.weight
	}
	if s.request.Mode == ModeVector {
		words.Weight = 0
	}
	fused.most, fused.all = most, s.mix(hits, append(lists, words))
	return fused, nil
}

// addNearest adds the passages that mean what the question means, in each space,
// and returns their cosines there.
func (s *search) addNearest(ctx context.Context, hits map[string]Hit, most int) ([]map[string]float64, error) {
	known := make([]map[string]float64, len(s.meanings))
	for i, m := range s.meanings {
		near, err := s.library.reader.Nearest(ctx, Nearest{m.vector, names(s.states), s.narrowed.pushed(), most})
		if err != nil {
			return nil, err
		}
		known[i] = make(map[string]float64, len(near))
		for _, hit := range near {
			if hit.Score >= m.floor || s.request.Mode == ModeVector {
				hits[hit.Passage.ID()] = hit
				known[i][hit.Passage.ID()] = hit.Score
			}
		}
	}
	return known, nil
}

// cosines scores all passages found in each space; those known are not looked
// up.
func (s *search) cosines(ctx context.Context, hits map[string]Hit, known []map[string]float64) ([]fuse.List, error) {
	var lists []fuse.List
	for i, m := range s.meanings {
		var others []Passage
		for id, hit := range hits {
			if _, found := known[i][id]; !found {
				others = append(others, hit.Passage)
			}
		}
		cosines, err := s.library.reader.Cosines(ctx, m.vector, others)
		if err != nil {
			return nil, err
		}
		maps.Copy(cosines, known[i])
		lists = append(lists, fuse.List{Weight: m.weight, Scores: cosines})
	}
	return lists, nil
}

// partNames are what explanations call the spaces.
var partNames = map[Space]string{SpaceLearned: "meaning", SpaceEmbedded: "embedding", SpaceBetter: "embedding"}

// mix fuses the lists, the last of which is that of words.
func (s *search) mix(hits map[string]Hit, lists []fuse.List) []ranked {
	fused := fuse.Convex(lists...)
	all := make([]ranked, 0, len(fused))
	for _, item := range fused {
		hit := hits[item.Name]
		hit.Score = item.Score
		var parts []Part
		if s.request.Mode != ModeVector {
			parts = append(parts, Part{"words", item.Parts[len(item.Parts)-1]})
		}
		for i, m := range s.meanings {
			parts = append(parts, Part{partNames[m.name], item.Parts[i]})
		}
		all = append(all, ranked{hit, parts})
	}
	return all
}
