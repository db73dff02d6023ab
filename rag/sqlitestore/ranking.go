package sqlitestore

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/array"
	"github.com/ncruces/go-sqlite3/ext/fts5"

	"rag-context/rag"
)

// Parameters of BM25, as in Robertson and Zaragoza, "The Probabilistic
// Relevance Framework: BM25 and Beyond" (2009), section 3.
const (
	saturation    = 1.2  // k1
	normalization = 0.75 // b
)

// rankFunction is the name of the function that FTS5 calls for each row that
// matches. FTS5's own bm25() gives the same scores, but reads each row's length
// from a table, which is nearly all of its time.
const rankFunction = "rank_passage"

// extend makes FTS5 with the rank function, array() and what signatures need known
// to a connection.
func extend(connection *sqlite3.Conn) error {
	if err := array.Register(connection); err != nil {
		return err
	}
	if err := registerTrigrams(connection); err != nil {
		return err
	}
	return fts5.RegisterCustom(connection, func(api *fts5.API) error {
		return api.CreateFunction(rankFunction, func(row fts5.Context, result sqlite3.Context, arguments ...sqlite3.Value) {
			if err := arguments[0].Pointer().(*ranking).visit(row); err != nil {
				result.ResultError(err)
			}
		})
	})
}

// ranking gathers the best rows of one match. The rows that FTS5 finds are
// scored and kept here, so that none has to be handed over and sorted.
type ranking struct {
	weights  [3]float64 // by column
	words    []int      // by phrase of the query: the word it is a form of, or -1
	counted  []float64  // by phrase, of the row being visited: weights of its places
	idf      []float64  // by word
	facts    *facts
	place    place
	limit    int
	best     scoredHeap // the worst on top
	averages float64    // saturation * normalization / mean length
	weighted []float64  // by word, of the row being visited
	pairs    *pairs     // nil where it does not matter how near words are
}

type scored struct {
	key   int64
	score float64
}

// visit scores the current row and keeps it if it is among the best.
func (r *ranking) visit(row fts5.Context) error {
	key := row.RowID()
	length, collection := r.facts.of(key)
	if !r.place.holds(key, collection) {
		return nil
	}
	if err := r.count(row); err != nil {
		return err
	}
	norm := saturation*(1-normalization) + r.averages*float64(length)
	score := 0.0
	for word, weighted := range r.weighted {
		if weighted > 0 {
			score += r.idf[word] * weighted * (saturation + 1) / (weighted + norm)
			r.weighted[word] = 0
		}
	}
	if r.pairs != nil {
		score += r.pairs.score(r.idf, norm)
	}
	r.keep(scored{key, score})
	return nil
}

// count adds up the weights of each phrase's places in the row; a word has those
// of its commonest form.
func (r *ranking) count(row fts5.Context) error {
	n, err := row.InstCount()
	if err != nil {
		return err
	}
	for i := range n {
		phrase, column, offset, err := row.Inst(i)
		if err != nil {
			return err
		}
		r.counted[phrase] += r.weights[column]
		if word := r.words[phrase]; column == bodyColumn && word >= 0 && r.pairs != nil {
			r.pairs.see(word, offset)
		}
	}
	for phrase, word := range r.words {
		if word >= 0 {
			r.weighted[word] = max(r.weighted[word], r.counted[phrase])
		}
		r.counted[phrase] = 0
	}
	return nil
}

func (r *ranking) keep(candidate scored) {
	if len(r.best) < r.limit {
		heap.Push(&r.best, candidate)
		return
	}
	if r.best.worse(r.best[0], candidate) {
		r.best[0] = candidate
		heap.Fix(&r.best, 0)
	}
}

// sorted returns the rows kept, best first.
func (r *ranking) sorted() []scored {
	slices.SortFunc(r.best, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.key, b.key)) })
	return r.best
}

// scoredHeap is a heap with the worst row on top; of equal scores the row that
// was stored later is worse, so that results don't depend on chance.
type scoredHeap []scored

func (h scoredHeap) worse(a, b scored) bool {
	return a.score < b.score || a.score == b.score && a.key > b.key
}
func (h scoredHeap) Len() int           { return len(h) }
func (h scoredHeap) Less(i, j int) bool { return h.worse(h[i], h[j]) }
func (h scoredHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *scoredHeap) Push(x any)        { *h = append(*h, x.(scored)) }
func (h *scoredHeap) Pop() any {
	last := len(*h) - 1
	popped := (*h)[last]
	*h = (*h)[:last]
	return popped
}

// idf is how much a term tells that df of n passages hold; never negative.
func idf(df, n int64) float64 {
	return math.Log1p((float64(n) - float64(df) + 0.5) / (float64(df) + 0.5))
}

func newRanking(match rag.Match, f *facts, p *plan) *ranking {
	r := &ranking{
		weights:  [3]float64{match.Weights.Title, match.Weights.Heading, match.Weights.Body},
		words:    p.words(),
		idf:      p.idf,
		facts:    f,
		limit:    mostRanked(match),
		weighted: make([]float64, len(p.idf)),
		counted:  make([]float64, len(p.words())),
	}
	if match.Proximity > 0 {
		r.pairs = newPairs(match.Proximity, len(p.idf))
	}
	if f.passages > 0 && f.terms > 0 {
		r.averages = saturation * normalization * float64(f.passages) / float64(f.terms)
	}
	return r
}
