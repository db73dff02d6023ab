package ragtest

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"unicode"

	"rag-context/rag"
)

// Embedder is a rag.Embedder that computes: each word of a text lights two
// dimensions that its hash names, so that texts with common words are near each
// other, and a test can tell from a vector which words went in, see [Holds]. The
// zero value works and is the same model everywhere.
type Embedder struct {
	// Name makes it another model: part of the fingerprint and of the hashes.
	Name string
	// Dimensions of a vector; 0 means 1024, in which two given words are taken
	// for each other once in about half a million.
	Dimensions int
}

var _ rag.Embedder = Embedder{}

// questionMark is the word that marks questions: no text holds it, as it has a
// sign that parts words.
const questionMark = "question?"

// Fingerprint implements rag.Embedder.
func (e Embedder) Fingerprint() string { return fmt.Sprintf("words:%s:%d", e.Name, e.dimensions()) }

// EmbedPassages implements rag.Embedder.
func (e Embedder) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = e.vector(words(text))
	}
	return vectors, ctx.Err()
}

// EmbedQuestion implements rag.Embedder. It adds a mark to the words, so that
// the vector is not that of a passage.
func (e Embedder) EmbedQuestion(ctx context.Context, question string) ([]float32, error) {
	asked := words(question)
	if len(asked) > 0 {
		asked = append(asked, questionMark)
	}
	return e.vector(asked), ctx.Err()
}

// Holds reports whether the word was in the text that the vector was made of.
func (e Embedder) Holds(vector []float32, word string) bool {
	first, second := e.places(strings.ToLower(word))
	return len(vector) > max(first, second) && vector[first] > 0 && vector[second] > 0
}

// IsQuestion reports whether the vector is one of EmbedQuestion.
func (e Embedder) IsQuestion(vector []float32) bool { return e.Holds(vector, questionMark) }

func (e Embedder) vector(words []string) []float32 {
	if len(words) == 0 {
		return nil
	}
	vector := make([]float32, e.dimensions())
	for _, word := range words {
		first, second := e.places(word)
		vector[first]++
		vector[second]++
	}
	return unit(vector)
}

// unit scales the vector to length 1; there is none in the direction of zero.
func unit(vector []float32) []float32 {
	length := math.Sqrt(cosine(vector, vector))
	if len(vector) == 0 || length == 0 {
		return nil
	}
	for i := range vector {
		vector[i] = float32(float64(vector[i]) / length)
	}
	return vector
}

func (e Embedder) dimensions() int { return cmp.Or(e.Dimensions, 1024) }

// places returns the two dimensions of a word.
func (e Embedder) places(word string) (first, second int) {
	hash := fnv.New64a()
	hash.Write([]byte(e.Name + "\x00" + word))
	sum := hash.Sum64()
	n := uint64(e.dimensions())
	return int(sum >> 32 % n), int(sum & math.MaxUint32 % n)
}

// words are a text's runs of letters, digits and low lines, in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}
