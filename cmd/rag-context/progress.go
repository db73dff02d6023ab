package main

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"rag-context/rag"
)

// throttle is the least time between two states of a bar.
const throttle = 100 * time.Millisecond

// progress shows how far work is: a bar on a terminal, nothing elsewhere.
type progress struct {
	out io.Writer // nil shows nothing
	of  string    // the collection or space the bar is for
	bar *progressbar.ProgressBar
}

func (a *app) newProgress() *progress {
	if a.line.Quiet || !a.env.stderrTerminal {
		return &progress{}
	}
	return &progress{out: a.env.stderr}
}

func (p *progress) show(state rag.Progress) {
	if p.out == nil || state.Total < 2 {
		return
	}
	if p.bar == nil || p.of != state.Collection {
		p.end()
		p.of = state.Collection
		p.bar = progressbar.NewOptions64(state.TotalBytes,
			progressbar.OptionSetWriter(p.out),
			progressbar.OptionSetDescription("indexing "+state.Collection),
			progressbar.OptionShowBytes(true),
			progressbar.OptionShowTotalBytes(true),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionSetWidth(24),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionThrottle(throttle))
	}
	_ = p.bar.Set64(state.Bytes)
}

// showLearning shows how far the vectors of a space are.
func (p *progress) showLearning(state rag.LearnProgress) {
	if p.out == nil {
		return
	}
	if p.bar == nil || p.of != string(state.Space) {
		p.end()
		p.of = string(state.Space)
		p.bar = progressbar.NewOptions(state.Total,
			progressbar.OptionSetWriter(p.out),
			progressbar.OptionSetDescription(placing[state.Space]),
			progressbar.OptionShowCount(),
			progressbar.OptionShowIts(),
			progressbar.OptionSetItsString("passages"),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionSetWidth(24),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionThrottle(throttle))
	}
	p.bar.ChangeMax(state.Total)
	_ = p.bar.Set(state.Done)
}

// placing is what giving passages their vectors in a space is called.
var placing = map[rag.Space]string{rag.SpaceLearned: "placing passages", rag.SpaceEmbedded: "embedding passages"}

// end takes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
		_ = p.bar.Clear()
		p.bar = nil
	}
}
