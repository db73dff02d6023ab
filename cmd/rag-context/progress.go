package main

import (
	"io"

	"github.com/schollz/progressbar/v3"

	"rag-context/rag"
)

// progress shows how far a sync is: a bar on a terminal, nothing elsewhere.
type progress struct {
	out io.Writer // nil shows nothing
	of  string    // the collection the bar is for
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
			progressbar.OptionThrottle(100_000_000)) // 0.1 s
	}
	_ = p.bar.Set64(state.Bytes)
}

// end takes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
		_ = p.bar.Clear()
		p.bar = nil
	}
}
