package minilm

import (
	"context"
	"sync"

	"rag-context/rag/embedders/gemm"
	"rag-context/rag/embedders/wordpiece"
)

// batchRows is how many pieces go through the network together at most, if it
// is not one text that has more. It costs time to unpack the weights, as much as
// eight pieces take; and 14 kB of memory for each piece to work in.
const batchRows = 264

// queue holds the texts that are still to be embedded.
type queue struct {
	texts   []string
	longest int // pieces that are read of a text
	model   *model

	mu   sync.Mutex
	next int
	cut  []int // the next text's pieces, if they did not fit any more
}

// text is one to embed: its place in what is returned, its pieces, and which
// row of the batch is its first.
type text struct {
	place  int
	pieces []int
	row    int
}

// embed embeds texts until there are no more, or the context is done.
func (q *queue) embed(ctx context.Context, vectors [][]float32) {
	pass := &pass{model: q.model}
	for ctx.Err() == nil {
		batch, rows := q.take()
		if len(batch) == 0 {
			return
		}
		pass.run(batch, rows)
		for _, t := range batch {
			vectors[t.place] = pass.vector(t)
		}
	}
}

// take returns the next texts and the rows that they fill together. Each begins
// at a whole tile. Texts without a known piece are left out.
func (q *queue) take() (batch []text, rows int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for ; q.next < len(q.texts); q.next++ {
		if q.cut == nil {
			q.cut = q.model.cut(q.texts[q.next], q.longest)
		}
		more := gemm.Ceil(len(q.cut), gemm.Rows)
		if rows > 0 && rows+more > batchRows {
			break
		}
		if len(q.cut) > 0 {
			batch = append(batch, text{place: q.next, pieces: q.cut, row: rows})
		}
		rows += more
		q.cut = nil
	}
	return batch, rows
}

// cut cuts a text into pieces, no more than longest with the marks of begin and
// end. There are none if it has no known piece among them, or is foreign.
func (m *model) cut(text string, longest int) []int {
	if !wordpiece.Latin(text) {
		return nil
	}
	unknown := m.vocabulary.Len()
	begin, end := unknown+1, unknown+2
	pieces, known := []int{begin}, false
	for word := range wordpiece.Words(text) {
		before := len(pieces)
		if pieces = m.vocabulary.Pieces(pieces, word); len(pieces) == before {
			pieces = append(pieces, unknown)
		} else {
			known = true
		}
		if len(pieces) >= longest {
			break
		}
	}
	if !known {
		return nil
	}
	return append(pieces[:min(len(pieces), longest-1)], end)
}
